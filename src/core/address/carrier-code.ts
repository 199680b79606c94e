import { type Finding, finding } from '../kernel/finding.ts'
import { adjustedOf } from './adjust.ts'
import { postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'
import { addressSentences } from './sentences.ts'
import { doorOf, streetLines } from './street/door.ts'
import { isUnit, mayNameDoor } from './street/line-order.ts'

/**
 * The content of the carrier's bar code below the address: KIX for Dutch mail, postal code and number, with
 * `X` and the suffix where there is one (docs/design/sheets.md). Undefined where the country has no
 * such code, or the address does not say for certain which door is meant: sorting machines believe the code.
 */
export const carrierCode = (recipient: Recipient): string | undefined => {
  if (recipient.country !== 'NL') return undefined
  const { parts, isOrderDoubtful } = adjustedOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)
  const { tokens, certain } = doorOf(parts)
  // The number of a flat, `Appartement 3`, and that of a house beside a flat, which has a letterbox of its own.
  if (isOrderDoubtful || isUnit(streetLines(parts).line) || mayNameDoor(parts.addressLine2, parts))
    return undefined
  const [number = '', ...more] = tokens
  if (!code || !certain || !/^\d{1,5}$/.test(number) || isLikeDate(tokens)) return undefined
  const suffix = more.join('')
  // KIX has capitals and digits only, and at most six of them after the X.
  if (!/^[A-Z0-9]{0,6}$/.test(suffix)) return undefined
  return code.replaceAll(' ', '') + number + (suffix === '' ? '' : `X${suffix}`)
}

/** `2026-03-01` is a number that a spreadsheet made a date of; no Dutch number has three figures or a zero before one. */
const isLikeDate = (tokens: readonly string[]): boolean => {
  const figures = tokens.filter((token) => /^\d+$/.test(token))
  return figures.length > 2 || figures.some((figure) => figure.startsWith('0'))
}

/** Tells that a domestic address gets no bar code because its door is not certain. */
export const checkCarrierCode = (recipient: Recipient, originCountry: string): Finding[] => {
  if (recipient.country !== 'NL' || originCountry !== 'NL' || carrierCode(recipient) !== undefined) return []
  const { parts } = adjustedOf(recipient)
  const { number, unit } = doorOf(parts)
  // What is missing is a finding of its own.
  if (number === '' || postalCodeOf(parts) === undefined || parts.postalCode === '') return []
  const line2 = mayNameDoor(parts.addressLine2, parts) ? parts.addressLine2 : ''
  const door = [number, unit, line2].filter((part) => part !== '').join(' ')
  return [
    finding('warning', addressSentences.say('carrier_code_uncertain', { door }), {
      field: 'recipient.houseNumber',
    }),
  ]
}

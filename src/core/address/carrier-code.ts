import { type Finding, finding } from '../kernel/finding.ts'
import { adjustedOf } from './adjust.ts'
import { postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'
import { addressSentences } from './sentences.ts'
import { doorOf, streetLines } from './street/door.ts'
import { isUnit, mayNameDoor } from './street/line-order.ts'

/**
 * Returns the text of the barcode below the address (docs/design/sheets.md): KIX for Dutch mail, with postal
 * code, number, and `X` and suffix if there is one. Undefined if the country has no barcode or the door is
 * uncertain, because sorting machines trust the code.
 */
export const carrierCode = (recipient: Recipient): string | undefined => {
  if (recipient.country !== 'NL') return undefined
  const { parts, isOrderDoubtful } = adjustedOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)
  const { tokens, certain } = doorOf(parts)
  // The number may be a flat's, `Appartement 3`, or the house may have a letterbox for each flat.
  if (isOrderDoubtful || isUnit(streetLines(parts).line) || mayNameDoor(parts.addressLine2, parts))
    return undefined
  const [number = '', ...more] = tokens
  if (!code || !certain || !/^\d{1,5}$/.test(number) || isLikeDate(tokens)) return undefined
  const suffix = more.join('')
  // KIX allows capitals and digits only, and at most six after the X.
  if (!/^[A-Z0-9]{0,6}$/.test(suffix)) return undefined
  return code.replaceAll(' ', '') + number + (suffix === '' ? '' : `X${suffix}`)
}

/** Detects `2026-03-01`: Dutch house numbers have neither three numbers nor leading zeros. */
const isLikeDate = (tokens: readonly string[]): boolean => {
  const figures = tokens.filter((token) => /^\d+$/.test(token))
  return figures.length > 2 || figures.some((figure) => figure.startsWith('0'))
}

/** Warns about a domestic address that gets no barcode because its door is uncertain. */
export const checkCarrierCode = (recipient: Recipient, originCountry: string): Finding[] => {
  if (recipient.country !== 'NL' || originCountry !== 'NL' || carrierCode(recipient) !== undefined) return []
  const { parts } = adjustedOf(recipient)
  const { number, unit } = doorOf(parts)
  // Missing parts have their own findings.
  if (number === '' || postalCodeOf(parts) === undefined || parts.postalCode === '') return []
  const line2 = mayNameDoor(parts.addressLine2, parts) ? parts.addressLine2 : ''
  const door = [number, unit, line2].filter((part) => part !== '').join(' ')
  return [
    finding('warning', addressSentences.sentence('carrier_code_uncertain', { door }), {
      field: 'recipient.houseNumber',
    }),
  ]
}

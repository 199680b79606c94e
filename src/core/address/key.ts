import { checksum } from '../kernel/text.ts'
import { firstDoorOf, partsOf, postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'

/** Folds spelling differences that carry no meaning: case, accents, punctuation, `ß`. */
export const foldName = (text: string): string =>
  // Most text is ASCII and needs no decomposition.
  /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : text
        .normalize('NFKD')
        // A Korean syllable decomposes into three letters and ㍿ into four; a few characters become eighteen,
        // but are not used in names.
        .slice(0, 4 * text.length + 16)
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/ø/g, 'o')
        .replace(/æ/g, 'ae')
        .replace(/ł/g, 'l')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()

/**
 * Folds street endings that are often abbreviated: `Hauptstraße`, `Hauptstrasse` and `Hauptstr.` are equal.
 */
const foldStreet = (street: string): string =>
  foldName(street)
    .replace(/stra(?:ss|at)e?(?= |$)/g, 'str')
    .replace(/\b(?:street|saint|sint|avenue|road)\b/g, (word) => streetWords[word]!)
    .replaceAll(' ', '')

const streetWords: Readonly<Record<string, string>> = {
  street: 'st',
  saint: 'st',
  sint: 'st',
  avenue: 'ave',
  road: 'rd',
}

/**
 * The normalised address, for suppressions and duplicates: `NL|1012AB|12A` where a postal code identifies one
 * street, `DE|10115|12|invalidenstr` where it covers many, and all folded lines where there is no number or
 * no valid postal code. Names are not part of it.
 */
export const addressKey = (recipient: Recipient): string => bounded(wholeKey(recipient), maxAddressKey)

/**
 * The length of the longest key: folding can turn one character into many, and indexes limit the length of
 * text.
 */
export const maxAddressKey = 300
export const maxNameKey = 150

const bounded = (key: string, length: number): string => {
  if (key.length <= length) return key
  const sum = checksum(key)
  return `${key.slice(0, length - sum.length - 1)}~${sum}`.toWellFormed()
}

/** The folded name for comparison; `''` where the name has no letters or digits. */
export const nameKey = (name: string): string => bounded(foldName(name), maxNameKey)

const wholeKey = (recipient: Recipient): string => {
  const parts = partsOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)?.replace(/[\s-]/g, '')
  const { street, number, suffix } = firstDoorOf(parts)
  const door = foldName(`${number} ${suffix}`).replaceAll(' ', '').toUpperCase()
  if (code && number !== '') {
    const base = `${parts.country}|${code}|${door}`
    return parts.rule.postalCodeIsStreet
      ? base
      : `${base}|${foldStreet(street)}${line2Of(parts.addressLine2)}`
  }
  const lines = [foldStreet(parts.street), door, foldName(parts.addressLine2)]
  const place = code ?? foldName(`${parts.postalCode} ${parts.city} ${parts.region}`)
  return [parts.country, place, ...lines].filter((line) => line !== '').join('|')
}

/** The second line as part of the key: it distinguishes flats with the same house number. */
const line2Of = (addressLine2: string): string =>
  addressLine2 === '' ? '' : `|${foldName(addressLine2).replaceAll(' ', '')}`

/**
 * The content of the carrier's bar code below the address: KIX for Dutch mail, postal code and number, with
 * `X` and the suffix where there is one (docs/design.md#postal-rules). Undefined where the country has no
 * such code or the address is not good enough for it.
 */
export const carrierCode = (recipient: Recipient): string | undefined => {
  if (recipient.country !== 'NL') return undefined
  const parts = partsOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)
  const { number, suffix } = firstDoorOf(parts)
  if (!code || !/^\d{1,5}$/.test(number)) return undefined
  const folded = foldName(suffix).replaceAll(' ', '').toUpperCase()
  // KIX has capitals and digits only, and at most six of them after the X.
  return code.replaceAll(' ', '') + number + (/^[A-Z0-9]{1,6}$/.test(folded) ? `X${folded}` : '')
}

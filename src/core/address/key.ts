import { checksum } from '../kernel/text.ts'
import { doorOf, partsOf, postalCodeOf } from './parts.ts'
import type { Recipient } from './schema.ts'

/** Folds what people write differently and mean alike: case, accents, punctuation, `ß`. */
export const foldName = (text: string): string =>
  // Most text is ASCII and has nothing to take apart.
  /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : text
        .normalize('NFKD')
        // A syllable of Korean becomes three letters and ㍿ four; a few signs become eighteen, and are no name.
        .slice(0, 4 * text.length + 16)
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/ß/g, 'ss')
        .replace(/ø/g, 'o')
        .replace(/æ/g, 'ae')
        .replace(/ł/g, 'l')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()

/** Endings that are abbreviated as often as not: `Hauptstraße`, `Hauptstrasse` and `Hauptstr.` are one. */
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
 * The normalised address, for suppressions and duplicates: `NL|1012AB|12A` where a postal code names one
 * street, `DE|10115|12|invalidenstr` where it names many (or the neighbours of half a town would be one
 * address), and all folded lines where there is no number or no valid postal code. Names are no part of it.
 */
export const addressKey = (recipient: Recipient): string => bounded(wholeKey(recipient), maxAddressKey)

/** Characters of the longest key; folding can make one sign many, and an index takes no text of any length. */
export const maxAddressKey = 300
export const maxNameKey = 150

const bounded = (key: string, length: number): string => {
  if (key.length <= length) return key
  const sum = checksum(key)
  return `${key.slice(0, length - sum.length - 1)}~${sum}`.toWellFormed()
}

/** What names are compared by; `''` where nothing of a name is a letter or a digit. */
export const nameKey = (name: string): string => bounded(foldName(name), maxNameKey)

const wholeKey = (recipient: Recipient): string => {
  const parts = partsOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)?.replace(/[\s-]/g, '')
  const { street, number, suffix } = doorOf(parts)
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

/** Where a building's flats share the number, the second line tells them apart. */
const line2Of = (addressLine2: string): string =>
  addressLine2 === '' ? '' : `|${foldName(addressLine2).replaceAll(' ', '')}`

/**
 * What the carrier's bar code below the address holds: KIX for Dutch mail, postal code and number, and `X`
 * with the suffix where there is one (docs/design.md#postal-rules). Undefined where the country has no such
 * code or the address is not good enough for it.
 */
export const carrierCode = (recipient: Recipient): string | undefined => {
  if (recipient.country !== 'NL') return undefined
  const parts = partsOf(recipient)
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)
  const { number, suffix } = doorOf(parts)
  if (!code || !/^\d{1,5}$/.test(number)) return undefined
  const folded = foldName(suffix).replaceAll(' ', '').toUpperCase()
  // KIX knows capitals and digits only, and at most six of them behind the X.
  return code.replaceAll(' ', '') + number + (/^[A-Z0-9]{1,6}$/.test(folded) ? `X${folded}` : '')
}

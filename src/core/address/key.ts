import { memoised, memoisedByObject } from '../kernel/text.ts'
import { adjustedOf } from './adjust.ts'
import { bounded, foldName } from './fold.ts'
import { addressKeyV1, nameKeyV1 } from './key-v1.ts'
import { nameKey } from './names.ts'
import { type AddressParts, postalCodeOf } from './normalise.ts'
import type { Recipient } from './schema.ts'
import { doorOf } from './street/door.ts'
import { isRangeInWords, plainDoor, readTokens, saysMoreOfDoor, unitAt } from './street/door-words.ts'
import { unitSpellings, unitsOf } from './street/line-order.ts'
import { streetKey } from './street/street-key.ts'

/** A version of the keys that compare addresses and names. */
export interface Keys {
  /** Returns the key of an address, without its names. */
  addressKey(recipient: Recipient): string
  /** Returns the key of a name; `''` if it has no letters or digits. */
  nameKey(name: string): string
}

export const maxAddressKey = 300

/**
 * Returns the key for suppressions and duplicates, without names: `NL|1012AB|12A` if a postal code identifies
 * one street, `DE|10115|12|invalidenstr` if it covers many, and all lines if number or valid code is missing.
 */
export const addressKey = memoisedByObject((recipient: Recipient) =>
  bounded(wholeKey(recipient), maxAddressKey),
)

// Cached, because folding is slow and creating an item needs the keys of its names several times.
export const currentKeys: Keys = { addressKey, nameKey: memoised(nameKey) }
export const keysV1: Keys = { addressKey: addressKeyV1, nameKey: memoised(nameKeyV1) }

/** Caches a recipient's keys in advance, because a transaction looks up many without yielding. */
export const deriveKeys = (recipient: Recipient): void => {
  for (const keys of [currentKeys, keysV1]) {
    keys.addressKey(recipient)
    for (const name of [recipient.name, recipient.companyName]) if (name) keys.nameKey(name)
  }
}

const wholeKey = (recipient: Recipient): string => {
  const { parts } = adjustedOf(recipient)
  const code = codeOf(parts)
  const { street, number, door, line2, isDoubtful } = doorKeyOf(parts)
  if (code && number !== '') {
    // A street with a second number or a word such as “opposite” may mean another door.
    const isEnough = parts.rule.postalCodeIsStreet && !isDoubtful
    const more = isEnough ? [] : [street, line2]
    return [parts.country, code, door, ...more].filter((part) => part !== '').join('|')
  }
  const place = code ?? foldName(`${parts.postalCode} ${parts.city} ${parts.region}`)
  return [parts.country, place, street, door, line2].filter((part) => part !== '').join('|')
}

/** Returns the postal code, equal for all spellings: a ZIP+4 becomes its ZIP. Undefined if invalid. */
const codeOf = (parts: AddressParts): string | undefined => {
  const code = parts.postalCode === '' ? undefined : postalCodeOf(parts)?.replace(/[\s-]/g, '')
  return parts.country === 'US' ? code?.slice(0, 5) : code
}

interface DoorKey {
  street: string
  /** As written; `''` if absent. */
  number: string
  /** Number, letter and units: `12A`, `12-3`, `12..14` for a range. */
  door: string
  /** The second line without its units, which are part of the door. */
  line2: string
  /** The street may mean another door with this number. */
  isDoubtful: boolean
}

/** Recognises a flat in the street, after the number, as suffix and in the second line. */
const doorKeyOf = (parts: AddressParts): DoorKey => {
  const { before, rest } = leadingUnit(parts.street)
  const { number, unit, tokens, ...door } = doorOf({ ...parts, street: rest })
  const { street, after } = number === '' ? { street: door.street, after: '' } : trailingUnit(door.street)
  const flatFirst = isFlatFirst(parts, number)
  const own = flatFirst ? [...tokens.slice(1), tokens[0]!] : tokens
  const line2 = unitsOf(parts.addressLine2)
  const units = [before, after, ...line2.units]
  const more = units.flatMap((text) => readTokens('', text.replace(/^#/, ''), parts.country).tokens)
  return {
    street: streetKey(street, parts.country),
    number,
    door: joined(
      comparedTokens(parts.country, [...own, ...more]),
      !flatFirst && isRange(parts.country, number),
    ),
    line2: foldName(line2.rest).replaceAll(' ', ''),
    isDoubtful: saysMoreOfDoor(street),
  }
}

const british = new Set(['GB', 'GG', 'JE', 'IM', 'IE'])
/**
 * In Britain and Canada, `3/12` and `3-12` are flat 3 of number 12. `12/14` may be two house numbers. In
 * `12/3` the flat is second, as always in Edinburgh.
 */
const isFlatFirst = ({ country, postalCode }: AddressParts, number: string): boolean => {
  const sign = british.has(country) ? '/' : country === 'CA' ? '-' : undefined
  const [, flat, found, house] = /^(\d+)([/-])(\d+)\p{L}?$/u.exec(plainDoor(number)) ?? []
  if (sign === undefined || found !== sign || /^EH/i.test(postalCode)) return false
  const difference = Number(house) - Number(flat)
  return difference > 0 && (difference % 2 === 1 || difference > 4)
}

/**
 * In Poland `12 m. 5` is flat 5; in the Netherlands `12 2 hoog` is `12-2`. A floor differs from a flat only
 * as the last unit, since the word is often omitted before a side or flat.
 */
const comparedTokens = (country: string, tokens: readonly string[]): string[] => {
  const isDigits = (token: string | undefined) => token !== undefined && /^\d+$/.test(token)
  if (country === 'PL') return tokens.filter((token, index) => token !== 'M' || !isDigits(tokens[index + 1]))
  return tokens
    .filter((token, index) => !(index > 0 && floorWords.has(token) && isDigits(tokens[index - 1])))
    .map((token, index) => {
      if (index === 0) return token
      return (country === 'NL' ? dutchUnits.get(token) : undefined) ?? unitSpellings.get(token) ?? token
    })
    .filter((token, index, all) => !(token === 'LEVEL' && isDigits(all[index + 1]) && index + 2 < all.length))
}

/** Floors after their number: `2 hoog`, `2. OG`, `2 trappor`. */
const floorWords = new Set(['HG', 'HOOG', 'OG', 'OBERGESCHOSS', 'TR', 'TRAPPOR'])
const dutchUnits: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    HUIS: 'HS',
    BOV: 'BOVEN',
    BEN: 'BENEDEN',
    BGG: 'BG',
    SOUS: 'SOUTERRAIN',
    ROOD: 'RD',
    ZWART: 'ZW',
  }),
  ...Object.entries({ I: '1', II: '2', III: '3', IV: '4' }),
])
/** Splits a unit before the number: `Flat 3, 12 High Street`. */
const leadingUnit = (street: string): { before: string; rest: string } => {
  const found = unitAt(street) === 0 ? LEADING_UNIT.exec(street) : null
  return found ? { before: found[1]!, rest: found[2]! } : { before: '', rest: street }
}

const LEADING_UNIT = /^([^\d,;]{1,40}\d+\p{L}?|[^\d,;\s]{1,20} \p{L})(?:[,;] *| (?=\d))(?=.*\d)(.+)$/u

/** Splits a unit after the street if the number precedes it: `Main Street Apt 4`, `Main Street #4`. */
const trailingUnit = (street: string): { street: string; after: string } => {
  const sign =
    /[\s,](?:#\s?[\p{L}\p{N}]+|\d{1,2}(?:st|nd|rd|th) (?:floor|fl)\.?)$/iu.exec(street)?.index ?? -1
  const at = sign > 0 ? sign : unitAt(street)
  if (at <= 0) return { street, after: '' }
  const after = street.slice(at).replace(/^[\s,]+/u, '')
  return /\d|^\p{L}+\.? \p{L}$/u.test(after) ? { street: street.slice(0, at), after } : { street, after: '' }
}

/** Countries where a flat follows a hyphen: `12-14` is flat 14 of number 12. */
const flatsByHyphen = new Set(['NL', 'EE', 'LV', 'LT'])

/** True for a number of several doors, `12-14`, but not for one with a flat, `12/14`. */
const isRange = (country: string, number: string): boolean => {
  if (isRangeInWords(number, country)) return true
  const [, from, to] = /^(\d+)\p{L}? ?- ?(\d+)/u.exec(plainDoor(number)) ?? []
  return from !== undefined && Number(to) > Number(from) && !flatsByHyphen.has(country)
}

/** Joins tokens, with hyphens between numbers: 1-11, 11-1 and 111 are three doors. */
const joined = (tokens: readonly string[], isRange: boolean): string => {
  const end = isRange ? tokens.findIndex((token, index) => index > 0 && /^\d/.test(token)) : -1
  return tokens.reduce((door, token, index) => {
    if (index === end) return `${door}..${token}`
    return /\d$/.test(door) && /^\D/.test(token) ? door + token : `${door}${door === '' ? '' : '-'}${token}`
  }, '')
}

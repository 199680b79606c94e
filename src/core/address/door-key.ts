import { doorOf } from './door.ts'
import { isRangeInWords, plainDoor, readTokens, saysMoreOfDoor, unitAt } from './door-words.ts'
import { foldName } from './fold.ts'
import type { AddressParts } from './normalise.ts'
import { streetKey } from './street-key.ts'

/** Street and door as they are compared. */
export interface DoorKey {
  street: string
  /** As written; `''` where there is none. */
  number: string
  /** Number, letter and units: `12A`, `12-3`, `12..14` for a range. */
  door: string
  /** The second line, unless it names a unit, which is part of the door. */
  line2: string
  /** Whether the street may say that another door is meant than the one with this number. */
  isDoubtful: boolean
}

/** A flat is the same in the street, behind the number, as suffix and in the second line. */
export const doorKeyOf = (parts: AddressParts): DoorKey => {
  const { before, rest } = leadingUnit(parts.street)
  const { number, unit, tokens, ...door } = doorOf({ ...parts, street: rest })
  const { street, after } = number === '' ? { street: door.street, after: '' } : trailingUnit(door.street)
  const isUnit = namesUnit(parts.addressLine2)
  const units = [before, after, isUnit ? parts.addressLine2 : '']
  const more = units.flatMap((text) => tokensOf(text, parts.country))
  const own = withoutFlatWords(parts.country, tokens)
  return {
    street: streetKey(street),
    number,
    door: joined([...own, ...more], isRange(parts.country, number)),
    line2: isUnit ? '' : foldName(parts.addressLine2).replaceAll(' ', ''),
    isDoubtful: saysMoreOfDoor(street),
  }
}

const tokensOf = (text: string, country: string): string[] => {
  if (text === '') return []
  const { tokens } = readTokens('', text.replace(/^#/, ''), country)
  return withoutFlatWords(country, tokens)
}

/** In Poland `12 m. 5` is flat 5; in the Netherlands `12 2 hoog` and `12 II` are `12-2`. */
const withoutFlatWords = (country: string, tokens: readonly string[]): string[] => {
  const isDigits = (token: string | undefined) => token !== undefined && /^\d+$/.test(token)
  if (country === 'PL') return tokens.filter((token, index) => token !== 'M' || !isDigits(tokens[index + 1]))
  if (country !== 'NL') return [...tokens]
  return tokens
    .filter((token, index) => !(index > 0 && dutchFloors.has(token) && isDigits(tokens[index - 1])))
    .map((token, index) => (index > 0 ? (dutchUnits.get(token) ?? token) : token))
}

const dutchFloors = new Set(['HG', 'HOOG'])
const dutchUnits: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ HUIS: 'HS', BOV: 'BOVEN', BEN: 'BENEDEN', BGG: 'BG', ROOD: 'RD', ZWART: 'ZW' }),
  ...Object.entries({ I: '1', II: '2', III: '3', IV: '4' }),
])

/** `Flat 3, 12 High Street`: a unit before the number. */
const leadingUnit = (street: string): { before: string; rest: string } => {
  const found = unitAt(street) === 0 ? LEADING_UNIT.exec(street) : null
  return found ? { before: found[1]!, rest: found[2]! } : { before: '', rest: street }
}

const LEADING_UNIT = /^([^\d,;]{1,40}\d+\p{L}?|[^\d,;\s]{1,20} \p{L})(?:[,;] *| (?=\d))(?=.*\d)(.+)$/u

/** `Main Street Apt 4` and `Main Street #4`: a unit behind the street, where the number precedes it. */
const trailingUnit = (street: string): { street: string; after: string } => {
  const sign = /[\s,]#\s?[\p{L}\p{N}]+$/u.exec(street)?.index ?? -1
  const at = sign > 0 ? sign : unitAt(street)
  if (at <= 0) return { street, after: '' }
  const after = street.slice(at).replace(/^[\s,]+/u, '')
  return /\d|^\p{L}+\.? \p{L}$/u.test(after) ? { street: street.slice(0, at), after } : { street, after: '' }
}

/** Whether a second line names a unit: `Flat 3`, `#4`, `2. OG links`, `12`. */
const namesUnit = (line: string): boolean =>
  unitAt(line) === 0 || /^#?\d{1,4}(?:\P{L}|\p{L}{1,2}\b|$)/u.test(line)

/** Countries that write a flat behind a hyphen: `12-14` is flat 14 of number 12. */
const flatsByHyphen = new Set(['NL', 'EE', 'LV', 'LT'])

/** Whether the number covers several doors, `12-14`, rather than one with a flat, `12/14`. */
const isRange = (country: string, number: string): boolean => {
  if (isRangeInWords(number, country)) return true
  const [, from, to] = /^(\d+)\p{L}? ?- ?(\d+)/u.exec(plainDoor(number)) ?? []
  return from !== undefined && Number(to) > Number(from) && !flatsByHyphen.has(country)
}

/** Joins the tokens of a door. Digits never touch: 1-11, 11-1 and 111 are three doors. */
const joined = (tokens: readonly string[], isRange: boolean): string => {
  const end = isRange ? tokens.findIndex((token, index) => index > 0 && /^\d/.test(token)) : -1
  return tokens.reduce((door, token, index) => {
    if (index === end) return `${door}..${token}`
    return /\d$/.test(door) && /^\D/.test(token) ? door + token : `${door}${door === '' ? '' : '-'}${token}`
  }, '')
}

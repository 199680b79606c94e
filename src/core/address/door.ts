import type { CountryRule } from './country-rules.ts'
import {
  continuesNumbers,
  plainDoor,
  type Reading,
  readTokens,
  saysMoreOfDoor,
  unitAt,
} from './door-words.ts'
import { findNumber, isYear } from './street-number.ts'

/** The parts of a recipient that say which door is meant. */
export interface DoorParts {
  rule: CountryRule
  country: string
  street: string
  houseNumber: string
  houseNumberSuffix: string
  postalCode: string
}

/**
 * The door of an address. Printing, address keys and carriers’ codes all use this reading, so that they agree.
 */
export interface Door extends Reading {
  /** The street without the number, as written. */
  street: string
  /** The number as written, with its letter or range and its own separators: `12-14`, `12 bis`, `3/45`. Empty for none. */
  number: string
  /** A flat, box, staircase or floor, as written: `Flat 2`, `bus 3`, `1. th`. Empty for none. */
  unit: string
}

/** A door and where its parts are on the line of the street. */
interface PlacedDoor extends Door {
  before: string
  after: string
  /** The text between number and unit. */
  joint: string
  /** Whether the unit begins within the street as it was given. */
  isInStreet: boolean
  /** The part of the house number that `street` holds too; `''` where nothing is repeated. */
  repeated: string
}

export const doorOf = (parts: DoorParts): Door => {
  const { street, number, unit, tokens, certain } = placedDoor(parts)
  return { street, number, unit, tokens, certain }
}

/** The line of the street, and the line of a unit that the country writes above it. */
export interface StreetLines {
  above: string
  line: string
  /** The house number that the street holds as well, which is printed once; `''` for none. */
  repeated: string
}

export const streetLines = (parts: DoorParts): StreetLines => {
  const { before, number, after, unit, joint, repeated, isInStreet } = placedDoor(parts)
  // A unit within the street stays where the caller wrote it.
  const isAbove = parts.rule.unitAbove === true && !isInStreet && unitAt(unit) === 0
  // `Rose Cottage` as number of a street is the name of the house.
  const isName = parts.rule.unitAbove && parts.houseNumber !== '' && unit === '' && repeated === ''
  if (isName && parts.street !== '' && /^\p{L}{3}\P{Nd}*$/u.test(number))
    return { above: number, line: parts.street, repeated }
  // Units follow the street where the number precedes it: `12 Main Street Apt 4`.
  const isBehind = parts.rule.numberFirst === true && before === '' && after !== ''
  const line =
    isAbove || isBehind
      ? before + number + after
      : before + number + (unit === '' ? '' : joint + unit) + after
  const behind = isBehind && !isAbove && unit !== '' ? ` ${unit}` : ''
  return { above: isAbove ? unit : '', line: (line + behind).trim(), repeated }
}

/** Printing, checks and keys ask for the same door. */
const known = new WeakMap<DoorParts, PlacedDoor>()

const placedDoor = (parts: DoorParts): PlacedDoor => {
  let door = known.get(parts)
  if (!door) {
    door = readDoor(parts)
    known.set(parts, door)
  }
  return door
}

const readDoor = (parts: DoorParts): PlacedDoor => {
  const within = numberInStreet(parts)
  if (parts.houseNumber === '') return completed(parts, within, '')
  if (within && repeats(parts, within)) {
    // The longer of the two is printed: `Damrak 12` with 12A is `Damrak 12A`.
    const own = splitUnit(parts.houseNumber)
    const isLonger = tokensOf(parts, own).length > tokensOf(parts, within).length
    const door = isLonger ? { ...within, ...own } : within
    return completed(parts, { ...door, street: within.street, certain: false }, parts.houseNumber)
  }
  const { street, rule } = parts
  const separator = rule.separator ?? ' '
  const [before, after] = rule.numberFirst
    ? ['', street === '' ? '' : separator + street]
    : [street === '' ? '' : street + separator, '']
  return completed(
    parts,
    {
      ...splitUnit(parts.houseNumber),
      ...{ street, before, after, isInStreet: false },
      certain: !saysMoreOfDoor(street),
    },
    '',
  )
}

interface Found {
  street: string
  before: string
  number: string
  unit: string
  joint: string
  after: string
  isInStreet: boolean
  /** Whether the number is where the country writes it. */
  certain: boolean
}

const tokensOf = ({ country }: DoorParts, { number, unit }: Pick<Found, 'number' | 'unit'>) =>
  readTokens(number, unit, country).tokens

/** The rest of the name of a street whose number is part of it: `Street` of `12 Street`. */
export const NUMBERED_STREET = /^(?:street|st|avenue|ave|road|rd|lane)\b/iu

/**
 * Whether the number within the street begins with the same tokens as the given one. `12 Street` and `12th
 * Avenue` are names of streets.
 */
const repeats = (parts: DoorParts, within: Found): boolean => {
  if (NUMBERED_STREET.test(within.street)) return false
  const given = tokensOf(parts, splitUnit(parts.houseNumber))
  const own = tokensOf(parts, within)
  const shorter = Math.min(given.length, own.length)
  return shorter > 0 && given.slice(0, shorter).every((token, index) => token === own[index])
}

/** Adds what the caller gave as suffix, unless the number has it already. */
const completed = (parts: DoorParts, found: Found | undefined, repeated: string): PlacedDoor => {
  const { street, houseNumberSuffix: suffix, country } = parts
  if (!found) {
    const before = street === '' ? '' : `${street} `
    return {
      ...{ street, number: '', unit: suffix, joint: '', before, after: '', isInStreet: false, repeated },
      ...readTokens('', suffix, country),
      certain: false,
    }
  }
  const isKnown = repeated !== '' && suffix !== '' && endsWith(tokensOf(parts, found), parts, suffix)
  const whole = isKnown ? found : withSuffix(parts, found)
  const reading = readTokens(whole.number, whole.unit, country)
  return { ...whole, repeated, tokens: reading.tokens, certain: reading.certain && found.certain }
}

const endsWith = (tokens: readonly string[], { country }: DoorParts, suffix: string): boolean => {
  const wanted = readTokens('', suffix, country).tokens
  return wanted.length > 0 && tokens.slice(1).join(' ').endsWith(wanted.join(' '))
}

const REPETITION = /^(?:bis|ter|quater|quinquies)(?![\p{L}\p{N}])/iu
const isRangeEnd = (rule: CountryRule, suffix: string): boolean =>
  continuesNumbers(
    suffix.replace(/^\p{L}\s+(?=\p{L}+\s*\d)/u, ''),
    rule.numberFirst === true && !rule.personFirst,
  )
/** `A`, `A-C`, `a + b`: letters of one number or of several. */
const LETTERS = /^\p{L}(?: ?[-–/+&] ?\p{L})?$/u

/** Joins a suffix that the caller gave apart from the number: a letter to the number, a unit by the country’s joiner. */
const withSuffix = (parts: DoorParts, found: Found): Found => {
  const { rule, houseNumberSuffix: suffix } = parts
  if (suffix === '') return found
  const { number, unit, joint } = found
  if (rule.unitBefore && unit === '' && /^\d+\p{L}?$/u.test(suffix) && /^\d/.test(number))
    return { ...found, number: `${suffix}/${number}` }
  if (unit !== '') return { ...found, unit: unit + joinerOf(parts, unit, suffix) + suffix }
  const at = unitAt(suffix)
  const extension = at > 0 ? suffix.slice(0, at).replace(/[\s,]+$/u, '') : suffix
  if (at !== 0 && extendsNumber(rule, number, extension)) {
    const longer = number + joinerOf(parts, number, extension) + extension
    const rest = at > 0 ? suffix.slice(at) : ''
    return {
      ...found,
      number: longer,
      unit: rest,
      joint: rest === '' ? joint : joinerOf(parts, longer, rest),
    }
  }
  return { ...found, unit: suffix, joint: joinerOf(parts, number, suffix) }
}

/** Whether a suffix is a part of the number, `12A`, `12 bis`, `12-14`, rather than a unit within the building. */
const extendsNumber = (rule: CountryRule, number: string, suffix: string): boolean =>
  /^[-–—/,.½¼¾+&]/u.test(suffix) ||
  REPETITION.test(suffix) ||
  isRangeEnd(rule, suffix) ||
  (LETTERS.test(suffix) && /\p{N}$/u.test(number)) ||
  (rule.numberFirst === true && /^\d\/\d$/u.test(suffix))

/** The text between a number and what follows it. It never joins two digits or two letters. */
const joinerOf = (parts: DoorParts, number: string, suffix: string): string => {
  const { rule } = parts
  if (/^[-–—/,.½¼¾]/u.test(suffix)) return ''
  if (LETTERS.test(suffix) && /\p{N}$/u.test(number) && (rule.letterAttached || rule.numberFirst)) return ''
  if (rule.numberFirst || isRangeEnd(rule, suffix)) return ' '
  const joiner = rule.unitJoiner ?? ' '
  const boxWord = /^\d+$/u.test(suffix) ? (rule.boxWord?.(parts) ?? '') : ''
  if (boxWord !== '') return ` ${boxWord} `
  // `12/5` but `12 m. 5`: a word says what follows, where a sign would.
  const isWord = /^\p{L}{2,}|^\p{L}\./u.test(suffix)
  return /^[-/]$/.test(joiner) && isWord && !REPETITION.test(suffix) ? ' ' : joiner
}

/** Separates a number from a unit that a word names: `12A Flat 2`, `12 bus 3`. */
const splitUnit = (text: string): Pick<Found, 'number' | 'unit' | 'joint'> => {
  const at = unitAt(text)
  if (at <= 0) return { number: text, unit: '', joint: '' }
  const number = text.slice(0, at).replace(/[\s,;/-]+$/u, '')
  return { number, unit: text.slice(at), joint: text.slice(number.length, at) }
}

/** The number within the street, in the country’s position first; undefined where there is none. */
const numberInStreet = ({ street, rule }: DoorParts): Found | undefined => {
  const range = findNumber(plainDoor(street), Boolean(rule.numberFirst))
  if (!range) return undefined
  const [from, to] = range
  const [before, text, after] = [street.slice(0, from), street.slice(from, to), street.slice(to)]
  const isAtStart = before === ''
  const name = (isAtStart ? after : before).replace(/^[\s,]+|[\s,]+$/gu, '')
  const own = splitUnit(text)
  return {
    ...own,
    street: name,
    before,
    after,
    isInStreet: own.unit !== '',
    certain:
      isAtStart === Boolean(rule.numberFirst) &&
      !saysMoreOfDoor(name) &&
      !isYear(text) &&
      !endsWithYear(name),
  }
}

/** `Plein 1944 12` may be flat 12 of number 1944. */
const endsWithYear = (street: string): boolean => isYear(street.split(' ').at(-1)!)

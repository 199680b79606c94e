import { memoisedByObject } from '../../kernel/text.ts'
import type { CountryRule } from '../countries/rules.ts'
import {
  continuesNumbers,
  isBetweenNumbers,
  isDoorWord,
  plainDoor,
  type Reading,
  readTokens,
  saysMoreOfDoor,
  unitAt,
} from './door-words.ts'

/** Start and end of a number within a street. */
export type NumberRange = readonly [from: number, to: number]

interface Word {
  text: string
  at: number
}

/** Finds the number, first in the country’s position. Expects `plainDoor` text; runs in linear time. */
const findNumber = (plain: string, numberFirst: boolean): NumberRange | undefined => {
  const words = [...plain.matchAll(/[^\s,]+/gu)].map((match) => ({ text: match[0], at: match.index }))
  return numberFirst
    ? (rangeAtStart(plain, words) ?? rangeAtEnd(plain, words))
    : (rangeAtEnd(plain, words) ?? rangeAtFrenchStart(plain, words))
}

const LABEL = /^(?:no|nr|nº|n°|n\.º|num|nummer|number|№|n|č\.?p|д|дом|km|block|blk|#)\.?$/iu
const STARTS_WITH_NUMBER = /^(?:#|\(|no\.?|nr\.?|nº|n°|№)?\p{L}?\d/iu
const WITHOUT_NUMBER = /(?<=[\s,])(?:s\/n\.?|s\.\/n\.|s\. ?n\.?|snc\.?|б\/н|b\/n|z\.?n\.)$/iu

/** Finds the longest run of words at the end that may be a house number and starts with one. */
const rangeAtEnd = (plain: string, words: readonly Word[]): NumberRange | undefined => {
  const end = plain.replace(/[\s,;]+$/u, '').length
  const without = WITHOUT_NUMBER.exec(plain.slice(0, end))
  if (without) return [without.index, end]
  const from = startAtEnd(words)
  if (from !== undefined) return [from, end]
  // After a comma comes a part of the building: `Musterweg 5, Hinterhaus`.
  const comma = /\d\S*(?=, )/u.exec(plain)
  const before = comma ? words.filter(({ at }) => at < comma.index + comma[0].length) : []
  const start = startAtEnd(before)
  if (start !== undefined) return [start, end]
  // Without a space: `Damrak12`.
  const last = words.at(-1)
  const glued = last && /^\D*[\p{L}.](?=#?\d)/u.exec(last.text)
  return glued && glued[0].length > 1 ? [last.at + glued[0].length, end] : undefined
}

/** Detects years, which usually belong to a street’s name, `Plein 1944`, but may be a house number. */
const isYear = (word: string): boolean => /^(?:1[89]|20)\d\d$/.test(word)

const startAtEnd = (words: readonly Word[]): number | undefined => {
  let first: number | undefined
  for (let index = words.length - 1; index > 0 && isDoorWord(words[index]!.text); index--) {
    if (first !== undefined && isYear(words[index]!.text)) break
    if (STARTS_WITH_NUMBER.test(words[index]!.text)) first = index
  }
  if (first === undefined) return undefined
  const isLabelled = first > 1 && LABEL.test(words[first - 1]!.text)
  return words[isLabelled ? first - 1 : first]!.at
}

const STREET_WORD =
  /^(?:rue|r\.|avenue|av\.?|boulevard|bd\.?|blvd|place|pl\.|chemin|ch\.|chaussée|route|rte|quai|impasse|allée|square|sentier|ruelle|cours|passage|clos|voie|cité|hameau|villa|faubourg|fbg)$/iu
const ORDINAL = /^\d+(?:st|nd|rd|th|e|er|re|ère|ème|º|ª|\.)$/iu

const isJoin = (word: string): boolean => /^[-/&+]$/.test(word) || isBetweenNumbers(word)

/** Finds a number at the start: `12`, `12-14`, `12 bis`, `13 bis à 14`, `12 1/2`, `No. 5`. */
const rangeAtStart = (plain: string, words: readonly Word[]): NumberRange | undefined => {
  const text = (index: number) => words[index]?.text ?? ''
  let next = LABEL.test(text(0)) ? 1 : 0
  if (!STARTS_WITH_NUMBER.test(text(next)) || ORDINAL.test(text(next))) return undefined
  next++
  while (next < words.length - 1) {
    if (/^(?:bis|ter|quater|quinquies|\d\/\d|[-/]\d.*)$/iu.test(text(next))) next++
    else if (isJoin(text(next)) && /^\d/.test(text(next + 1))) next += 2
    else if (/[-/&+]$/.test(text(next - 1)) && /^\d/.test(text(next))) next++
    else if (/^\p{L}$/u.test(text(next)) && STREET_WORD.test(text(next + 1))) next++
    else if (/^\p{L}$/u.test(text(next)) && isJoin(text(next + 1)) && /^\d/.test(text(next + 2))) next += 3
    else break
  }
  if (next >= words.length) return undefined
  const last = words[next - 1]!
  return plain.slice(words[next]!.at).trim() === '' ? undefined : [0, last.at + last.text.length]
}

/** Finds the number of `12 rue Neuve` in countries that write it after the street. */
const rangeAtFrenchStart = (plain: string, words: readonly Word[]): NumberRange | undefined => {
  const range = rangeAtStart(plain, words)
  const following = range && words.find(({ at }) => at >= range[1])
  return following && STREET_WORD.test(following.text) ? range : undefined
}

/** The parts of a recipient that identify the door. */
export interface DoorParts {
  rule: CountryRule
  country: string
  street: string
  houseNumber: string
  houseNumberSuffix: string
  postalCode: string
}

/** Printing, address keys and carrier codes share this reading, so that they agree. */
export interface Door extends Reading {
  /** Street without the number, as written. */
  street: string
  /** As written, with letter or range and its own separators: `12-14`, `12 bis`, `3/45`. Empty for none. */
  number: string
  /** Flat, box, staircase or floor, as written: `Flat 2`, `bus 3`, `1. th`. Empty for none. */
  unit: string
}

/** A door with the position of its parts in the street line. */
interface PlacedDoor extends Door {
  before: string
  after: string
  /** Text between number and unit. */
  joint: string
  /** The unit starts within the given street. */
  isInStreet: boolean
  /** Part of the house number that `street` repeats; `''` for none. */
  repeated: string
}

export const doorOf = (parts: DoorParts): Door => {
  const { street, number, unit, tokens, certain } = placedDoor(parts)
  return { street, number, unit, tokens, certain }
}

/** The street line, and the line of a unit above it. */
export interface StreetLines {
  above: string
  line: string
  /** House number repeated in the street, printed once; `''` for none. */
  repeated: string
}

export const streetLines = (parts: DoorParts): StreetLines => {
  const { before, number, after, unit, joint, repeated, isInStreet } = placedDoor(parts)
  // A unit within the street stays in its place.
  const isAbove = parts.rule.unitAbove === true && !isInStreet && unitAt(unit) === 0
  // `Rose Cottage` as number is the name of the house.
  const isName = parts.rule.unitAbove && parts.houseNumber !== '' && unit === '' && repeated === ''
  if (isName && parts.street !== '' && /^\p{L}{3}\P{Nd}*$/u.test(number))
    return { above: number, line: parts.street, repeated }
  // Units follow the street if the number precedes it: `12 Main Street Apt 4`.
  const isBehind = parts.rule.numberFirst === true && before === '' && after !== ''
  const line =
    isAbove || isBehind
      ? before + number + after
      : before + number + (unit === '' ? '' : joint + unit) + after
  const behind = isBehind && !isAbove && unit !== '' ? ` ${unit}` : ''
  return { above: isAbove ? unit : '', line: (line + behind).trim(), repeated }
}

/** Cached, because printing, checks and keys share it. */
const placedDoor = memoisedByObject((parts: DoorParts) => readDoor(parts))

const readDoor = (parts: DoorParts): PlacedDoor => {
  const within = numberInStreet(parts)
  if (parts.houseNumber === '') return completed(parts, within, '')
  if (within && repeats(parts, within)) {
    // Prints the longer one: `Damrak 12` with 12A is `Damrak 12A`.
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
  /** The number is in the country's position. */
  certain: boolean
}

const tokensOf = ({ country }: DoorParts, { number, unit }: Pick<Found, 'number' | 'unit'>) =>
  readTokens(number, unit, country).tokens

/** Matches the rest of a numbered street name: `Street` of `12 Street`. */
export const NUMBERED_STREET = /^(?:street|st|avenue|ave|road|rd|lane)\b/iu

/** True if both numbers start with the same tokens. `12 Street` and `12th Avenue` are street names. */
const repeats = (parts: DoorParts, within: Found): boolean => {
  if (NUMBERED_STREET.test(within.street)) return false
  const given = tokensOf(parts, splitUnit(parts.houseNumber))
  const own = tokensOf(parts, within)
  const shorter = Math.min(given.length, own.length)
  return shorter > 0 && given.slice(0, shorter).every((token, index) => token === own[index])
}

/** Adds the given suffix, unless the number already has it. */
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
/** Letters of one or several numbers: `A`, `A-C`, `a + b`. */
const LETTERS = /^\p{L}(?: ?[-–/+&] ?\p{L})?$/u

/** Adds the suffix: a letter to the number, a unit after the country’s joiner. */
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

/** True for part of the number, `12A`, `12 bis`, `12-14`, rather than a unit within the building. */
const extendsNumber = (rule: CountryRule, number: string, suffix: string): boolean =>
  /^[-–—/,.½¼¾+&]/u.test(suffix) ||
  REPETITION.test(suffix) ||
  isRangeEnd(rule, suffix) ||
  (LETTERS.test(suffix) && /\p{N}$/u.test(number)) ||
  (rule.numberFirst === true && /^\d\/\d$/u.test(suffix))

/** Returns the text between number and suffix, which keeps two digits or two letters apart. */
const joinerOf = (parts: DoorParts, number: string, suffix: string): string => {
  const { rule } = parts
  if (/^[-–—/,.½¼¾]/u.test(suffix)) return ''
  if (LETTERS.test(suffix) && /\p{N}$/u.test(number) && (rule.letterAttached || rule.numberFirst)) return ''
  if (rule.numberFirst || isRangeEnd(rule, suffix)) return ' '
  const joiner = rule.unitJoiner ?? ' '
  const boxWord = /^\d+$/u.test(suffix) ? (rule.boxWord?.(parts) ?? '') : ''
  if (boxWord !== '') return ` ${boxWord} `
  // A word replaces the sign: `12/5`, but `12 m. 5`.
  const isWord = /^\p{L}{2,}|^\p{L}\./u.test(suffix)
  return /^[-/]$/.test(joiner) && isWord && !REPETITION.test(suffix) ? ' ' : joiner
}

/** Splits `12A Flat 2` and `12 bus 3`. */
const splitUnit = (text: string): Pick<Found, 'number' | 'unit' | 'joint'> => {
  const at = unitAt(text)
  if (at <= 0) return { number: text, unit: '', joint: '' }
  const number = text.slice(0, at).replace(/[\s,;/-]+$/u, '')
  return { number, unit: text.slice(at), joint: text.slice(number.length, at) }
}

/** Splits the street at its house number; undefined if it has none. */
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

/** Detects `Plein 1944 12`, which may be flat 12 of number 1944. */
const endsWithYear = (street: string): boolean => isYear(street.split(' ').at(-1)!)

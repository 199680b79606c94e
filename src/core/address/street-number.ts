import { isBetweenNumbers, isDoorWord } from './door-words.ts'

/** Where a number begins and ends within a street. */
export type NumberRange = readonly [from: number, to: number]

interface Word {
  text: string
  at: number
}

/**
 * Finds the number in a street in plain characters (`plainDoor`), in the country’s position first. Returns
 * undefined where there is none. The time it takes grows with the length of the street only.
 */
export const findNumber = (plain: string, numberFirst: boolean): NumberRange | undefined => {
  const words = [...plain.matchAll(/[^\s,]+/gu)].map((match) => ({ text: match[0], at: match.index }))
  return numberFirst
    ? (rangeAtStart(plain, words) ?? rangeAtEnd(plain, words))
    : (rangeAtEnd(plain, words) ?? rangeAtFrenchStart(plain, words))
}

const LABEL = /^(?:no|nr|nº|n°|n\.º|num|nummer|number|№|n|č\.?p|д|дом|km|block|blk|#)\.?$/iu
const STARTS_WITH_NUMBER = /^(?:#|\(|no\.?|nr\.?|nº|n°|№)?\p{L}?\d/iu
const WITHOUT_NUMBER = /(?<=[\s,])(?:s\/n\.?|s\.\/n\.|s\. ?n\.?|snc\.?|б\/н|b\/n|z\.?n\.)$/iu

/** The longest run of words at the end that may be a house number and begins with one. */
const rangeAtEnd = (plain: string, words: readonly Word[]): NumberRange | undefined => {
  const end = plain.replace(/[\s,;]+$/u, '').length
  const without = WITHOUT_NUMBER.exec(plain.slice(0, end))
  if (without) return [without.index, end]
  const from = startAtEnd(words)
  if (from !== undefined) return [from, end]
  // `Musterweg 5, Hinterhaus`: what follows a comma is within the building.
  const comma = /\d\S*(?=, )/u.exec(plain)
  const before = comma ? words.filter(({ at }) => at < comma.index + comma[0].length) : []
  const start = startAtEnd(before)
  if (start !== undefined) return [start, end]
  // `Damrak12`, written without a space.
  const last = words.at(-1)
  const glued = last && /^\D*[\p{L}.](?=#?\d)/u.exec(last.text)
  return glued && glued[0].length > 1 ? [last.at + glued[0].length, end] : undefined
}

/** A year is a part of a street’s name, `Plein 1944`, rather than a house number, but it may be one. */
export const isYear = (word: string): boolean => /^(?:1[89]|20)\d\d$/.test(word)

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

/** A number at the start: `12`, `12-14`, `12 bis`, `13 bis à 14`, `12 1/2`, `No. 5`. */
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

/** `12 rue Neuve` in a country that writes the number behind the street. */
const rangeAtFrenchStart = (plain: string, words: readonly Word[]): NumberRange | undefined => {
  const range = rangeAtStart(plain, words)
  const following = range && words.find(({ at }) => at >= range[1])
  return following && STREET_WORD.test(following.text) ? range : undefined
}

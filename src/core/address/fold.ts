import { checksum, foldLetters } from '../kernel/text.ts'

/** Folds differences without meaning: case, accents, punctuation, `ß`, invisible characters. */
export const foldName = (text: string): string =>
  // Fast path for ASCII, which most text is.
  /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : foldLetters(text)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Makes folded `Mueller` and `Müller` equal. Shortens `ae`, `oe`, `ue` and `aa` in every other name too. */
export const collapseUmlauts = (folded: string): string => folded.replace(/([aou])e|aa/g, (pair) => pair[0]!)

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** `Müller` → `Mueller`. */
export const spellOutUmlauts = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => digraphs[letter.toLowerCase()]!)

/** Limits a key's length for database indexes. A shortened key ends in a checksum. */
export const bounded = (key: string, length: number): string => {
  if (key.length <= length) return key
  const sum = checksum(key)
  return `${key.slice(0, length - sum.length - 1)}~${sum}`.toWellFormed()
}

/** Characters that no address needs: soft hyphens, zero-width spaces, fillers, tags, direction controls. */
const INVISIBLE =
  /\u00AD|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180F]|[\u200B\u202A-\u202E\u2060-\u2065\u206A-\u206F]|[\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu
/** Controls that right-to-left and joining scripts need within words. */
const JOINERS = /[\u061C\u200C-\u200F\u2066-\u2069]/gu
const NEEDS_JOINERS =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Controls that change the direction of text, including following text. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export const visible = (text: string): string => {
  if (/^[ -~¡-¬®-ſ]*$/u.test(text)) return text
  const without = text.replace(INVISIBLE, '')
  return NEEDS_JOINERS.test(without) ? without : without.replace(JOINERS, '')
}

/** Returns the first five distinct invisible characters: `U+200B, U+00AD`. */
export const invisibleIn = (text: string): string =>
  codePoints([
    ...(text.match(INVISIBLE) ?? []),
    ...(NEEDS_JOINERS.test(text) ? [] : (text.match(JOINERS) ?? [])),
  ])

/** Returns the first five distinct direction controls, in the form of `invisibleIn`. */
export const directionControlsIn = (text: string): string => codePoints(text.match(DIRECTION) ?? [])

const codePoints = (characters: readonly string[]): string =>
  [...new Set(characters)]
    .slice(0, 5)
    .map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ')

/** More marks on a letter than any language uses. */
const PILED_MARKS = /\p{M}{9}/u
export const hasPiledMarks = (text: string): boolean => PILED_MARKS.test(text)

import { checksum, foldLetters } from '../kernel/text.ts'

/** Folds spelling differences that carry no meaning: case, accents, punctuation, `ß`, invisible characters. */
export const foldName = (text: string): string =>
  // Most text is ASCII and needs no decomposition.
  /^[ -~]*$/.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : foldLetters(text)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()

/** The words of a text with white space between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** `Mueller` and `Müller` in one form, from folded text. Other names with two vowels get the same short form. */
export const collapseUmlauts = (folded: string): string => folded.replace(/([aou])e|aa/g, (pair) => pair[0]!)

const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Writes umlauts as two letters: `Müller` as `Mueller`. */
export const spellOutUmlauts = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => digraphs[letter.toLowerCase()]!)

/** Shortens a key to `length`, since indexes limit the length of text. A shortened key ends in a checksum. */
export const bounded = (key: string, length: number): string => {
  if (key.length <= length) return key
  const sum = checksum(key)
  return `${key.slice(0, length - sum.length - 1)}~${sum}`.toWellFormed()
}

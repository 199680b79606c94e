import type { CsvReading, Sureness } from '../../../core/ports/csv.ts'
import { systemTurns } from '../../system/turns.ts'
import type { ByteTally } from './byte-tally.ts'
import { decoderOf } from './decoder.ts'
import { type Reading, readingsOf } from './guess.ts'

export interface Detected {
  sureness: Sureness
  /** The most probable first. */
  readings: CsvReading[]
}

/**
 * How much more the second best reading must cost for the best to be likely (docs/design/lists.md has the
 * measurements), and how much more where the best has signs among its letters or is in a script of East Asia.
 */
const likelyMargin = 6
const doubtfulMargin = 15
/** Valid sequences for each invalid byte from which a file is UTF-8 with broken rows. */
const validForInvalid = 4
/** Readings that are offered, and rows that are shown of each. */
const mostReadings = 6
const mostSamples = 3
const sampleLength = 200

/** Decides the encoding of a file without a byte order mark. */
export const detect = async (tally: ByteTally, country: string): Promise<Detected> => {
  const { utf8Sequences, surrogates, invalidBytes } = tally
  if (invalidBytes + surrogates === 0)
    return { sureness: 'certain', readings: [{ encoding: 'utf-8', samples: [] }] }
  const others = await readingsOf(tally, country, async () => systemTurns.rest())
  if (utf8Sequences + surrogates >= validForInvalid * invalidBytes) {
    const readings = [{ encoding: 'utf-8', cost: 0, text: '' } as const, ...others]
    return { sureness: 'likely', readings: shownReadings(tally, readings) }
  }
  return { sureness: surenessOf(others), readings: shownReadings(tally, others) }
}

/** Letters and marks of names in alphabets; and a capital within a word, as in `ŁódĽ`. */
const plain = /^[\p{L}\p{M}\p{ASCII}’\u00A0°ºª–—]*$/u
const eastAsian = /[\u2E80-\uFFDC]/
const capitalWithin = /\p{Ll}(?!\p{ASCII})\p{Lu}/u

/**
 * What no reading in the right encoding has: lost letters, signs where a word has a letter, as in `¸ukasz`, a capital
 * within a word, as in `Yİldİrİm`, an apostrophe before a consonant, as in `Fel’cia`, and words of Korean and Chinese
 * characters.
 */
const wrong =
  /\p{Ll}(?!\p{ASCII})\p{Lu}\p{Ll}|(?<!\p{L})‚\p{L}|[A-Za-z]’[bcdfgjklmnpqrtvwxz]\p{Ll}|[\uAC00-\uD7A3][\u4E00-\u9FFF]|[\u4E00-\u9FFF][\uAC00-\uD7A3]|\uFFFD|(?<!\p{L})[¨¯¸˘˙˚˛˜˝ˇ]\p{L}|\p{L}[∂∏∑√∞∫≈≠≤≥◊]\p{L}/u

const surenessOf = ([best, second]: readonly Reading[]): Sureness => {
  if (wrong.test(best!.text)) return 'unsure'
  const margin = (second?.cost ?? Number.POSITIVE_INFINITY) - best!.cost
  const isPlain = plain.test(best!.text) && !eastAsian.test(best!.text) && !capitalWithin.test(best!.text)
  return margin >= (isPlain ? likelyMargin : doubtfulMargin) ? 'likely' : 'unsure'
}

const shownReadings = (tally: ByteTally, readings: readonly Reading[]): CsvReading[] => {
  const shown = readings.slice(0, mostReadings).map(({ encoding }) => encoding)
  const texts = tally.lines.map((line) => shown.map((encoding) => decoderOf(encoding).decode(line)))
  const lines = tellingLines(texts.map((line) => line.map((text) => text.slice(0, sampleLength))))
  return shown.map((encoding, index) => ({ encoding, samples: lines.map((line) => line[index]!) }))
}

/**
 * The lines, each read in all encodings, by which a person can tell most of the encodings apart, in the order of
 * the file; the first ones where all encodings read every line alike.
 */
const tellingLines = (lines: readonly string[][]): string[][] => {
  const telling = lines.filter((line) => new Set(line).size > 1)
  if (telling.length === 0) return lines.slice(0, mostSamples)
  const chosen: string[][] = []
  // Encodings that the chosen lines tell apart give different texts.
  const toldApart = (line: string[]) =>
    new Set(line.map((_, index) => [...chosen, line].map((one) => one[index]).join('\n'))).size
  while (chosen.length < Math.min(mostSamples, telling.length)) {
    const left = telling.filter((line) => !chosen.includes(line))
    chosen.push(left.reduce((best, next) => (toldApart(next) > toldApart(best) ? next : best)))
  }
  return telling.filter((line) => chosen.includes(line))
}

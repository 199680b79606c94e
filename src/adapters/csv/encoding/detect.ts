import type { CsvEncoding } from '../../../core/kernel/csv-dialect.ts'
import type { CsvReading, Sureness } from '../../../core/ports/csv.ts'
import { systemTurns } from '../../system/turns.ts'
import type { ByteTally } from './byte-tally.ts'
import { decoderOf } from './decoder.ts'
import { textCost } from './score.ts'

/**
 * Encodings of one or two bytes for a letter, by what each costs before anything is read: exports of Windows are
 * frequent, those of DOS and the Macintosh rare. `iso-8859-9` is left out: it has no letter that `windows-1254`
 * has not. Of `windows-1258` and `windows-874` no letters are known; they can be chosen.
 */
export const candidates: readonly (readonly [CsvEncoding, number])[] = [
  ['windows-1252', 0],
  ['windows-1250', 1],
  ['windows-1251', 1],
  ['windows-1253', 1],
  ['windows-1254', 2],
  ['windows-1257', 7],
  ['iso-8859-15', 3],
  ['iso-8859-2', 3],
  ['iso-8859-5', 4],
  ['iso-8859-7', 3],
  ['macintosh', 3],
  ['cp850', 3],
  ['cp437', 5],
  ['cp852', 4],
  ['mac-ce', 5],
  ['koi8-r', 4],
  ['koi8-u', 4.5],
  ['cp866', 4],
  ['mac-cyrillic', 5],
  ['windows-1255', 3],
  ['windows-1256', 3],
  ['shift_jis', 2],
  ['gbk', 2],
  ['euc-kr', 2],
  ['euc-jp', 4],
  ['big5', 3],
]

/** Encodings that are as frequent in these countries as `windows-1252` is elsewhere. */
const usualIn: Readonly<Partial<Record<CsvEncoding, string>>> = {
  'windows-1250': 'AL BA CZ HR HU ME PL RO RS SI SK',
  'windows-1251': 'BG BY KZ MK RS RU UA',
  'windows-1253': 'CY GR',
  'windows-1254': 'TR',
  'windows-1257': 'EE LT LV',
  shift_jis: 'JP',
  gbk: 'CN',
  'euc-kr': 'KR',
  big5: 'HK MO TW',
  'windows-1255': 'IL',
  'windows-1256': 'AE BH DZ EG IQ IR JO KW LB LY MA OM PS QA SA SD SY TN YE',
}
/** What `windows-1252` costs in these countries. */
const foreign = 3

/** What an encoding costs before anything is read, for an organisation in this country. */
const priorOf = (encoding: CsvEncoding, prior: number, country: string): number => {
  if (usualIn[encoding]?.split(' ').includes(country)) return 0
  const isForeign = Object.values(usualIn).some((countries) => countries.split(' ').includes(country))
  return encoding === 'windows-1252' && isForeign ? foreign : prior
}

/** A reading of the words of a file. */
interface Reading {
  encoding: CsvEncoding
  /** Minus the natural logarithm of how probable it is; the lowest is the best. */
  cost: number
  text: string
}

/** The readings that differ, the most probable first. Gives way to other work between candidates. */
const readingsOf = async (
  { words, asciiWords }: Pick<ByteTally, 'words' | 'asciiWords'>,
  country: string,
  giveWay: () => Promise<void>,
): Promise<Reading[]> => {
  const readings: Reading[] = []
  for (const [encoding, prior] of candidates) {
    await giveWay()
    const texts = words.map((word) => decoderOf(encoding).decode(word))
    readings.push({
      encoding,
      cost: priorOf(encoding, prior, country) + textCost(texts, asciiWords),
      text: texts.join('\n'),
    })
  }
  readings.sort((one, other) => one.cost - other.cost)
  return readings.filter(({ text }, index) => readings.findIndex((other) => other.text === text) === index)
}

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

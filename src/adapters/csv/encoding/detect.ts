import type { CsvEncoding } from '../../../core/kernel/csv-dialect.ts'
import type { CsvReading, Sureness } from '../../../core/ports/csv.ts'
import { systemTurns } from '../../system/turns.ts'
import type { ByteTally } from './byte-tally.ts'
import { decoderOf } from './decoder.ts'
import { textCost } from './score.ts'

/**
 * Single-byte and East Asian encodings with their prior cost: exports from Windows are common, those from DOS
 * and the Macintosh rare. `iso-8859-9` is omitted because `windows-1254` has all its letters. There is no
 * letter table for `windows-1258` and `windows-874`, but they can be selected.
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

/** Countries where an encoding is as common as `windows-1252` is elsewhere. */
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
/** The prior cost of `windows-1252` in these countries. */
const foreign = 3

/** Returns the prior cost of an encoding for an organisation in this country. */
const priorOf = (encoding: CsvEncoding, prior: number, country: string): number => {
  if (usualIn[encoding]?.split(' ').includes(country)) return 0
  const isForeign = Object.values(usualIn).some((countries) => countries.split(' ').includes(country))
  return encoding === 'windows-1252' && isForeign ? foreign : prior
}

interface Reading {
  encoding: CsvEncoding
  /** The negative natural logarithm of its probability; lower is better. */
  cost: number
  text: string
}

/** Returns the most probable reading first. Yields to other work between candidates. */
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

interface Detected {
  sureness: Sureness
  readings: CsvReading[]
}

/**
 * The cost by which the best reading must beat the second to be likely (measurements in
 * docs/design/lists.md), and the one for readings that have symbols among their letters or are East Asian.
 */
const likelyMargin = 6
const doubtfulMargin = 15
/** Minimum valid sequences per invalid byte for a file to count as UTF-8 with corrupt rows. */
const validForInvalid = 4
/** Limits on the readings offered and on the sample rows of each. */
const maxReadings = 6
const maxSamples = 3
const sampleLength = 200

/** Detects the encoding of a file without a byte order mark. */
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

/** Matches letters and marks of names. `capitalWithin` matches a capital within a word, as in `ŁódĽ`. */
const plain = /^[\p{L}\p{M}\p{ASCII}’\u00A0°ºª–—]*$/u
const eastAsian = /[\u2E80-\uFFDC]/
const capitalWithin = /\p{Ll}(?!\p{ASCII})\p{Lu}/u

/**
 * Matches text that no correct reading has: replacement characters, symbols instead of letters (`¸ukasz`), a
 * capital within a word (`Yİldİrİm`), an apostrophe before a consonant (`Fel’cia`), and words that mix Korean
 * and Chinese characters.
 */
const impossible =
  /\p{Ll}(?!\p{ASCII})\p{Lu}\p{Ll}|(?<!\p{L})‚\p{L}|[A-Za-z]’[bcdfgjklmnpqrtvwxz]\p{Ll}|[\uAC00-\uD7A3][\u4E00-\u9FFF]|[\u4E00-\u9FFF][\uAC00-\uD7A3]|\uFFFD|(?<!\p{L})[¨¯¸˘˙˚˛˜˝ˇ]\p{L}|\p{L}[∂∏∑√∞∫≈≠≤≥◊]\p{L}/u

const surenessOf = ([best, second]: readonly Reading[]): Sureness => {
  if (impossible.test(best!.text)) return 'unsure'
  const margin = (second?.cost ?? Number.POSITIVE_INFINITY) - best!.cost
  const isPlain = plain.test(best!.text) && !eastAsian.test(best!.text) && !capitalWithin.test(best!.text)
  return margin >= (isPlain ? likelyMargin : doubtfulMargin) ? 'likely' : 'unsure'
}

const shownReadings = (tally: ByteTally, readings: readonly Reading[]): CsvReading[] => {
  const shown = readings.slice(0, maxReadings).map(({ encoding }) => encoding)
  const texts = tally.lines.map((line) => shown.map((encoding) => decoderOf(encoding).decode(line)))
  const lines = distinguishingLines(texts.map((line) => line.map((text) => text.slice(0, sampleLength))))
  return shown.map((encoding, index) => ({ encoding, samples: lines.map((line) => line[index]!) }))
}

/** Returns the lines, in order, that distinguish the most encodings; the first lines if none differ. */
const distinguishingLines = (lines: readonly string[][]): string[][] => {
  const differing = lines.filter((line) => new Set(line).size > 1)
  if (differing.length === 0) return lines.slice(0, maxSamples)
  const chosen: string[][] = []
  // Encodings are distinguished if their texts of the chosen lines differ.
  const distinguished = (line: string[]) =>
    new Set(line.map((_, index) => [...chosen, line].map((one) => one[index]).join('\n'))).size
  while (chosen.length < Math.min(maxSamples, differing.length)) {
    const left = differing.filter((line) => !chosen.includes(line))
    chosen.push(left.reduce((best, next) => (distinguished(next) > distinguished(best) ? next : best)))
  }
  return differing.filter((line) => chosen.includes(line))
}

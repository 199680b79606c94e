import type { CsvEncoding } from '../../../core/kernel/csv-dialect.ts'
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
export interface Reading {
  encoding: CsvEncoding
  /** Minus the natural logarithm of how probable it is; the lowest is the best. */
  cost: number
  text: string
}

/** The readings that differ, the most probable first. Gives way to other work between candidates. */
export const readingsOf = async (
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

import { addLocale, format, getLocale, isDateFormat, type LocaleData } from 'numfmt'
import { sheetDialect } from '../../core/kernel/csv-dialect.ts'
import { decodeCsv } from '../csv/decode.ts'
import { systemTurns } from '../system/turns.ts'
import type { FormattedNumber } from './values.ts'
import { createFormatReader } from './values.ts'

/** Yields the text of each formatted number of a sheet in a language; undefined for every other cell. */
export async function* decodeFormatted(
  chunks: AsyncIterable<Uint8Array>,
  language: string,
): AsyncGenerator<(string | undefined)[][]> {
  const read = createFormatReader()
  const show = createFormatter(language)
  for await (const records of decodeCsv(chunks, sheetDialect)) {
    const shown: (string | undefined)[][] = []
    for (const cells of records) {
      const row: (string | undefined)[] = []
      for (const cell of cells) {
        const number = read(cell)
        // Formatting with a long format code takes half a millisecond.
        if (number) await systemTurns.rest()
        row.push(number && show(number))
      }
      shown.push(row)
    }
    yield shown
  }
}

/** Returns a function that formats like a spreadsheet; it returns undefined for numbers it can't format. */
export const createFormatter = (language: string): ((formatted: FormattedNumber) => string | undefined) => {
  const locale = localeOf(language)
  const months = monthsNextToDays(language)
  const codes = new Map<string, (number: number) => string>()
  return ({ number, code }) => {
    let codeFor = codes.get(code)
    if (!codeFor) {
      codeFor = codeIn(code === '' ? general : code, language, months)
      codes.set(code, codeFor)
    }
    return textOf(codeFor(Number(number)), Number(number), locale)
  }
}

const textOf = (code: string, number: number, locale: string): string | undefined => {
  try {
    // Spreadsheets show no date before 1900, but the library does.
    if (number < 0 && isDateFormat(code)) return undefined
    const text = format(code, number, { locale })
    if (text.length > maxLength || /^#+$/.test(text)) return undefined
    return text
      .replaceAll('\u202F', '\u00A0')
      .replace(/[^\S\u00A0]+/gu, ' ')
      .trim()
  } catch {
    return undefined
  }
}

/** The format of cells without one; it shows at most eleven characters. */
const general = 'General'

const maxLength = 32_767

/** Matches literals in a format code: quoted text, escaped characters and brackets. */
const literal = String.raw`"[^"]*"|\\.|\[[^\]]*\]`
const literals = new RegExp(literal, 'gsu')
const literalsAndMonths = new RegExp(`${literal}|m+`, 'gisu')

/**
 * Returns a function from a number to its format code in a language: without the workbook's language, which
 * spreadsheets add automatically, with the country's short date, and with months inflected next to a day.
 * Keeps other calendars and numerals, and the system date and time (F800, F400) that the library spells out.
 */
const codeIn = (code: string, language: string, months: readonly string[]): ((number: number) => string) => {
  const plain = code.replace(/\[\$([^\]"-]*)-(?!F[48]00)[0-9a-f]{1,4}\]/gi, (_, sign: string) =>
    sign === '' ? '' : `"${sign}"`,
  )
  const own = plain.replace(/^m\/d\/yyyy(?= h|$)/, () => shortDayIn(language))
  const signs = own.replace(literals, '')
  const hasDay = /(?<!m)mmmm(?!m)/i.test(signs) && /(?<!d)d{1,2}(?!d)/i.test(signs)
  if (!hasDay || /\[\$-/.test(own)) return () => own
  return (number) => {
    const month = months[new Date((Math.floor(number) - daysTo1970) * dayMs).getUTCMonth()]
    return month === undefined
      ? own
      : own.replace(literalsAndMonths, (part) => (/^m{4}$/i.test(part) ? `"${month}"` : part))
  }
}

const shortDayIn = (language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })
    .formatToParts(0)
    .map(({ type, value }) => {
      if (type === 'day') return value.length === 2 ? 'dd' : 'd'
      if (type === 'month') return value.length === 2 ? 'mm' : 'm'
      return type === 'year' ? 'yyyy' : `"${value}"`
    })
    .join('')

const dayMs = 86_400_000
const daysTo1970 = 25_569

/** Months in the form next to a day, for example `marca` instead of `marzec` in Polish. */
const monthsNextToDays = (language: string): string[] => {
  const form = new Intl.DateTimeFormat(language, {
    ...{ month: 'long', day: 'numeric' },
    ...{ calendar: 'gregory', timeZone: 'UTC' },
  })
  return Array.from(
    { length: 12 },
    (_, month) => form.formatToParts(Date.UTC(2026, month, 5)).find(({ type }) => type === 'month')!.value,
  )
}

/** Returns the library's locale for a language, created from the platform's data if missing, or `en`. */
const localeOf = (language: string): string => {
  const known = getLocale(language) ?? getLocale(language.split('-')[0]!)
  if (known) return language
  const [own] = Intl.NumberFormat.supportedLocalesOf([language])
  if (own === undefined) return 'en'
  const numbers = new Intl.NumberFormat(language).formatToParts(1_234_567.5)
  const names = (options: Intl.DateTimeFormatOptions, count: number, step: number) => {
    const form = new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' })
    // 4 January 1970 was a Sunday.
    return Array.from({ length: count }, (_, index) => form.format((3 + index * step) * dayMs))
  }
  addLocale(
    {
      group: numbers.find(({ type }) => type === 'group')?.value ?? '\u00A0',
      decimal: numbers.find(({ type }) => type === 'decimal')?.value ?? ',',
      mmmm: names({ month: 'long' }, 12, 30.5),
      mmm: names({ month: 'short' }, 12, 30.5),
      dddd: names({ weekday: 'long' }, 7, 1),
      ddd: names({ weekday: 'short' }, 7, 1),
    } as Partial<LocaleData>,
    language,
  )
  return language
}

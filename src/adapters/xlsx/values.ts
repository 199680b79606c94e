/** The kind of a cell's number format, and its code in the workbook; '' is General. */
export type NumberFormat = WrittenAs & { code: string }

type WrittenAs =
  | { kind: 'plain' }
  | { kind: 'date' | 'dateTime' | 'time' }
  /** Placeholders for digits with the text between them: `00000`, `0000-00`. */
  | { kind: 'digits'; mask: readonly string[] }

const plain: WrittenAs = { kind: 'plain' }

/** The format of cells without a style. */
export const general: NumberFormat = { ...plain, code: '' }

/** Excel's maximum length of a format code. */
const maxCodeLength = 255

/** Excel shows this code as the short date of the country. */
const shortDay = 'm/d/yyyy'

const builtIn = (from: number, to: number, kind: 'date' | 'time') =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, { kind }] as const)

/** Formats that a workbook refers to by number only (ECMA-376, 18.8.30). */
const builtIns: ReadonlyMap<number, WrittenAs> = new Map<number, WrittenAs>([
  ...builtIn(14, 17, 'date'),
  ...builtIn(18, 21, 'time'),
  [22, { kind: 'dateTime' }],
  ...builtIn(27, 31, 'date'),
  ...builtIn(32, 35, 'time'),
  [36, { kind: 'date' }],
  ...builtIn(45, 47, 'time'),
  ...builtIn(50, 58, 'date'),
])

export const formatOf = (id: number, codes: ReadonlyMap<number, string>): NumberFormat => {
  const code = codes.get(id)
  if (code !== undefined) return formatOfCode(code)
  return { ...(builtIns.get(id) ?? plain), code: builtInCodes.get(id) ?? '' }
}

/** Format codes of the built-in formats. */
const builtInCodes: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  ...[5, 6, 37, 38, 41, 42].map((id) => [id, '#,##0'] as const),
  ...[7, 8, 39, 40, 43, 44].map((id) => [id, '#,##0.00'] as const),
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, shortDay],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, `${shortDay} h:mm`],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  // The short dates of East Asian calendars follow the language of the letter.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, shortDay] as const),
])

const isGeneral = (code: string): boolean => /^(?:general|@)?$/i.test(code.trim())

/** Classifies a format code by its first section: `dd-mm-yyyy;@`, `00000`, `"NL" 000`. */
export const formatOfCode = (code: string): NumberFormat => ({
  ...writtenAs(code),
  code: isGeneral(code) ? '' : code.slice(0, maxCodeLength),
})

const writtenAs = (code: string): WrittenAs => {
  const tokens = [
    ...code.slice(0, maxCodeLength).matchAll(/"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|AM\/PM|A\/P|./gisu),
  ]
  const end = tokens.findIndex(([token]) => token === ';')
  const section = end < 0 ? tokens : tokens.slice(0, end)
  // Brackets contain elapsed time, as in [h]:mm, but also colours and countries.
  const letters = section
    .map(([token, , , bracket]) => (bracket === undefined ? token : /^[hms]+$/i.test(bracket) ? bracket : ''))
    .filter((token) => token.length === 1 || /^[hms]+$/i.test(token))
    .join('')
    .toLowerCase()
  if (!/general/.test(letters) && /[ydhms]/.test(letters)) {
    const hasTime = /[hs]/.test(letters)
    const hasDay = /[yd]/.test(letters) || !hasTime
    return { kind: hasDay && hasTime ? 'dateTime' : hasDay ? 'date' : 'time' }
  }
  const mask = section.map(([token, quoted, escaped, bracket]) =>
    bracket !== undefined || /^[_*]./su.test(token) ? '' : (quoted ?? escaped ?? token),
  )
  const isDigits = section.every(([token], index) => token === '0' || isLiteral(token, mask[index]!))
  const digits = section.filter(([token]) => token === '0').length
  return isDigits && digits > 1
    ? { kind: 'digits', mask: section.map(([token], index) => (token === '0' ? '0' : `=${mask[index]!}`)) }
    : plain
}

const isLiteral = (token: string, text: string): boolean => token !== text || /^[-+/(): ]$/.test(token)

const dayMs = 86_400_000
/** 31 December 9999. */
const lastDay = 2_958_465

export interface Dates {
  /** Whether days count from 1904 instead of 1900. */
  is1904: boolean
}

/** Returns a number as text: dates in ISO 8601, digits as formatted, otherwise the number itself. */
export const numberText = (value: string, format: NumberFormat, dates: Dates): string => {
  const text = value.trim()
  const number = Number(text)
  if (text === '' || !Number.isFinite(number)) return text
  if (format.kind === 'digits') return masked(text, format.mask)
  if (format.kind === 'plain' || number < 0 || number > lastDay + 1) return plainText(text, number)
  if (format.kind === 'time' && number >= 1) return elapsed(number)
  return moment(number, format.kind, dates)
}

/**
 * Returns the number and format code of a cell, with dates as days since 1900; undefined if its format shows
 * no more than its text.
 */
export const formattedNumber = (
  value: string,
  { kind, code }: NumberFormat,
  { is1904 }: Dates,
): FormattedNumber | undefined => {
  const text = value.trim()
  const number = Number(text)
  if (kind === 'digits' || text === '' || !Number.isFinite(number)) return undefined
  if (code === '') return Number.isInteger(number) ? undefined : { number: plainText(text, number), code }
  const isDay = kind === 'date' || kind === 'dateTime'
  const since1900 = is1904 && isDay ? number + daysTo1904 : number
  return { number: plainText(String(since1900), since1900), code }
}

export interface FormattedNumber {
  number: string
  code: string
}

const daysTo1904 = 1462

/** Returns the days since 1900 of a date written as text (`2026-03-01`); undefined for other texts. */
export const serialOf = (iso: string): string | undefined => {
  const ms = Date.parse(`${iso.trim().replace(/Z$/, '')}Z`)
  return /^\d{4}-\d\d-\d\d(?:T|$)/.test(iso.trim()) && Number.isFinite(ms)
    ? String(Number((ms / dayMs + 25_569).toPrecision(15)))
    : undefined
}

/** Excel shows fifteen digits; further ones are rounding errors of binary numbers. */
const plainText = (text: string, number: number): string =>
  /^-?\d+$/.test(text) ? text : String(Number(number.toPrecision(15)))

/** Puts the digits into their placeholders. The first placeholder takes surplus digits. */
const masked = (text: string, mask: readonly string[]): string => {
  const plainDigits = plainText(text, Number(text))
  if (!/^\d+$/.test(plainDigits)) return plainDigits
  let places = mask.filter((part) => part === '0').length
  const digits = plainDigits.padStart(places, '0')
  let at = 0
  return mask
    .map((part) => {
      if (part !== '0') return part.slice(1)
      places--
      const taken = digits.slice(at, digits.length - places)
      at += taken.length
      return taken
    })
    .join('')
}

const two = (number: number): string => String(number).padStart(2, '0')

const elapsed = (days: number): string => {
  const seconds = Math.round(days * 86_400)
  const rest = seconds % 60
  const hours = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`
  return rest === 0 ? hours : `${hours}:${two(rest)}`
}

const moment = (number: number, kind: 'date' | 'dateTime' | 'time', { is1904 }: Dates): string => {
  const seconds = Math.round(number * 86_400)
  // Excel has a 29 February 1900, which didn't exist. Days before it count from one day later.
  const days = Math.floor(seconds / 86_400) + (!is1904 && number < 60 ? 1 : 0)
  const at = new Date(Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + days * dayMs)
  const day = at.toISOString().slice(0, 10)
  const time = elapsed((seconds % 86_400) / 86_400)
  if (kind === 'time') return time
  return kind === 'date' || time === '00:00' ? day : `${day}T${time}`
}

/** Removes a midnight time from a date written as text: `2026-03-01T00:00:00` → `2026-03-01`. */
export const isoText = (value: string): string => value.trim().replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')

/** Decodes Excel's escapes, such as `_x000D_`, and drops control characters. `_x005F_` is an underscore. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => {
        const code = Number.parseInt(hex, 16)
        return code >= 0x20 || code === 9 || code === 10 || code === 13 ? String.fromCharCode(code) : ''
      })
    : text

/**
 * Returns a function that writes numbers with their formats as cells. In `12.5 3`, 3 is the index of a
 * format, which its first cell spells out: `12.5 3 #,##0.00|`. The bar preserves trailing spaces of a code. A
 * number without a format has no index: `12.5`.
 */
export const createFormatWriter = (): ((formatted: FormattedNumber | undefined) => string) => {
  const known = new Map<string, number>()
  return (formatted) => {
    if (!formatted) return ''
    const { number, code } = formatted
    if (code === '') return number
    const place = known.get(code)
    if (place !== undefined) return `${number} ${place}`
    known.set(code, known.size)
    return `${number} ${known.size - 1} ${code}|`
  }
}

/** Reads the cells of `createFormatWriter` in order. Returns undefined for cells without a number. */
export const createFormatReader = (): ((cell: string) => FormattedNumber | undefined) => {
  const codes: string[] = []
  return (cell) => {
    if (cell === '') return undefined
    const [, number, place, code] = /^(\S+)(?: (\d+)(?: (.*)\|)?)?$/s.exec(cell) ?? []
    if (number === undefined) return undefined
    if (place === undefined) return { number, code: '' }
    if (code !== undefined) codes[Number(place)] = code
    return { number, code: codes[Number(place)] ?? '' }
  }
}

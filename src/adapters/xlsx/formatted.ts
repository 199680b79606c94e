import type { FormattedNumber } from './values.ts'

/**
 * Writes numbers with their formats as cells: `12.5 3`, where 3 is the number of a format, which its first cell
 * spells out: `12.5 3 #,##0.00|`. The bar keeps blanks at the end of a code. A number without a format has none: `12.5`.
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

/** Reads what `createFormatWriter` wrote, from the first cell on. Undefined for cells without a number. */
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

import type { SortKey } from '../core/kernel/query.ts'
import type { Row } from './store-rules.ts'

/** Compares as UTF-8 bytes do, which is by code point: JavaScript's own `<` puts U+FFFF behind an emoji. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return codeUnitRank(left) - codeUnitRank(right)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above every other unit. */
const codeUnitRank = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

/** Compares two values of one field; null comes last. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === 'string') return compareText(a, b as string)
  return Number(a) - Number(b)
}

/** Orders rows by the keys. */
export const compareRows =
  (order: readonly SortKey[]): ((a: Row, b: Row) => number) =>
  (a, b) => {
    for (const { field, descending } of order) {
      const difference = compareValues(a[field], b[field])
      if (difference !== 0) return descending ? -difference : difference
    }
    return 0
  }

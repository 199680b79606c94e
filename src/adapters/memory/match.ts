import type { Table } from '../../core/columns.ts'
import { type Condition, fold, type Scalar, type SortKey } from '../../core/list/query.ts'
import { checkCondition, type Row } from '../store-rules.ts'

/** Compares as UTF-8 bytes do, which is by code point: JavaScript's own `<` puts U+FFFF behind an emoji. */
export function compareText(a: string, b: string): number {
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

/** Orders two values of one field; null is behind everything. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === 'string') return compareText(a, b as string)
  return Number(a) - Number(b)
}

/** Orders rows by the keys. */
export function compareRows(order: readonly SortKey[]): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const { field, descending } of order) {
      const difference = compareValues(a[field], b[field])
      if (difference !== 0) return descending ? -difference : difference
    }
    return 0
  }
}

/** Whether a row comes behind these values of the order's keys. */
export function isBehind(order: readonly SortKey[], values: readonly Scalar[]): (row: Row) => boolean {
  return (row) => {
    for (const [index, { field, descending }] of order.entries()) {
      const difference = compareValues(row[field], values[index])
      if (difference !== 0) return descending ? difference < 0 : difference > 0
    }
    return false
  }
}

/** A test for rows that meet every condition. */
export function matcher(table: Table, where: readonly Condition[]): (row: Row) => boolean {
  const tests = where.map((condition) => {
    checkCondition(table, condition)
    return testOf(condition)
  })
  return (row) => tests.every((test) => test(row))
}

function testOf(condition: Condition): (row: Row) => boolean {
  const { field } = condition
  switch (condition.op) {
    case 'eq':
      return (row) => row[field] === condition.value
    case 'ne':
      return (row) => row[field] !== condition.value
    case 'in': {
      const values = new Set<unknown>(condition.value)
      return (row) => values.has(row[field])
    }
    case 'notIn': {
      const values = new Set<unknown>(condition.value)
      return (row) => !values.has(row[field])
    }
    case 'null':
      return (row) => (row[field] === null) === condition.value
    case 'contains': {
      const part = fold(condition.value)
      return textTest(field, (text) => fold(text).includes(part))
    }
    case 'startsWith':
      return textTest(field, (text) => text.startsWith(condition.value))
    default: {
      const meets = boundTests[condition.op]
      return (row) => row[field] !== null && meets(compareValues(row[field], condition.value))
    }
  }
}

const textTest = (field: string, test: (text: string) => boolean) => (row: Row) =>
  row[field] !== null && test(row[field] as string)

const boundTests = {
  gte: (difference: number) => difference >= 0,
  gt: (difference: number) => difference > 0,
  lte: (difference: number) => difference <= 0,
  lt: (difference: number) => difference < 0,
}

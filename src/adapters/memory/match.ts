import {
  type Condition,
  type Scalar,
  type SortKey,
  searchForms,
  searchText,
} from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { compareValues } from '../order.ts'
import { checkCondition, type Row } from '../store-rules.ts'

/** A test whether a row follows these values of the order's keys. */
export const isBehind =
  (order: readonly SortKey[], values: readonly Scalar[]): ((row: Row) => boolean) =>
  (row) => {
    for (const [index, { field, descending }] of order.entries()) {
      const difference = compareValues(row[field], values[index])
      if (difference !== 0) return descending ? difference < 0 : difference > 0
    }
    return false
  }

/** A test for rows that meet every condition. */
export const matcher = (table: Table, where: readonly Condition[]): ((row: Row) => boolean) => {
  const tests = where.map((condition) => {
    checkCondition(table, condition)
    return testOf(condition)
  })
  return (row) => tests.every((test) => test(row))
}

const testOf = (condition: Condition): ((row: Row) => boolean) => {
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
      const parts = searchForms(condition.value)
      return textTest(field, (text) => {
        const searched = searchText(text)
        return parts.some((part) => searched.includes(part))
      })
    }
    case 'startsWith':
      return textTest(field, (text) => text.startsWith(condition.value))
    case 'has': {
      const [name, text] = condition.value
      return (row) => {
        const labels = row[field] as Readonly<Record<string, string>> | null
        return labels !== null && Object.hasOwn(labels, name) && labels[name] === text
      }
    }
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

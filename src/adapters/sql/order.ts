import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Condition, Scalar, SortKey } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { columnOf } from '../store-rules.ts'
import { allOf, type Fragment } from './conditions.ts'
import { encodeShadow, encodeValue, sortColumn } from './schema.ts'

interface OrderTerm {
  column: string
  descending: boolean
  /** True if the column may be null and has no shadow column. */
  nulls: boolean
}

export interface Order {
  shape: string
  terms: readonly OrderTerm[]
}

export const orderFragment = (table: Table, keys: readonly SortKey[], where: readonly Condition[]): Order => {
  const terms = keys.map(({ field, descending }) => {
    const column = sortColumn(table, field)
    const nulls = column === field && columnOf(table, field).nullable && !excludesNull(where, field)
    return { column, descending, nulls }
  })
  const shape = terms.map(
    ({ column, descending, nulls }) => `${descending ? '-' : '+'}${column}${nulls ? '?' : ''}`,
  )
  return { shape: shape.join(','), terms }
}

/** Whether conditions exclude null. The order then mentions no nulls, so that an index can provide it. */
const excludesNull = (where: readonly Condition[], field: string): boolean =>
  where.some((condition) => {
    if (condition.field !== field) return false
    if (condition.op === 'eq') return condition.value !== null
    if (condition.op === 'null') return !condition.value
    return condition.op !== 'ne' && condition.op !== 'in' && condition.op !== 'notIn'
  })

export const orderBy = ({ terms }: Order): RawBuilder<unknown> => {
  const parts = terms.map(({ column, descending, nulls }) => {
    const direction = descending ? (nulls ? 'desc nulls first' : 'desc') : nulls ? 'asc nulls last' : 'asc'
    return sql`${sql.ref(column)} ${sql.raw(direction)}`
  })
  return sql.join(parts)
}

/** Returns the condition for rows after the last row of the previous page. */
export const afterFragment = (
  table: Table,
  keys: readonly SortKey[],
  values: readonly Scalar[],
): Fragment => {
  const columns = keys.map(({ field }) => sql.ref(sortColumn(table, field)))
  const bound = keys.map(({ field }, index) => {
    const { kind } = columnOf(table, field)
    const encode = table.sortable.includes(field) ? encodeShadow : encodeValue
    return encode(kind, values[index] ?? null)
  })
  const first = keys[0]!
  if (keys.every(({ descending }) => descending === first.descending)) {
    return {
      shape: 'after',
      values: bound,
      build: (slot) => {
        const sign = sql.raw(first.descending ? '<' : '>')
        return sql`(${sql.join(columns)}) ${sign} (${sql.join(keys.map(slot))})`
      },
    }
  }
  return mixedAfter(keys, columns, bound)
}

/** Returns the condition for rows up to and including `row` (stored values). Keys must share a direction. */
export const upToFragment = (
  keys: readonly SortKey[],
  { terms }: Order,
  row: Readonly<Record<string, unknown>>,
): Fragment => ({
  shape: 'upTo',
  values: terms.map(({ column }) => row[column]),
  build: (slot) => {
    const columns = terms.map(({ column }) => sql.ref(column))
    const sign = sql.raw(keys[0]!.descending ? '>=' : '<=')
    return sql`(${sql.join(columns)}) ${sign} (${sql.join(terms.map(slot))})`
  },
})

/**
 * For mixed directions: one alternative for each key at which a row can first differ from the last one. The
 * bound on the first key is redundant, but lets the database start in the middle of an index.
 */
const mixedAfter = (
  keys: readonly SortKey[],
  columns: readonly Expression<unknown>[],
  bound: readonly unknown[],
): Fragment => {
  const arms = keys.map((_, end) => bound.slice(0, end + 1))
  return {
    shape: 'after',
    values: [bound[0], ...arms.flat()],
    build: (slot) => {
      const sign = (index: number, orEqual = '') => sql.raw((keys[index]!.descending ? '<' : '>') + orEqual)
      const lead = sql`${columns[0]} ${sign(0, '=')} ${slot()}`
      const alternatives = arms.map((values, end) =>
        allOf(
          values.map(
            (_, index) => sql`${columns[index]} ${index === end ? sign(end) : sql.raw('=')} ${slot()}`,
          ),
        ),
      )
      return sql`${lead} and (${sql.join(
        alternatives.map((arm) => sql`(${arm})`),
        sql` or `,
      )})`
    },
  }
}

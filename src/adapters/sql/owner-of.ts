import { sql } from 'kysely'
import type { Condition } from '../../core/kernel/query.ts'
import type { Table } from '../../core/kernel/table.ts'
import { columnOf } from '../store-rules.ts'
import { allOf, type Fragment } from './conditions.ts'
import { encodeValue, indexesOf, onceTable } from './schema.ts'

/**
 * Names the organisation of a row that is looked up by what is unique among all organisations, such as a tracking
 * code: the small table of those values says whose it is, so that PostgreSQL asks one partition. Undefined where
 * the conditions hold no such values, or the database has no such table.
 */
export const ownerOf = (
  table: Table,
  where: readonly Condition[],
  onceTables: ReadonlySet<string> | undefined,
): Fragment | undefined => {
  if (!onceTables?.size || table.scope === 'none') return undefined
  const values = new Map(where.flatMap((one) => (one.op === 'eq' ? [[one.field, one.value] as const] : [])))
  const index = indexesOf(table).find(
    ({ name, unique, columns }) =>
      unique &&
      onceTables.has(onceTable(name)) &&
      columns.every((column) => values.has(column) && values.get(column) !== null),
  )
  if (!index) return undefined
  const { name, columns } = index
  return {
    shape: `owner by ${name}`,
    values: columns.map((column) => encodeValue(columnOf(table, column).kind, values.get(column))),
    build: (slot) => {
      const meets = allOf(columns.map((column) => sql<boolean>`${sql.ref(column)} = ${slot()}`))
      const owner = sql`select ${sql.ref('organisationId')} from ${sql.table(onceTable(name))} where ${meets}`
      return sql`${sql.ref('organisationId')} = (${owner})`
    },
  }
}

import type { Column, Table } from '../../core/columns.ts'
import { columnOf, fieldsOf } from '../store-rules.ts'
import { foldedColumn, INTEGER_BEHIND_ALL, indexesOf, shadowColumn } from './schema.ts'

/**
 * The SQLite schema that the table descriptions ask for: what a new migration is written from, and what the
 * migrated schema is compared with. Never run against a database that holds anything.
 */
export function sqliteSchema(tables: readonly Table[]): string {
  return `${tables.map((table) => [createTable(table), ...createIndexes(table)].join('\n')).join('\n\n')}\n`
}

const types: Record<Column['kind'], string> = {
  text: 'text',
  integer: 'integer',
  boolean: 'integer',
  json: 'text',
  bytes: 'blob',
}

function createTable(table: Table): string {
  const columns = fieldsOf(table).map((field) => {
    const { kind, nullable } = columnOf(table, field)
    const key = field === 'id' ? ' primary key' : ''
    return `"${field}" ${types[kind]}${key}${nullable ? '' : ' not null'}`
  })
  const folded = table.folded.map((field) => {
    return `"${foldedColumn(field)}" text${columnOf(table, field).nullable ? '' : ' not null'}`
  })
  const shadows = table.sortable.map((field) => shadowDefinition(table, field))
  // Strict: a value of another type is an error, not a surprise.
  return `create table "${table.name}" (\n  ${[...columns, ...folded, ...shadows].join(',\n  ')}\n) strict;`
}

function shadowDefinition(table: Table, field: string): string {
  const isText = columnOf(table, field).kind === 'text'
  const value = isText ? `coalesce('0' || "${field}", '1')` : `coalesce("${field}", ${INTEGER_BEHIND_ALL})`
  return `"${shadowColumn(field)}" ${isText ? 'text' : 'integer'} not null generated always as (${value}) virtual`
}

function createIndexes(table: Table): string[] {
  return indexesOf(table).map(({ name, unique, columns }) => {
    const list = columns.map((column) => `"${column}"`).join(', ')
    return `create${unique ? ' unique' : ''} index "${name}" on "${table.name}" (${list});`
  })
}

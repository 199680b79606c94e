import type { Column, Table } from '../../core/kernel/table.ts'
import { columnOf, fieldsOf } from '../store-rules.ts'
import { foldedColumn, INTEGER_BEHIND_ALL, indexesOf, shadowColumn } from './schema.ts'

/** How a dialect writes a schema. */
interface SchemaDialect {
  types: Readonly<Record<Column['kind'], string>>
  /** Whether a generated column is kept in its row. */
  generated: 'virtual' | 'stored'
  /** Behind the closing bracket of a table. */
  tableEnd: string
}

// Strict: a value of another type is an error, not a surprise.
const sqlite: SchemaDialect = {
  types: { text: 'text', integer: 'integer', boolean: 'integer', json: 'text', bytes: 'blob' },
  generated: 'virtual',
  tableEnd: ' strict',
}

// "C" orders text by its bytes, as SQLite and memory do, whatever the database's own language is. JSON stays
// text: jsonb would forget the order of keys and refuse the character U+0000.
const postgres: SchemaDialect = {
  types: {
    text: 'text collate "C"',
    integer: 'bigint',
    boolean: 'boolean',
    json: 'text collate "C"',
    bytes: 'bytea',
  },
  generated: 'stored',
  tableEnd: '',
}

/**
 * The schema that the table descriptions ask for: what a new migration is written from, and what the migrated
 * schema is compared with. Never run against a database that holds anything.
 */
export const sqliteSchema = (tables: readonly Table[]): string => schemaOf(sqlite, tables)

/** The schema of the tables for PostgreSQL. */
export const postgresTables = (tables: readonly Table[]): string => schemaOf(postgres, tables)

/** The PostgreSQL schema, including what the adapter keeps beside the core's tables. */
export const postgresSchema = (tables: readonly Table[]): string =>
  `${postgresTables(tables)}\n${rateWindows}`

/**
 * Requests that were counted (`postgres/rate-counter.ts`). Unlogged: a crash may open new windows, as a
 * restart does.
 */
const rateWindows = `create unlogged table "rate_windows" (
  "key" text collate "C" primary key not null,
  "window" bigint not null,
  "count" bigint not null
);
create index "rate_windows_window" on "rate_windows" ("window");
`

function schemaOf(dialect: SchemaDialect, tables: readonly Table[]): string {
  return `${tables.map((table) => [createTable(dialect, table), ...createIndexes(table)].join('\n')).join('\n\n')}\n`
}

function createTable(dialect: SchemaDialect, table: Table): string {
  const { types, tableEnd } = dialect
  const columns = fieldsOf(table).map((field) => {
    const { kind, nullable } = columnOf(table, field)
    const key = field === 'id' ? ' primary key' : ''
    return `"${field}" ${types[kind]}${key}${nullable ? '' : ' not null'}`
  })
  const folded = table.folded.map((field) => {
    return `"${foldedColumn(field)}" ${types.text}${columnOf(table, field).nullable ? '' : ' not null'}`
  })
  const shadows = table.sortable.map((field) => shadowDefinition(dialect, table, field))
  return `create table "${table.name}" (\n  ${[...columns, ...folded, ...shadows].join(',\n  ')}\n)${tableEnd};`
}

function shadowDefinition({ types, generated }: SchemaDialect, table: Table, field: string): string {
  const isText = columnOf(table, field).kind === 'text'
  const value = isText ? `coalesce('0' || "${field}", '1')` : `coalesce("${field}", ${INTEGER_BEHIND_ALL})`
  const type = isText ? types.text : types.integer
  return `"${shadowColumn(field)}" ${type} not null generated always as (${value}) ${generated}`
}

function createIndexes(table: Table): string[] {
  return indexesOf(table).map(({ name, unique, columns, present }) => {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const only = present.map((column) => `"${column}" is not null`).join(' and ')
    const where = only === '' ? '' : ` where ${only}`
    return `create${unique ? ' unique' : ''} index "${name}" on "${table.name}" (${list})${where};`
  })
}

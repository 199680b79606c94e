import type { Column, Table } from '../../core/kernel/table.ts'
import { columnOf, fieldsOf } from '../store-rules.ts'
import { entriesTable, foldedColumn, INTEGER_BEHIND_ALL, indexesOf, shadowColumn } from './schema.ts'

interface SchemaDialect {
  types: Readonly<Record<Column['kind'], string>>
  generated: 'virtual' | 'stored'
  /** SQL after the closing bracket of a table. */
  tableEnd: string
  /** SQL after the closing bracket of a table stored in key order. */
  keyedTableEnd: string
  /** Triggers for the entries of a labelled field. With partitions they also compare the organisation. */
  entryTriggers(table: Table, field: string, options?: { partitioned: boolean }): string[]
}

// Strict tables: a value of another type is an error.
const sqlite: SchemaDialect = {
  types: { text: 'text', integer: 'integer', boolean: 'integer', json: 'text', bytes: 'blob' },
  generated: 'virtual',
  tableEnd: ' strict',
  keyedTableEnd: ' strict, without rowid',
  entryTriggers(table, field) {
    const name = entriesTable(table, field)
    const add = `insert into "${name}" select new."id", new."organisationId", new."mode", "key", "value" from json_each(new."${field}");`
    const drop = `delete from "${name}" where "rowId" = old."id";`
    const trigger = (event: string, of: string, when: string, ...steps: string[]) =>
      `create trigger "${name}_${event}" after ${event}${of} on "${table.name}" when ${when} begin\n  ${steps.join('\n  ')}\nend;`
    return [
      trigger('insert', '', `new."${field}" is not null`, add),
      trigger('update', ` of "${field}"`, `new."${field}" is not old."${field}"`, drop, add),
      trigger('delete', '', `old."${field}" is not null`, drop),
    ]
  },
}

// Collation "C" orders text by bytes, as SQLite and memory do, regardless of the database's locale. JSON is
// stored as text: jsonb would lose the order of keys and refuse U+0000.
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
  keyedTableEnd: '',
  entryTriggers(table, field, options) {
    const name = entriesTable(table, field)
    const own = options?.partitioned ? ' and "organisationId" = old."organisationId"' : ''
    const body = `create function "${name}_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "${name}" where "rowId" = old."id"${own};
  end if;
  if tg_op <> 'DELETE' then
    insert into "${name}" select new."id", new."organisationId", new."mode", entry."key", entry."value"
      from json_each_text(new."${field}"::json) as entry;
  end if;
  return null;
end
$$;`
    const trigger = (event: string, of: string, when: string) =>
      `create trigger "${name}_${event}" after ${event}${of} on "${table.name}" for each row when (${when}) execute function "${name}_keep"();`
    return [
      body,
      trigger('insert', '', `new."${field}" is not null`),
      trigger('update', ` of "${field}"`, `new."${field}" is distinct from old."${field}"`),
      trigger('delete', '', `old."${field}" is not null`),
    ]
  },
}

/** Returns the schema from which new migrations are written, and with which migrated ones are compared. */
export const sqliteSchema = (tables: readonly Table[]): string => schemaOf(sqlite, tables)

export const postgresTables = (tables: readonly Table[]): string => schemaOf(postgres, tables)

/** Returns triggers that maintain the entries of a labelled field in a partitioned database. */
export const partitionedEntryTriggers = (table: Table, field: string): string[] =>
  postgres.entryTriggers(table, field, { partitioned: true })

/** The PostgreSQL schema, including the adapter's own tables. */
export const postgresSchema = (tables: readonly Table[]): string =>
  `${postgresTables(tables)}\n${rateWindows}`

/** Request counts (`postgres/rate-limit-counter.ts`). Unlogged, because a crash may reset them. */
const rateWindows = `create unlogged table "rate_windows" (
  "key" text collate "C" primary key not null,
  "window" bigint not null,
  "count" bigint not null
);
create index "rate_windows_window" on "rate_windows" ("window");
`

function schemaOf(dialect: SchemaDialect, tables: readonly Table[]): string {
  const all = tables.map((table) =>
    [
      createTable(dialect, table),
      ...createIndexes(table),
      ...table.labelled.flatMap((field) => createEntries(dialect, table, field)),
    ].join('\n'),
  )
  return `${all.join('\n\n')}\n`
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

function createEntries(dialect: SchemaDialect, table: Table, field: string): string[] {
  const { types, keyedTableEnd } = dialect
  const name = entriesTable(table, field)
  const columns = ['rowId', 'organisationId', 'mode', 'name', 'text'].map(
    (column) => `"${column}" ${types.text} not null`,
  )
  return [
    `create table "${name}" (\n  ${[...columns, 'primary key ("rowId", "name")'].join(',\n  ')}\n)${keyedTableEnd};`,
    `create index "${name}_entry" on "${name}" ("organisationId", "mode", "name", "text", "rowId");`,
    ...dialect.entryTriggers(table, field),
  ]
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

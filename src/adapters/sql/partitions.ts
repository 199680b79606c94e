import type { Table } from '../../core/kernel/table.ts'
import { columnOf } from '../store-rules.ts'
import { partitionedEntryTriggers } from './ddl.ts'
import { entriesTable, type IndexColumns, indexesOf, keyName, onceTable, partitionIndex } from './schema.ts'

/** Limits of the number of partitions. A statement without an organisation reads all of them. */
export const partitionLimits = { least: 2, most: 64 }

/**
 * Tables that grow with an organisation's volume of mail, with rows for each item or event. The others are
 * not partitioned, because a statement without an organisation would lock every partition.
 */
export const partitioned = [
  'analytics_days',
  'audit_log',
  'erasables',
  'events',
  'import_errors',
  'item_action_chunks',
  'item_action_failures',
  'items',
  'ledger_entries',
  'request_log',
  'scans',
  'suppressions',
  'webhook_deliveries',
] as const

/** Whether every row of a table belongs to an organisation, as partitioning requires. */
export const canBePartitioned = (table: Table): boolean =>
  table.scope !== 'none' && !columnOf(table, 'organisationId').nullable

/**
 * Returns SQL that replaces tables by ones partitioned by organisation, in a database without rows
 * (docs/design/several-servers.md). Unique indexes of a partitioned table must include the partition key.
 * Globally unique values, such as tracking codes, are therefore kept in separate tables by triggers.
 */
export const partitionsOf = (tables: readonly Table[], count: number): string =>
  tables
    .flatMap((table) => [
      ...replaced(table.name, count, 'id'),
      ...indexesOf(table).flatMap((index) => indexSql(table, index, count)),
      // The primary key begins with the organisation, but some statements look up an id or go through all
      // rows by id.
      `create index "${table.name}_id" on "${table.name}" ("id");`,
      ...table.labelled.flatMap((field) => entriesSql(table, field, count)),
    ])
    .join('\n')

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)
const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

const replaced = (name: string, count: number, ...key: string[]): string[] => [
  `alter table "${name}" rename to "${name}_whole";`,
  `create table "${name}" (like "${name}_whole" including defaults including generated) partition by hash ("organisationId");`,
  `drop table "${name}_whole";`,
  `alter table "${name}" add constraint "${keyName(name)}" primary key (${quoted(['organisationId', ...key])});`,
  ...numbers(count).map(
    (number) =>
      `create table "${name}_p${number}" partition of "${name}" for values with (modulus ${count}, remainder ${number});`,
  ),
]

const indexSql = (
  table: Table,
  { name, unique, columns, present }: IndexColumns,
  count: number,
): string[] => {
  if (!unique) {
    const where = present.map((column) => `"${column}" is not null`).join(' and ')
    return [
      `create index "${name}" on "${table.name}" (${quoted(columns)})${where === '' ? '' : ` where ${where}`};`,
    ]
  }
  if (!columns.includes('organisationId')) return amongAllSql(table, name, columns)
  // Names the index of each partition, because errors contain this name.
  return [
    `create unique index "${name}" on only "${table.name}" (${quoted(columns)});`,
    ...numbers(count).flatMap((number) => [
      `create unique index "${partitionIndex(name, number)}" on "${table.name}_p${number}" (${quoted(columns)});`,
      `alter index "${name}" attach partition "${partitionIndex(name, number)}";`,
    ]),
  ]
}

/**
 * Keeps globally unique values in a separate table, whose key has the name of the unique index that it
 * replaces. It also maps a value to its organisation, so that a look-up reads one partition
 * (`conditions.ts`).
 */
const amongAllSql = (table: Table, index: string, columns: readonly string[]): string[] => {
  const once = onceTable(index)
  const types = columns.map((column) => {
    const { kind } = columnOf(table, column)
    return `"${column}" ${kind === 'text' ? 'text collate "C"' : 'bigint'} not null`
  })
  const own = (row: string) => columns.map((column) => `${row}."${column}"`).join(', ')
  const isKept = (row: string) => columns.map((column) => `${row}."${column}" is not null`).join(' and ')
  return [
    `create table "${once}" (${types.join(', ')}, "organisationId" text collate "C" not null, constraint "${index}" primary key (${quoted(columns)}));`,
    `create index "${index.slice(0, 55)}_find" on "${table.name}" (${quoted(columns)});`,
    `create function "${once}_keep"() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from "${once}" where (${quoted(columns)}) = (${own('old')});
  end if;
  if tg_op <> 'DELETE' and ${isKept('new')} then
    insert into "${once}" values (${own('new')}, new."organisationId");
  end if;
  return null;
end
$$;`,
    `create trigger "${once}_kept" after insert or delete or update of ${quoted(columns)} on "${table.name}" for each row execute function "${once}_keep"();`,
  ]
}

const entriesSql = (table: Table, field: string, count: number): string[] => {
  const name = entriesTable(table, field)
  return [
    ...replaced(name, count, 'rowId', 'name'),
    `create index "${name}_entry" on "${name}" ("organisationId", "mode", "name", "text", "rowId");`,
    `drop function "${name}_keep"();`,
    ...partitionedEntryTriggers(table, field),
  ]
}

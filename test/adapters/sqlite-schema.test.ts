import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sqliteCapabilities } from '../../src/adapters/sql/capabilities.ts'
import { sqliteSchema } from '../../src/adapters/sql/ddl.ts'
import { afterFragment, orderFragment } from '../../src/adapters/sql/order.ts'
import { entriesTable } from '../../src/adapters/sql/schema.ts'
import { TableStatements } from '../../src/adapters/sql/table-statements.ts'
import { openConnection, type SqliteConnection } from '../../src/adapters/sqlite/connection.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { columnOf, orderOf } from '../../src/adapters/store-rules.ts'
import { heldForFunds } from '../../src/core/features/ledger/ledger.ts'
import { type Condition, conditionsOf } from '../../src/core/kernel/query.ts'
import type { Table } from '../../src/core/kernel/table.ts'
import { tables } from '../../src/core/model/index.ts'
import { sampleTable } from '../support/sample-table.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const opened: SqliteConnection[] = []
afterAll(() => {
  for (const connection of opened) connection.close()
})

const connect = async (name: string): Promise<SqliteConnection> => {
  const connection = openConnection(await loadDriver(), join(folder, name), { readOnly: false })
  opened.push(connection)
  return connection
}

const described = Object.values(tables) as unknown as Table[]

/** Every table with the columns and indexes that the database reports. */
const schemaOf = (connection: SqliteConnection) => {
  const names = connection.query(`select name from sqlite_schema where type = 'table' order by name`)
  const triggersOf = (table: unknown) =>
    connection.query(
      `select sql from sqlite_schema where type = 'trigger' and tbl_name = '${table}' order by name`,
    )
  return Object.fromEntries(
    names.map(({ name }) => {
      const columns = connection.query(`pragma table_xinfo('${name}')`).map(({ cid: _, ...column }) => column)
      const indexes = connection.query(`pragma index_list('${name}')`).map((index) => ({
        name: index.name,
        unique: index.unique,
        columns: connection.query(`pragma index_info('${index.name}')`).map((column) => column.name),
      }))
      const byName = (a: { name?: unknown }, b: { name?: unknown }) =>
        String(a.name) < String(b.name) ? -1 : 1
      return [
        name,
        { columns: columns.sort(byName), indexes: indexes.sort(byName), triggers: triggersOf(name) },
      ]
    }),
  )
}

it('the migrations create the schema of the table descriptions', async () => {
  await (await createSqliteStore({ file: join(folder, 'migrated.sqlite') })).close()
  const { schema_migrations: _, ...migrated } = schemaOf(await connect('migrated.sqlite'))
  const expected = await connect('asked.sqlite')
  expected.exec(sqliteSchema(described))
  const hint =
    'src/core/model and migrations/sqlite differ: write the next migration, for both dialects ' +
    '(CONTRIBUTING.md, “Add a migration”).'
  expect(migrated, hint).toEqual(schemaOf(expected))
  const names = described.flatMap((table) => [
    table.name,
    ...table.labelled.map((field) => entriesTable(table, field)),
  ])
  expect(Object.keys(migrated)).toEqual(names.sort())
})

const ordered = [...described, sampleTable as unknown as Table].flatMap((table) =>
  table.indexes.map((fields) => [`${table.name}: ${fields.join(', ')}`, table, fields] as const),
)

it.each(ordered)('a page deep in the list begins inside its index: %s', async (_name, table, fields) => {
  const connection = await connect('plans.sqlite')
  if (connection.query(`select 1 from sqlite_schema where name = '${table.name}'`).length === 0) {
    connection.exec(sqliteSchema([table]))
  }
  const statements = new TableStatements(table, sqliteCapabilities)
  const sortField = fields.at(-1)!
  const sample = (field: string) =>
    ({ text: 'x', integer: 1, boolean: true, json: '', bytes: '' })[columnOf(table, field).kind]
  const where: Condition[] = fields.slice(0, -1).map((field) => ({ field, op: 'eq', value: sample(field) }))
  for (const descending of [false, true]) {
    const order = orderOf(table, [{ field: sortField, descending }])
    const after = afterFragment(table, order, [sample(sortField), 'x'])
    const nullable = columnOf(table, sortField).nullable && !table.sortable.includes(sortField)
    const known: Condition[] = nullable ? [...where, { field: sortField, op: 'null', value: false }] : where
    const parts = [statements.where(known), after]
    const { statement } = statements.select(parts, {
      order: orderFragment(table, order, known),
      limit: 10,
    })
    const plan = connection.query(`explain query plan ${statement.sql.replaceAll('?', "'1'")}`)
    const steps = plan.map(({ detail }) => String(detail)).join('; ')
    expect(steps).toMatch(/^SEARCH \w+ USING INDEX/)
    expect(steps).not.toMatch(/TEMP B-TREE/)
  }
})

it('the items that wait for funds are found in an index of those that wait', async () => {
  const connection = await connect('waiting.sqlite')
  connection.exec(sqliteSchema([tables.items as unknown as Table]))
  const items = tables.items as unknown as Table
  const where: Condition[] = [
    { field: 'organisationId', op: 'eq', value: 'org_1' },
    { field: 'mode', op: 'eq', value: 'live' },
    ...conditionsOf(heldForFunds),
  ]
  const statements = new TableStatements(items, sqliteCapabilities)
  const order = orderFragment(items, orderOf(items, [{ field: 'createdAt', descending: false }]), where)
  const { statement } = statements.select([statements.where(where)], { order, limit: 100 })
  const plan = connection.query(`explain query plan ${statement.sql.replaceAll('?', "'1'")}`)
  const steps = plan.map(({ detail }) => String(detail)).join('; ')
  expect(steps).toMatch(/^SEARCH items USING INDEX items_organisationId_mode_heldReason_createdAt/)
  expect(steps).not.toMatch(/TEMP B-TREE/)
})

describe('searches do not scan all rows', () => {
  const items = [tables.items as unknown as Table, 'createdAt'] as const
  const events = [tables.events as unknown as Table, 'sequence'] as const
  const ofEvents = (field: string) =>
    [
      `events by ${field}`,
      events,
      { field, op: 'eq', value: 'x' },
      new RegExp(`^SEARCH events USING INDEX events_\\w+_${field}_sequence [^;]*$`),
    ] as [string, typeof events, Condition, RegExp]
  it.each<[string, readonly [Table, string], Condition, RegExp]>([
    [
      'items by a tracking code',
      items,
      { field: 'trackingCode', op: 'eq', value: 'x' },
      /^SEARCH items USING INDEX items_trackingCode_unique/,
    ],
    [
      'items by a postal code',
      items,
      { field: 'recipientPostalCode', op: 'eq', value: 'x' },
      /^SEARCH items USING INDEX items_\w+_recipientPostalCode_createdAt [^;]*$/,
    ],
    [
      'items by the beginning of a postal code',
      items,
      { field: 'recipientPostalCode', op: 'startsWith', value: 'x' },
      /^SEARCH items USING INDEX items_\w+_recipientPostalCode_createdAt/,
    ],
    [
      'items by the beginning of an id',
      items,
      { field: 'id', op: 'startsWith', value: 'x' },
      /^SEARCH items USING INDEX sqlite_autoindex_items_1 \(id>\? AND id<\?\)/,
    ],
    [
      'items by an entry of the metadata',
      items,
      { field: 'metadata', op: 'has', value: ['a', 'b'] },
      /^SEARCH items USING INDEX sqlite_autoindex_items_1 \(id=\?\).*SEARCH items_metadata USING COVERING INDEX items_metadata_entry \(organisationId=\? AND mode=\? AND name=\? AND text=\?\)/,
    ],
    ...['itemId', 'postbatchId', 'runId'].map(ofEvents),
  ])('%s', async (_name, [table, sort], part, plan) => {
    const connection = await connect('found.sqlite')
    if (connection.query(`select 1 from sqlite_schema where name = '${table.name}'`).length === 0) {
      connection.exec(sqliteSchema([table]))
    }
    const statements = new TableStatements(table, sqliteCapabilities)
    const where: Condition[] = [
      { field: 'organisationId', op: 'eq', value: 'org_1' },
      { field: 'mode', op: 'eq', value: 'live' },
      part,
    ]
    const order = orderFragment(table, orderOf(table, [{ field: sort, descending: true }]), where)
    const { statement } = statements.select([statements.where(where)], { order, limit: 51 })
    const steps = connection.query(`explain query plan ${statement.sql.replaceAll('?', "'1'")}`)
    expect(steps.map(({ detail }) => String(detail)).join('; ')).toMatch(plan)
  })
})

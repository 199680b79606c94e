import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateDatabase } from '../../src/adapters/postgres/database.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { postgresCapabilities } from '../../src/adapters/sql/capabilities.ts'
import { postgresSchema } from '../../src/adapters/sql/ddl.ts'
import { postgresMigrations, SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrations.ts'
import { afterFragment, orderFragment } from '../../src/adapters/sql/order.ts'
import { entriesTable } from '../../src/adapters/sql/schema.ts'
import { TableStatements } from '../../src/adapters/sql/table-statements.ts'
import { columnOf, orderOf } from '../../src/adapters/store-rules.ts'
import type { Condition } from '../../src/core/kernel/query.ts'
import type { Table } from '../../src/core/kernel/table.ts'
import { tables } from '../../src/core/model/index.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import { newDatabase, query } from '../support/postgres/database.ts'
import { sampleTable } from '../support/sample-table.ts'

const described = Object.values(tables) as unknown as Table[]

/** A column that only the migrations have, kept for servers of earlier versions. */
const keptForEarlierVersions = 'alter table "accounts" add column "lowTold" boolean'

/** Every column and index that the database reports. */
const schemaOf = async (url: string) => ({
  columns: await query(
    url,
    `select c.relname as table, c.relpersistence as kept, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull as "notNull", a.attgenerated as generated, coll.collname as collation,
       pg_get_expr(d.adbin, d.adrelid) as value
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     left join pg_collation coll on coll.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
     order by 1, 3`,
  ),
  indexes: await query(
    url,
    `select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  ),
})

it('the migrations create the schema of the table descriptions', async () => {
  const migrated = await newDatabase()
  await migrateDatabase(migrated)
  const expected = await newDatabase()
  await query(expected, postgresSchema(described))
  await query(expected, keptForEarlierVersions)
  const found = await schemaOf(migrated)
  const hint =
    'src/core/model and migrations/postgres differ: write the next migration, for both dialects ' +
    '(CONTRIBUTING.md, “Add a migration”).'
  expect(found, hint).toEqual(await schemaOf(expected))
  const names = [...new Set(found.columns.map(({ table }) => table))]
  const entries = described.flatMap((table) => table.labelled.map((field) => entriesTable(table, field)))
  expect(names).toEqual([...described.map(({ name }) => name), ...entries, 'rate_windows'].sort())
})

it('one process migrates while others wait, and migrates only once', async () => {
  const url = await newDatabase()
  const reports = await Promise.all([1, 2, 3].map(() => migrateDatabase(url)))
  const applied = reports.flatMap((report) => report.applied)
  expect(applied).toEqual(postgresMigrations().map(({ name }) => name))
})

it('a schema of a newer version or of other SQL is refused', async () => {
  const url = await newDatabase()
  const future = { name: '9999_future', checksum: 'x', sql: 'create table z (id text)' }
  await migrateDatabase(url, [...postgresMigrations(), future])
  await expect(createPostgresStore({ url })).rejects.toThrow(SchemaTooNew)
  await query(url, `delete from schema_migrations where name = '9999_future'`)
  await query(url, `update schema_migrations set checksum = 'other'`)
  await expect(createPostgresStore({ url })).rejects.toThrow(SchemaChanged)
})

it('a later migration keeps every row, and a version that refuses its schema changes nothing', async () => {
  const url = await newDatabase()
  const store = await createPostgresStore({ url })
  await store.write(async (rows) => {
    for (const id of ['one', 'two']) await rows.facts.insert({ id, value: `of ${id}` })
  })
  await store.close()
  const recreation = `create table "facts_anew" ("id" text collate "C" primary key not null, "value" text collate "C" not null);
    insert into "facts_anew" select "id", "value" from "facts";
    drop table "facts";
    alter table "facts_anew" rename to "facts";
    alter table "facts" add column "note" text collate "C"`
  await migrateDatabase(url, [...postgresMigrations(), { name: '9999_anew', checksum: 'x', sql: recreation }])
  const everything = async () => [
    await query(url, 'select * from facts order by id'),
    await query(url, 'select * from schema_migrations order by name'),
    await schemaOf(url),
  ]
  const before = await everything()
  expect(before[0]).toEqual(['one', 'two'].map((id) => ({ id, value: `of ${id}`, note: null })))
  await expect(createPostgresStore({ url })).rejects.toThrow(SchemaTooNew)
  expect(await everything()).toEqual(before)
})

it('servers of 0.2.0 keep working in a database that a later version has migrated', async () => {
  const url = await newDatabase()
  const only = postgresMigrations().filter(({ name }) => name === '0001_initial')
  await migrateDatabase(url, only)
  // Statements of 0.2.0, with the earlier name of the column.
  const notified = (id: string) => query(url, `select "lowTold" from accounts where id = '${id}'`)
  const insert = (id: string, low: boolean) =>
    query(
      url,
      `insert into accounts ("id", "organisationId", "balanceCents", "reservedCents", "lowThresholdCents", "lowTold", "currency")
       values ('${id}', '${id}', 0, 0, 0, ${low}, 'EUR')
       on conflict (id) do update set "balanceCents" = accounts."balanceCents" + 1`,
    )
  const tell = (id: string, low: boolean) =>
    query(url, `update accounts set "lowTold" = ${low} where id = '${id}' and "lowTold" = ${!low}`)
  await insert('org_before', true)

  const store = await createPostgresStore({ url })
  const account = (id: string) => store.read((rows) => rows.accounts.get({ organisationId: id }, id))
  const notify = (id: string, low: boolean) =>
    store.write((rows) => rows.accounts.update({ organisationId: id }, id, { lowBalanceNotified: low }))
  expect(await account('org_before')).toMatchObject({ lowBalanceNotified: true })
  expect(await notified('org_before')).toEqual([{ lowTold: true }])

  await insert('org_beside', true)
  await insert('org_beside', false)
  expect(await account('org_beside')).toMatchObject({ balanceCents: 1, lowBalanceNotified: true })
  await tell('org_beside', false)
  expect(await account('org_beside')).toMatchObject({ lowBalanceNotified: false })
  await notify('org_beside', true)
  expect(await notified('org_beside')).toEqual([{ lowTold: true }])

  const { lowBalanceNotified: _, ...fields } = (await account('org_before'))!
  const row = { ...fields, id: 'org_after', organisationId: 'org_after', lowBalanceNotified: true }
  await store.write((rows) => rows.accounts.insert(row))
  expect(await notified('org_after')).toEqual([{ lowTold: true }])
  await tell('org_after', false)
  expect(await account('org_after')).toEqual({ ...row, lowBalanceNotified: false })
  await store.close()
  // The earlier version cannot be restarted on the newer schema.
  await expect(migrateDatabase(url, only)).rejects.toThrow(SchemaTooNew)
})

it('a migration that fails leaves the schema as it was', async () => {
  const url = await newDatabase()
  await migrateDatabase(url)
  const broken = {
    name: '9999_broken',
    checksum: 'x',
    sql: 'create table z (id text); select nothing from nowhere',
  }
  await expect(migrateDatabase(url, [...postgresMigrations(), broken])).rejects.toThrow(/nowhere/)
  expect(await query(url, `select to_regclass('z') as z`)).toEqual([{ z: null }])
  expect((await migrateDatabase(url)).applied).toEqual([])
})

it('a database that cannot be reached or is not UTF-8 is reported', async () => {
  await expect(createPostgresStore({ url: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(StoreUnavailable)
  const ascii = await newDatabase('SQL_ASCII')
  await expect(createPostgresStore({ url: ascii })).rejects.toThrow(/SQL_ASCII/)
})

const ordered = [...described, sampleTable as unknown as Table].flatMap((table) =>
  table.indexes.map((fields) => [`${table.name}: ${fields.join(', ')}`, table, fields] as const),
)

let plans: pg.Client
beforeAll(async () => {
  plans = new pg.Client({ connectionString: await newDatabase() })
  await plans.connect()
  await plans.query(postgresSchema([...described, sampleTable as unknown as Table]))
  // Forces the use of indexes: the tables are empty, so anything else would be cheaper.
  await plans.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
})
afterAll(() => plans.end())

it.each(ordered)('a page deep in the list begins inside its index: %s', async (_name, table, fields) => {
  const statements = new TableStatements(table, postgresCapabilities)
  const sortField = fields.at(-1)!
  const sample = (field: string) =>
    ({ text: 'x', integer: 1, boolean: true, json: '', bytes: '' })[columnOf(table, field).kind]
  const where: Condition[] = fields.slice(0, -1).map((field) => ({ field, op: 'eq', value: sample(field) }))
  for (const descending of [false, true]) {
    const order = orderOf(table, [{ field: sortField, descending }])
    const after = afterFragment(table, order, [sample(sortField), 'x'])
    const nullable = columnOf(table, sortField).nullable && !table.sortable.includes(sortField)
    const known: Condition[] = nullable ? [...where, { field: sortField, op: 'null', value: false }] : where
    const { statement } = statements.select([statements.where(known), after], {
      order: orderFragment(table, order, known),
      limit: 10,
    })
    const plan = await plans.query(`explain (generic_plan) ${statement.sql}`)
    const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(steps).toMatch(/Index (Only )?Scan/)
    expect(steps).toMatch(/Index Cond: .*ROW\(/)
    expect(steps).not.toMatch(/^\s*(-> +)?Sort|Filter:/m)
  }
})

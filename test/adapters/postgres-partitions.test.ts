import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrateDatabase } from '../../src/adapters/postgres/database.ts'
import { growing, HasRows, partitionDatabase } from '../../src/adapters/postgres/partition.ts'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { canBePartitioned, partitioned } from '../../src/adapters/sql/partitions.ts'
import { indexesOf } from '../../src/adapters/sql/schema.ts'
import { oneOf } from '../../src/core/kernel/query.ts'
import type { Table } from '../../src/core/kernel/table.ts'
import { tables } from '../../src/core/model/index.ts'
import { everyone, type Store, UniqueViolation } from '../../src/core/ports/store.ts'
import { fillEveryTable, rowsOfEveryTable } from '../support/every-table.ts'
import { newDatabase, query } from '../support/postgres/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test goes through tables of any row
type Any = Record<string, any>
const samples = new Map(rowsOfEveryTable(1).map(([name, [first]]) => [tables[name].name, first]))
/** A row of a table with some of its values. */
const row = (table: string, values: Any): Any => ({ ...samples.get(table), ...values })

const described = Object.values(tables) as unknown as Table[]
const ofTenants = described.filter(({ scope }) => scope !== 'none')

describe('tables of organisations', () => {
  test('can all be partitioned by organisation', () => {
    expect(ofTenants.filter((table) => !canBePartitioned(table)).map(({ name }) => name)).toEqual([])
  })

  test('have globally unique values in these places only', () => {
    const amongAll = ofTenants.flatMap(({ name, unique }) =>
      unique.filter((fields) => !fields.includes('organisationId')).map((fields) => `${name}: ${fields}`),
    )
    expect(amongAll.sort()).toEqual([
      'api_keys: hash',
      'connectors: tokenHash',
      'invoices: number',
      'items: trackingCode',
      'run_remakes: runId,number',
      'template_versions: templateId,number',
      'ticket_messages: ticketId,sequence',
    ])
  })

  test('that grow are all listed', () => {
    expect(growing.map(({ name }) => name).sort()).toEqual([...partitioned].sort())
  })
})

describe('a database with partitions', () => {
  const count = 3
  let url: string
  let store: Store
  beforeAll(async () => {
    url = await newDatabase()
    await partitionDatabase(url, count, ofTenants)
    store = await createPostgresStore({ url })
  })
  afterAll(() => store?.close())

  const columnsOf = (address: string) =>
    query(
      address,
      `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
         a.attgenerated as generated, coll.collname as collation, pg_get_expr(d.adbin, d.adrelid) as value
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       left join pg_collation coll on coll.oid = a.attcollation
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like '%_once'
         and c.relnamespace = 'public'::regnamespace order by 1, 2`,
    )

  test('has the columns that others have', async () => {
    const whole = await newDatabase()
    await migrateDatabase(whole)
    expect(await columnsOf(url)).toEqual(await columnsOf(whole))
  })

  test('has every index, with globally unique values in separate tables', async () => {
    const names = await query(url, `select indexname as name, tablename as table from pg_indexes`)
    const tableOf = new Map(names.map(({ name, table }) => [name, table]))
    for (const table of ofTenants) {
      for (const { name, unique, columns } of indexesOf(table)) {
        const isAmongAll = unique && !columns.includes('organisationId')
        const found = tableOf.get(name)
        expect(found, name).toBe(isAmongAll ? found : table.name)
        expect(found === table.name, name).toBe(!isAmongAll)
        expect(found, name).toBeDefined()
      }
      expect(tableOf.get(`${table.name}_id`)).toBe(table.name)
    }
  })

  test('spreads the rows of organisations, and keeps those of each together', async () => {
    const days = Array.from({ length: 60 }, (_, index) =>
      row('analytics_days', {
        id: `day ${index}`,
        organisationId: `org_${index % 20}`,
        day: `2026-01-0${index % 3}`,
      }),
    )
    await store.write((rows) => (rows as unknown as Any).analyticsDays.insertMany(days))
    const found = await query(
      url,
      `select "organisationId" as organisation, count(distinct tableoid)::int as partitions from analytics_days group by 1`,
    )
    expect(found.map(({ partitions }) => partitions)).toEqual(Array(20).fill(1))
    const used = await query(url, 'select distinct tableoid from analytics_days')
    expect(used).toHaveLength(count)
  })

  test('keeps globally unique values until their rows are removed or changed', async () => {
    const item = (id: string, organisationId: string, trackingCode: string) =>
      row('items', { id, organisationId, trackingCode })
    const items = (body: (items: Any[string]) => Promise<unknown>) =>
      store.write((rows) => body((rows as unknown as Any).items))
    await items((all) => all.insert(item('one', 'org_1', 'CODE')))
    const twice = await items((all) => all.insert(item('two', 'org_2', 'CODE'))).catch(
      (error: unknown) => error,
    )
    expect(twice).toBeInstanceOf(UniqueViolation)
    expect(twice).toMatchObject({ table: 'items', fields: ['trackingCode'] })
    await items((all) => all.update(everyone, 'one', { trackingCode: 'OTHER' }))
    await items((all) => all.insert(item('two', 'org_2', 'CODE')))
    await items((all) => all.remove(everyone, { id: 'two' }))
    await items((all) => all.insert(item('three', 'org_3', 'CODE')))
    expect(await query(url, 'select * from "items_trackingCode_unique_once" order by 1')).toEqual([
      { trackingCode: 'CODE', organisationId: 'org_3' },
      { trackingCode: 'OTHER', organisationId: 'org_1' },
    ])
  })

  /** PostgreSQL's processes for connections to the database. */
  const connected = async (): Promise<number[]> => {
    const found = await query(
      url,
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return found.map(({ pid }) => pid as number)
  }

  /** The partitions of a table that a transaction reads. */
  const lookedInto = async (table: string, body: (rows: Any) => Promise<unknown>): Promise<string[]> => {
    const scans = async () => {
      const counted = await query(
        url,
        `select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
         where relname ~ '^${table}_p[0-9]+$' order by 1`,
      )
      return new Map(counted.map((one) => [one.name as string, one.scans as number]))
    }
    const before = await scans()
    const others = new Set(await connected())
    const own = await createPostgresStore({ url })
    await own.write((rows) => body(rows as unknown as Any)).finally(() => own.close())
    // PostgreSQL updates its counters when a connection ends, which is after it was closed here.
    await vi.waitUntil(async () => (await connected()).every((pid) => others.has(pid)), { timeout: 60_000 })
    const after = await scans()
    return [...after].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []))
  }

  test('finds the organisation of a tracking code in the separate table, and its row in one partition', async () => {
    const find = (trackingCode: string) => (rows: Any) =>
      rows.items.find(everyone, { trackingCode }, { limit: 1 })
    await expect(store.read(find('CODE') as never)).resolves.toMatchObject([{ id: 'three' }])
    await expect(store.read(find('GONE') as never)).resolves.toEqual([])
    expect(await lookedInto('items', find('CODE'))).toHaveLength(1)
    expect(await lookedInto('items', find('GONE'))).toEqual([])
    const everywhere = (rows: Any) => rows.items.find(everyone, { reference: 'none' })
    expect(await lookedInto('items', everywhere)).toHaveLength(count)
  })

  test.each<[string, string, (rows: Any) => Promise<unknown>]>([
    ['a row of an organisation', 'items', (rows) => rows.items.get({ organisationId: 'org_3' }, 'three')],
    [
      'rows by id of an organisation named among others',
      'items',
      (rows) => rows.items.find({ organisationIds: ['org_3'] }, { id: oneOf(['one', 'three']) }),
    ],
    [
      'the entries of a row that changes',
      'items_metadata',
      (rows) => rows.items.update({ organisationId: 'org_3' }, 'three', { metadata: { a: '1' } }),
    ],
  ])('looks for %s in one partition', async (_what, table, body) => {
    expect(await lookedInto(table, body)).toHaveLength(1)
  })

  test('is unchanged, including rows, when requested again', async () => {
    await expect(partitionDatabase(url, count, ofTenants)).resolves.toBeUndefined()
    expect(await query(url, 'select count(*)::int as count from items')).toEqual([{ count: 2 }])
  })
})

test('a database with rows gets no partitions, and stays as it was', async () => {
  const url = await newDatabase()
  const store = await createPostgresStore({ url })
  await fillEveryTable(store, 2)
  await store.close()
  await expect(partitionDatabase(url, 4)).rejects.toThrow(HasRows)
  expect(await query(url, `select relkind from pg_class where relname = 'items'`)).toEqual([{ relkind: 'r' }])
  expect(await query(url, 'select count(*)::int as count from items')).toEqual([{ count: 2 }])
})

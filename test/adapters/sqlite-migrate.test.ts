import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Migration,
  migrate,
  SchemaChanged,
  SchemaTooNew,
  sqliteMigrations,
} from '../../src/adapters/sql/migrations.ts'
import { openConnection } from '../../src/adapters/sqlite/connection.ts'
import { assertNodeVersion, loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore, migrationTarget } from '../../src/adapters/sqlite/store.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const newFolder = () => mkdtempSync(join(folder, 'migrate-'))

const step = (name: string, sql: string): Migration => ({ name, checksum: `checksum of ${sql}`, sql })
const first = step('0001_first', 'create table a (id text); insert into a values (1);')
const second = step('0002_second', 'create table b (id text); create index b_id on b (id);')
const broken = step('0003_broken', 'create table c (id text); insert into nowhere values (1);')

const inDatabase = async <T>(
  where: string,
  run: (apply: (...steps: Migration[]) => ReturnType<typeof migrate>, query: (sql: string) => unknown[]) => T,
): Promise<Awaited<T>> => {
  const connection = openConnection(await loadDriver(), join(where, 'data.sqlite'), { readOnly: false })
  const target = migrationTarget(connection, join(where, 'snapshots'))
  try {
    return await run(
      (...steps) => migrate(target, steps),
      (sql) => connection.query(sql),
    )
  } finally {
    connection.close()
  }
}

const tableNames = `select name from sqlite_schema where type = 'table' order by name`

describe('migrations', () => {
  it('apply once, in order, and leave a copy from before', async () => {
    const where = newFolder()
    await inDatabase(where, async (apply, query) => {
      expect(await apply(first)).toEqual({ applied: ['0001_first'], snapshot: undefined })
      expect(await apply(first)).toEqual({ applied: [], snapshot: undefined })
      const report = await apply(first, second)
      expect(report.applied).toEqual(['0002_second'])
      expect(report.snapshot).toMatch(/before-0002_second-\d{14}\.sqlite$/)
      expect(query(tableNames)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'schema_migrations' }])
      expect(readdirSync(join(where, 'snapshots'))).toHaveLength(1)
      const copy = openConnection(await loadDriver(), report.snapshot!, { readOnly: true })
      expect(copy.query(tableNames)).toEqual([{ name: 'a' }, { name: 'schema_migrations' }])
      expect(copy.query('select id from a')).toEqual([{ id: '1' }])
      copy.close()
    })
  })

  it('that fail leave the schema unchanged, and earlier ones applied', async () => {
    await inDatabase(newFolder(), async (apply, query) => {
      await apply(first)
      await expect(apply(first, second, broken)).rejects.toThrow(/nowhere/)
      expect(query(tableNames)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'schema_migrations' }])
      expect(query('select name from schema_migrations')).toEqual([
        { name: '0001_first' },
        { name: '0002_second' },
      ])
      expect((await apply(first, second)).applied).toEqual([])
    })
  })

  it('of a new database apply in one transaction', async () => {
    await inDatabase(newFolder(), async (apply, query) => {
      await expect(apply(first, second, broken)).rejects.toThrow(/nowhere/)
      expect(query(tableNames)).toEqual([])
      expect((await apply(first, second)).applied).toEqual(['0001_first', '0002_second'])
    })
  })

  it('refuse a schema of a newer version or of other SQL', async () => {
    await inDatabase(newFolder(), async (apply) => {
      await apply(first, second)
      await expect(apply(first)).rejects.toThrow(SchemaTooNew)
      await expect(apply(first, { ...second, checksum: 'other' })).rejects.toThrow(SchemaChanged)
      const corrected = { ...second, checksum: 'other', earlier: [second.checksum] }
      expect((await apply(first, corrected)).applied).toEqual([])
      await expect(apply(first, { ...second, name: '0002_other' })).rejects.toThrow(SchemaChanged)
    })
  })
})

describe('a store', () => {
  it('refuses a file that a newer version has migrated, and leaves it alone', async () => {
    const where = newFolder()
    const file = join(where, 'data.sqlite')
    const store = await createSqliteStore({ file })
    expect(store.migrated.applied).toEqual(sqliteMigrations().map(({ name }) => name))
    await store.write((rows) => rows.facts.insert({ id: 'f', value: 'x' }))
    await store.close()
    await inDatabase(where, (apply) =>
      apply(...sqliteMigrations(), step('9999_future', 'create table z (id text)')),
    )
    await expect(createSqliteStore({ file })).rejects.toThrow(SchemaTooNew)
    await inDatabase(where, (_apply, query) =>
      expect(query('select count(*) as rows from facts')).toEqual([{ rows: 1 }]),
    )
  })

  it('can be opened twice concurrently', async () => {
    const file = join(newFolder(), 'data.sqlite')
    const one = await createSqliteStore({ file })
    const two = await createSqliteStore({ file })
    await one.write((rows) => rows.facts.insert({ id: 'f', value: 'x' }))
    expect(await two.read((rows) => rows.facts.count(everyone, {}))).toBe(1)
    await two.close()
    await one.close()
  })
})

describe('the Node version', () => {
  it.each(['20.20.2', '18.0.0', '22.17.1', '21.9.0'])('%s is refused in one line', (version) => {
    expect(() => assertNodeVersion(version)).toThrow(
      `Lettershop needs Node 22.18 or newer; this is ${version}`,
    )
  })

  it.each(['22.18.0', '22.20.1', '24.0.0', '30.1.2'])('%s is accepted', (version) => {
    expect(() => assertNodeVersion(version)).not.toThrow()
  })
})

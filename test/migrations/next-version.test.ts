import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { lettershop, lettershopJson } from '../support/cli.ts'
import { copyOf, readKnown, versions } from '../support/data-folders/copy.ts'
import { copyWithMigrations, filesOfPage, type RepositoryCopy } from '../support/repository-copy.ts'

/** The migration from CONTRIBUTING.md, and one that recreates a table with its rows. */
const files = {
  ...filesOfPage('Add a migration'),
  ...Object.fromEntries(
    [
      ['sqlite', 'text', ' strict'],
      ['postgres', 'text collate "C"', ''],
    ].map(([dialect, text, end]) => [
      `migrations/${dialect}/0071_facts_anew.sql`,
      `create table "facts_anew" ("id" ${text} primary key not null, "value" ${text} not null)${end};
insert into "facts_anew" ("id", "value") select "id", "value" from "facts";
drop table "facts";
alter table "facts_anew" rename to "facts";
`,
    ]),
  ),
}

/** The migrations of this version. */
const present = readdirSync(join(import.meta.dirname, '../../migrations/sqlite'))
  .map((name) => name.replace(/\.sql$/, ''))
  .sort()

/** All rows by table. */
const rowsOf = (file: string): Record<string, Record<string, unknown>[]> => {
  // Opened for writing: a read-only connection leaves the WAL file behind.
  const database = new Database(file)
  const names = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).pluck()
  const rows = (names.all() as string[]).map((name) => [
    name,
    database.prepare(`select * from "${name}" order by 1`).all() as Record<string, unknown>[],
  ])
  database.close()
  return Object.fromEntries(rows)
}

/**
 * Returns the digest of every file below a folder, except the record of the last lock holder, which only
 * messages use.
 */
const digestsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'lock.pid')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')])
      .sort(),
  )

describe('a version with later migrations', () => {
  let next: RepositoryCopy
  const nextJson = async (...args: string[]) =>
    JSON.parse((await next.node('bin/lettershop.ts', ...args, '--json')).stdout)

  beforeAll(async () => {
    next = await copyWithMigrations(files)
  })

  test('has the schema of its descriptions, as CONTRIBUTING.md says', async () => {
    expect(Object.keys(files)).toContain('migrations/sqlite/0070_return_address_note.sql')
    const vitest = join(next.folder, 'node_modules/vitest/vitest.mjs')
    await next.node(vitest, 'run', '--project', 'all', 'sqlite-schema', 'test/migrations/frozen')
  })

  describe.each(versions)('and a data folder of version %s', (version) => {
    const { shop } = readKnown(version)
    const data = copyOf(version)
    const file = join(data, 'lettershop.db')
    let before: ReturnType<typeof rowsOf>
    beforeAll(async () => {
      // Opens the folder once, because the program updates any folder that it opens.
      await lettershopJson(['org', 'list', '--data', data])
      before = rowsOf(file)
      expect(await nextJson('org', 'list', '--data', data)).toMatchObject([{ id: shop.organisationId }])
    })

    test('is migrated without losing a row, after a copy', () => {
      const after = rowsOf(file)
      expect(after.schema_migrations!.map(({ name }) => name)).toEqual([
        ...present,
        '0070_return_address_note',
        '0071_facts_anew',
      ])
      expect(after.return_addresses).toEqual(before.return_addresses!.map((row) => ({ ...row, note: null })))
      const { schema_migrations: _, return_addresses: __, ...rest } = before
      expect(after).toMatchObject(rest)
      const copy = readdirSync(join(data, 'snapshots')).find((name) =>
        name.includes('0070_return_address_note'),
      )
      expect(rowsOf(join(data, 'snapshots', copy!))).toEqual(before)
    })

    test.each([
      ['serve', '--port', '0'],
      ['org', 'list'],
      ['backup', '--to', `${data}-backups`],
    ])('is then refused by this version, and left unchanged: %s', async (...args) => {
      const digests = digestsOf(data)
      const { code, stderr } = await lettershop([...args, '--data', data])
      expect([code, stderr.trim()]).toEqual([
        12,
        'The database has the schema of a newer version of Lettershop (0070_return_address_note). Install that version or restore a backup.',
      ])
      expect(digestsOf(data)).toEqual(digests)
    })

    test('and works with the version that migrated it', async () => {
      const { path } = await nextJson('backup', '--to', `${data}-backups`, '--data', data)
      const { checks } = await nextJson('backup', 'verify', path)
      expect(checks.filter(({ result }: { result: string }) => result !== 'holds')).toEqual([])
      const refused = await lettershop(['backup', 'verify', path])
      expect([refused.code, refused.stderr]).toEqual([
        12,
        expect.stringContaining('newer version of Lettershop'),
      ])
    })
  })
})

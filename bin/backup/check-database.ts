import { join } from 'node:path'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { loadDriver } from '../../src/adapters/sqlite/load-driver.ts'
import { createSqliteStore, type SqliteStore } from '../../src/adapters/sqlite/store.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import { anyTable, everyone } from '../../src/core/ports/store.ts'
import { checkContents, contentChecks } from './check-contents.ts'
import { copyFile } from './copy.ts'
import { fails, holds, type Look } from './findings.ts'
import type { Manifest } from './layout.ts'

interface Looking {
  file: string
  /** Folder for the copy that is opened, because opening migrates. */
  scratch: string
  manifest: Manifest
  /** Whether the backup has this blob. */
  has(key: string): Promise<boolean>
  look: Look
}

const afterDatabase = ['rows', ...contentChecks] as const

/**
 * Checks the database: the file itself, its rows, the blobs to which they refer, the money and the counts.
 */
export const checkDatabase = async ({ file, scratch, manifest, has, look }: Looking): Promise<void> => {
  const copy = join(scratch, 'lettershop.db')
  const sound = await look('database', async () => {
    await copyFile(file, copy)
    return checkPages(copy, manifest)
  })
  if (!sound) {
    for (const name of afterDatabase) {
      await look(name, async () => ({ result: 'open', detail: 'the database is damaged' }))
    }
    return
  }
  const store = await createSqliteStore({ file: copy })
  try {
    await look('rows', () => checkRows(store, manifest))
    await checkContents(store, { look, has, keyFingerprint: manifest.instanceKey.fingerprint })
  } finally {
    await store.close()
  }
}

const checkPages = async (file: string, { schema }: Manifest) => {
  const database = (await loadDriver()).open(file)
  try {
    const found = database
      .prepare('pragma integrity_check(10)')
      .all([])
      .map((row) => String(row.integrity_check))
    const orphans = database.prepare('pragma foreign_key_check').all([])
    if (found.length !== 1 || found[0] !== 'ok') return fails(found.join('; '))
    if (orphans.length > 0) return fails(`${orphans.length} rows refer to rows that are not there`)
    const [last] = database.prepare('select max(name) as name from schema_migrations').all([])
    if (last?.name !== schema) return fails(`has the schema ${last?.name} instead of ${schema}`)
    return holds('every page and index is sound')
  } finally {
    database.close()
  }
}

const checkRows = async (store: SqliteStore, manifest: Manifest) => {
  const wrong: string[] = []
  for (const [name, { name: table }] of Object.entries(tables)) {
    if (!Object.hasOwn(manifest.rows, table)) {
      // Migrating may have added tables.
      if (manifest.schema === sqliteMigrations().at(-1)?.name) wrong.push(`${table} was not counted`)
      continue
    }
    const count = await store.read((rows) => anyTable(rows, name as TableName).count(everyone, {}))
    if (count !== manifest.rows[table])
      wrong.push(`${table} has ${count} rows instead of ${manifest.rows[table]}`)
  }
  const total = Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)
  return wrong.length === 0 ? holds(`${total} rows`) : fails(wrong.join('; '))
}

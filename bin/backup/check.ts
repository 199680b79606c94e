import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteMigrations } from '../../src/adapters/sql/migrations.ts'
import { loadDriver } from '../../src/adapters/sqlite/driver.ts'
import { createSqliteStore, type SqliteStore } from '../../src/adapters/sqlite/store.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import { anyTable, everyone } from '../../src/core/ports/store.ts'
import {
  type BackupCheck,
  checkContents,
  contentChecks,
  counted,
  fails,
  holds,
  type Look,
  lookInto,
} from './check-contents.ts'
import { copyFile, filesBelow, forEach, sha256Of } from './copy.ts'
import {
  contradictions,
  databaseName,
  type Manifest,
  manifestDigestFile,
  manifestFile,
  readManifest,
  readSums,
  sumsFile,
} from './layout.ts'

interface Looking {
  file: string
  /** Folder for a copy of the database: opening the original would migrate it. */
  scratch: string
  manifest: Manifest
  has(key: string): Promise<boolean>
  look: Look
}

const afterDatabase = ['rows', ...contentChecks] as const

/** Checks the database file, its rows, the blobs that they refer to, the ledgers and the analytics. */
const checkDatabase = async ({ file, scratch, manifest, has, look }: Looking): Promise<void> => {
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
    if (orphans.length > 0) return fails(`${orphans.length} rows refer to missing rows`)
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
      // Opening may have added tables by migrating.
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

export interface CheckedBackup {
  path: string
  createdAt: string
  holds: boolean
  checks: BackupCheck[]
}

/**
 * Verifies a backup: every file against its checksum, every page of the database, every blob that rows refer
 * to, the ledgers and the analytics. Needs only the backup, does not change it, and checks a copy of its
 * database in the system's folder for temporary files.
 */
export const checkBackup = async (path: string): Promise<CheckedBackup> => {
  const manifest = await readManifest(path)
  const checks: BackupCheck[] = []
  const look = lookInto(checks)
  await look('manifest', async () => {
    const found = await contradictions(path, manifest)
    return found.length === 0
      ? { result: 'holds', detail: 'matches the list of files' }
      : { result: 'fails', detail: found.join('; ') }
  })
  await look('files', () => checkFiles(path))
  if (manifest.database === 'postgres') {
    const detail = 'in PostgreSQL, not in this backup: keep the pg_dump made before it'
    checks.push({ name: 'database', result: 'open', detail })
  } else {
    const scratch = await mkdtemp(join(tmpdir(), 'lettershop-backup-'))
    try {
      await checkDatabase({ file: join(path, databaseName), scratch, manifest, has: hasBlob(path), look })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  return {
    path,
    createdAt: manifest.createdAt,
    holds: checks.every(({ result }) => result !== 'fails'),
    checks,
  }
}

const hasBlob = (path: string) => (key: string) =>
  stat(join(path, 'blobs', key)).then(
    (entry) => entry.isFile(),
    () => false,
  )

const unlisted = [sumsFile, manifestFile, manifestDigestFile]

/** Checks that every listed file is unchanged and that there are no others. */
export const checkFiles = async (path: string): Promise<{ result: 'holds' | 'fails'; detail: string }> => {
  const missing: string[] = []
  const damaged: string[] = []
  const listed = new Set<string>()
  await forEach(readSums(path), async ({ path: name, sha256 }) => {
    listed.add(name)
    const found = await sha256Of(join(path, name)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined
      // A file that cannot be read counts as damaged.
      return 'unreadable'
    })
    if (found === undefined) missing.push(name)
    else if (found !== sha256) damaged.push(name)
  })
  const strange: string[] = []
  for await (const name of filesBelow(path)) {
    if (!listed.has(name) && !unlisted.includes(name)) strange.push(name)
  }
  const wrong = [
    ...counted('missing', missing),
    ...counted('damaged', damaged),
    ...counted('not of this backup', strange),
  ]
  return wrong.length === 0
    ? { result: 'holds', detail: `${listed.size} unchanged files` }
    : { result: 'fails', detail: wrong.join('; ') }
}

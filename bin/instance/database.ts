import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrate.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/store.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import {
  createInstanceKey,
  instanceKeyPath,
  keyFingerprint,
  readInstanceKey,
} from '../../src/adapters/system/instance-key.ts'
import type { RateCounter } from '../../src/core/ports/rate-counter.ts'
import { everyone, type Store, StoreUnavailable } from '../../src/core/ports/store.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { reasonOf } from './folder.ts'
import { unsettledRestore } from './restored.ts'

/** Name in the data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'lettershop.db')

export interface Database {
  store: Store
  /** Where requests are counted for several servers. */
  rateCounter?: RateCounter
  /** What seals the secrets that the database holds. */
  key: Uint8Array
  /** It holds nothing yet. */
  isNew: boolean
  /** Other servers may have it open: what is under way may be theirs. */
  isShared: boolean
  /** The copy from before a migration. */
  snapshot: string | undefined
  /** Copies the file as `SqliteStore` does; undefined of a database elsewhere. */
  copyTo: ((path: string) => Promise<Record<string, number>>) | undefined
}

/** Opens where the rows are: in the data folder, or in the PostgreSQL database that the settings name. */
export const openDatabase = (dataDir: string, settings: Settings): Promise<Database> =>
  settings.database === undefined
    ? openFile(dataDir, settings)
    : openServer(dataDir, settings, settings.database)

const openFile = async (dataDir: string, settings: Settings): Promise<Database> => {
  const file = databaseFile(dataDir)
  const isNew = !existsSync(file)
  // First, so that no database is ever without the key that seals its secrets.
  const key = await instanceKey(dataDir, settings, isNew)
  try {
    const store = await createSqliteStore({ file })
    const { snapshot } = store.migrated
    return { store, key, isNew, isShared: false, snapshot, copyTo: (path) => store.copyTo(path) }
  } catch (error) {
    refuseSchema(error)
    const code = errorCode(error) ?? ''
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
      const detail = `${file} is damaged or no database of Lettershop: restore a backup.`
      throw failure('folderUnusable', detail, error)
    }
    throw failure('folderUnusable', `${file} cannot be opened: ${reasonOf(error)}.`, error)
  }
}

const openServer = async (dataDir: string, settings: Settings, url: string): Promise<Database> => {
  await assertLoaded(dataDir, url)
  // Loaded only where it is used: most instances keep a file.
  const { createPostgresStore } = await import('../../src/adapters/postgres/store.ts')
  const store = await createPostgresStore({ url }).catch((error: unknown) => {
    refuseSchema(error)
    const reason = error instanceof StoreUnavailable ? reasonOf(error.cause) : reasonOf(error)
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reason}.`, error)
  })
  try {
    const { key, isNew } = await sharedKey(store, dataDir, settings)
    const elsewhere = { isShared: true, snapshot: undefined, copyTo: undefined }
    return { store, rateCounter: store.rateCounter, key, isNew, ...elsewhere }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The dump that belongs to restored files could not be loaded any more once a new shop had begun in its place. */
const assertLoaded = async (dataDir: string, url: string): Promise<void> => {
  if ((await unsettledRestore(dataDir)) === undefined) return
  const { migrationsOf } = await import('../../src/adapters/postgres/migration-target.ts')
  const applied = await migrationsOf(url).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
  if (applied.length > 0) return
  const detail = `${nameOf(url)} is empty: load the pg_dump that belongs to the restored backup first.`
  throw failure('databaseUnusable', detail)
}

/** The database as messages name it: without its password. */
export const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} on ${host}`
}

const refuseSchema = (error: unknown): void => {
  if (error instanceof SchemaTooNew || error instanceof SchemaChanged) {
    throw failure('schemaTooNew', error.message, error)
  }
}

const instanceKey = async (dataDir: string, settings: Settings, isNew: boolean): Promise<Uint8Array> => {
  if (settings.secretKey) return settings.secretKey
  const key = await readInstanceKey(dataDir)
  if (key) return key
  if (!isNew) {
    // A new key would silently lose every secret that the old one sealed.
    throw failure(
      'folderUnusable',
      `${instanceKeyPath(dataDir)} is missing: put it back from a backup, or give it in LETTERSHOP_SECRET_KEY.`,
    )
  }
  return createInstanceKey(dataDir)
}

const keyFact = 'instance-key'

/**
 * The key, with its fingerprint in the database: servers with different keys could not read each other's secrets. The
 * first server of a database decides; one that begins at the same moment finds what it decided.
 */
const sharedKey = async (store: Store, dataDir: string, settings: Settings) => {
  const known = await store.read((rows) => rows.facts.get(everyone, keyFact))
  const key = await instanceKey(dataDir, settings, known === undefined)
  const value = keyFingerprint(key)
  const decided = await store.write(async (rows) => {
    const fact = await rows.facts.get(everyone, keyFact)
    if (!fact) await rows.facts.insert({ id: keyFact, value })
    return fact?.value ?? value
  })
  if (decided === value) return { key, isNew: known === undefined }
  throw failure(
    'databaseUnusable',
    'The database belongs to another instance.key: servers that share a database share the data folder, or LETTERSHOP_SECRET_KEY.',
  )
}

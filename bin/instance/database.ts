import { lockPath } from '../../src/adapters/data-folder/lock.ts'
import { SchemaChanged, SchemaTooNew } from '../../src/adapters/sql/migrations.ts'
import { createSqliteStore, SchemaMissing } from '../../src/adapters/sqlite/store.ts'
import { errorCode } from '../../src/adapters/system/files.ts'
import {
  createInstanceKey,
  instanceKeyPath,
  keyFingerprint,
  readInstanceKey,
  readStagedKey,
} from '../../src/adapters/system/instance-key.ts'
import { isKeyOfStore, keyFact } from '../../src/core/engine/facts.ts'
import type { RateCounter } from '../../src/core/ports/rate-limit-counter.ts'
import { everyone, type Store, StoreUnavailable } from '../../src/core/ports/store.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { databaseFile, hasNoDatabase, lostDatabase, wasUsed } from './existing-instance.ts'
import { reasonOf } from './folder.ts'
import { endRotation, rotatedAway } from './keys/rotation.ts'
import { assertInForce } from './move-mark.ts'
import { unsettledRestore } from './restored.ts'

export interface Database {
  store: Store
  /** Counts requests across servers. */
  rateCounter?: RateCounter
  /** The key that encrypts the secrets in the database. */
  key: Uint8Array
  isNew: boolean
  /** True if other servers may use the database, so that running work may be theirs. */
  isShared: boolean
  /** Path of the copy made before a migration. */
  snapshot: string | undefined
  /** Copies the database file, as `SqliteStore` does; undefined for PostgreSQL. */
  copyTo: ((path: string) => Promise<Record<string, number>>) | undefined
}

/** Checks the rows before anything is written to them. */
type Look = (store: Store) => Promise<void>

/** Opens the folder's file or the PostgreSQL database. Throws if its rows have been or are being moved. */
export const openDatabase = (dataDir: string, settings: Settings, log: Log): Promise<Database> => {
  const reason = settings.database === undefined ? 'folderUnusable' : 'databaseUnusable'
  return open(dataDir, settings, log, (store) => assertInForce(store, reason))
}

/** Opens the database of a move, even if its rows have been moved away. */
export const openMovedDatabase = (dataDir: string, settings: Settings, log: Log): Promise<Database> =>
  open(dataDir, settings, log, async () => {})

const open = (dataDir: string, settings: Settings, log: Log, look: Look): Promise<Database> =>
  settings.database === undefined
    ? openFile(dataDir, settings, log, look)
    : openServer(dataDir, settings, settings.database, look)

const openFile = async (dataDir: string, settings: Settings, log: Log, look: Look): Promise<Database> => {
  const file = databaseFile(dataDir)
  const isNew = await hasNoDatabase(dataDir)
  const lost = isNew ? await lostDatabase(dataDir) : undefined
  if (lost) throw failure('folderUnusable', lost.message)
  // The key comes first, so that no database ever lacks the key that encrypts its secrets.
  const begunWith = await instanceKey(dataDir, settings, isNew)
  const begun = !isNew && (await wasUsed(dataDir))
  const options = { file, begun, alongside: [lockPath(dataDir)], log }
  const store = await createSqliteStore(options).catch((error: unknown) => {
    throw unusableFile(file, error)
  })
  try {
    await look(store)
    const key = await settledKey(store, dataDir, begunWith, settings)
    const { snapshot } = store.migrated
    return { store, key, isNew, isShared: false, snapshot, copyTo: (path) => store.copyTo(path) }
  } catch (error) {
    await store.close()
    throw error
  }
}

const unusableFile = (file: string, error: unknown): Error => {
  refuseSchema(error)
  const code = errorCode(error) ?? ''
  if (error instanceof SchemaMissing) {
    const detail = `${file} has lost its tables. Restore a backup.`
    return failure('folderUnusable', detail, error)
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const detail = `${file} is damaged, or not a Lettershop database. Restore a backup.`
    return failure('folderUnusable', detail, error)
  }
  return failure('folderUnusable', `${file} cannot be opened: ${reasonOf(error)}.`, error)
}

const openServer = async (
  dataDir: string,
  settings: Settings,
  url: string,
  look: Look,
): Promise<Database> => {
  await assertLoaded(dataDir, url)
  // Imported on demand: most instances use a file.
  const { createPostgresStore } = await import('../../src/adapters/postgres/store.ts')
  const store = await createPostgresStore({ url }).catch((error: unknown) => {
    refuseSchema(error)
    const reason = error instanceof StoreUnavailable ? reasonOf(error.cause) : reasonOf(error)
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reason}.`, error)
  })
  try {
    await look(store)
    const { key, isNew } = await sharedKey(store, dataDir, settings)
    const elsewhere = { isShared: true, snapshot: undefined, copyTo: undefined }
    return { store, rateCounter: store.rateCounter, key, isNew, ...elsewhere }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens an instance while no other server opens one on the same database, so that the record of the blobs,
 * the catalogue and the signing key are created only once, even by servers that share no folder.
 */
export const withDatabaseLock = async <T>(
  url: string | undefined,
  open: (turn?: number, assertTurn?: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (url === undefined) return open()
  const { OpeningLockFailed, withOpeningLock } = await import('../../src/adapters/postgres/database.ts')
  return withOpeningLock(url, open).catch((error: unknown) => {
    if (!(error instanceof OpeningLockFailed)) throw error
    if (error.isTaken) {
      const busy = `${nameOf(url)} is in use by another start or command. Try again when it has finished.`
      throw failure('folderInUse', busy, error.cause)
    }
    const detail = `${nameOf(url)} cannot be used: ${reasonOf(error.cause)}.`
    throw failure('databaseUnusable', detail, error.cause)
  })
}

/** Throws if a restored instance's dump is not loaded: a new instance in the database would prevent that. */
const assertLoaded = async (dataDir: string, url: string): Promise<void> => {
  if ((await unsettledRestore(dataDir)) === undefined) return
  const { migrationsOf } = await import('../../src/adapters/postgres/database.ts')
  const applied = await migrationsOf(url).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
  if (applied.length > 0) return
  const detail = `${nameOf(url)} is empty. Load the pg_dump that belongs to the restored backup.`
  throw failure('databaseUnusable', detail)
}

/** Returns a name of the database for messages, without the password. */
export const nameOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} on ${host}`
}

const refuseSchema = (error: unknown): void => {
  if (error instanceof SchemaTooNew || error instanceof SchemaChanged) {
    throw failure('schemaTooNew', error.message, error)
  }
}

const instanceKey = async (
  dataDir: string,
  settings: Pick<Settings, 'secretKey' | 'database'>,
  isNew: boolean,
): Promise<Uint8Array> => {
  if (settings.secretKey) return settings.secretKey
  // An interrupted rotation that moves the key into the file leaves only the staged key.
  const key = (await readInstanceKey(dataDir)) ?? (await readStagedKey(dataDir))
  if (key) return key
  if (!isNew) {
    // A new key would silently lose every secret encrypted with the old one.
    const path = instanceKeyPath(dataDir)
    throw settings.database === undefined
      ? failure(
          'folderUnusable',
          `${path} is missing. Restore it from a backup, or set LETTERSHOP_SECRET_KEY.`,
        )
      : failure(
          'databaseUnusable',
          `The database uses an instance key that this server does not have. Set LETTERSHOP_SECRET_KEY or LETTERSHOP_SECRET_KEY_FILE, or restore ${path}.`,
        )
  }
  return createInstanceKey(dataDir)
}

/** Returns the key of a shared database. Only the first server may create it. */
const sharedKey = async (store: Store, dataDir: string, settings: Settings) => {
  const isNew = (await store.read((rows) => rows.facts.get(everyone, keyFact))) === undefined
  const begunWith = await instanceKey(dataDir, settings, isNew)
  return { key: await settledKey(store, dataDir, begunWith, settings), isNew }
}

/** Returns the key that encrypts the rows, after completing an interrupted rotation. */
const settledKey = async (
  store: Store,
  dataDir: string,
  begunWith: Uint8Array,
  { secretKey }: Settings,
): Promise<Uint8Array> => {
  const ended = await endRotation(store, dataDir)
  const key = (ended && !secretKey ? await readInstanceKey(dataDir) : undefined) ?? begunWith
  await assertKey(store, dataDir, key)
  return key
}

/** Stores the key's fingerprint in the rows. Throws if they have that of another key. */
const assertKey = async (store: Store, dataDir: string, key: Uint8Array): Promise<void> => {
  const value = keyFingerprint(key)
  if (await isKeyOfStore(store, value)) return
  throw failure(
    'databaseUnusable',
    (await rotatedAway(store, dataDir, value)) ??
      'The database was created with another instance.key or LETTERSHOP_SECRET_KEY. Use the original key, which all servers of a database share.',
  )
}

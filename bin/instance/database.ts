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
  /** Counts requests for several servers. */
  rateCounter?: RateCounter
  /** The key that seals the secrets in the database. */
  key: Uint8Array
  /** True for an empty database. */
  isNew: boolean
  /** True where other servers may use it, so that work under way may be theirs. */
  isShared: boolean
  /** Path of the copy that was made before a migration. */
  snapshot: string | undefined
  /** Copies the file as `SqliteStore` does; undefined for a database elsewhere. */
  copyTo: ((path: string) => Promise<Record<string, number>>) | undefined
}

/** What is done with the rows before anything is written to them. */
type Look = (store: Store) => Promise<void>

/**
 * Opens the database: the file in the data folder, or the PostgreSQL database that the settings name. Throws
 * for one whose rows were moved away, or are being moved.
 */
export const openDatabase = (dataDir: string, settings: Settings, log: Log): Promise<Database> => {
  const reason = settings.database === undefined ? 'folderUnusable' : 'databaseUnusable'
  return open(dataDir, settings, log, (store) => assertInForce(store, reason))
}

/** The same for a move itself. */
export const openEvenMoved = (dataDir: string, settings: Settings, log: Log): Promise<Database> =>
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
  // This comes first, so that no database ever lacks the key that seals its secrets.
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
    const detail = `${file} has no tables, and this folder had some: restore a backup.`
    return failure('folderUnusable', detail, error)
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const detail = `${file} is damaged or no database of Lettershop: restore a backup.`
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
  // Loaded only here, because most instances use a file.
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
 * Opens an instance while no other server of its database does: what is missing (the place of the files, the
 * catalogue, a key on record) is made once, also by servers that share no folder.
 */
export const inTurnOf = async <T>(
  url: string | undefined,
  open: (turn?: number, assertTurn?: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (url === undefined) return open()
  const { inTurnOnDatabase, NoTurn } = await import('../../src/adapters/postgres/database.ts')
  return inTurnOnDatabase(url, open).catch((error: unknown) => {
    if (!(error instanceof NoTurn)) throw error
    if (error.isTaken) {
      const busy = `${nameOf(url)} is in use: another start or command has it to itself. Try again when that has ended.`
      throw failure('folderInUse', busy, error.cause)
    }
    const detail = `${nameOf(url)} cannot be used: ${reasonOf(error.cause)}.`
    throw failure('databaseUnusable', detail, error.cause)
  })
}

/**
 * Throws where the dump of a restored instance has not been loaded: it could not be loaded after a new
 * instance had begun in its place.
 */
const assertLoaded = async (dataDir: string, url: string): Promise<void> => {
  if ((await unsettledRestore(dataDir)) === undefined) return
  const { migrationsOf } = await import('../../src/adapters/postgres/database.ts')
  const applied = await migrationsOf(url).catch((error: unknown) => {
    throw failure('databaseUnusable', `${nameOf(url)} cannot be used: ${reasonOf(error)}.`, error)
  })
  if (applied.length > 0) return
  const detail = `${nameOf(url)} is empty: load the pg_dump that belongs to the restored backup first.`
  throw failure('databaseUnusable', detail)
}

/** The database as messages name it, without its password. */
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
  // After an interrupted rotation that moved the key into the file, only the staged key exists.
  const key = (await readInstanceKey(dataDir)) ?? (await readStagedKey(dataDir))
  if (key) return key
  if (!isNew) {
    // With a new key every secret that the old one sealed would be lost silently.
    const path = instanceKeyPath(dataDir)
    throw settings.database === undefined
      ? failure(
          'folderUnusable',
          `${path} is missing: put it back from a backup, or give it in LETTERSHOP_SECRET_KEY.`,
        )
      : failure(
          'databaseUnusable',
          `The database was begun with an instance key that this server does not have: give it in LETTERSHOP_SECRET_KEY or LETTERSHOP_SECRET_KEY_FILE, or put it back as ${path}.`,
        )
  }
  return createInstanceKey(dataDir)
}

/** The key of a shared database: its first server decides whether to create one. */
const sharedKey = async (store: Store, dataDir: string, settings: Settings) => {
  const isNew = (await store.read((rows) => rows.facts.get(everyone, keyFact))) === undefined
  const begunWith = await instanceKey(dataDir, settings, isNew)
  return { key: await settledKey(store, dataDir, begunWith, settings), isNew }
}

/** The key with which the rows are sealed, after an interrupted rotation has been completed. */
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

/**
 * Stores the fingerprint of the key with the rows, and throws where it differs: with another key, nothing
 * that is sealed in them could be read, and the right key could not read what the other one sealed.
 */
const assertKey = async (store: Store, dataDir: string, key: Uint8Array): Promise<void> => {
  const value = keyFingerprint(key)
  if (await isKeyOfStore(store, value)) return
  throw failure(
    'databaseUnusable',
    (await rotatedAway(store, dataDir, value)) ??
      'The database belongs to another instance.key, or LETTERSHOP_SECRET_KEY: give it the one it was begun with, which all servers of a database have.',
  )
}

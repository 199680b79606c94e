import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadDriver, type SqliteDatabase, sqliteCode } from '../sqlite/driver.ts'
import { errorCode } from '../system/files.ts'

export interface FolderLock {
  /** Releases the lock; idempotent. The operating system releases it when the process dies. */
  release(): void
}

/** The folder can't be locked: it is missing or not writable, or its file system has no locks. */
export class FolderUnusable extends Error {}

/**
 * Makes this process the only owner of the data folder; undefined if another process owns it. Throws
 * `FolderUnusable`. Holds an operating system lock through an open SQLite transaction on `lock.db`: neither
 * runtime offers file locks, both include SQLite, and the system releases the lock even after SIGKILL. POSIX
 * drops the lock when this process closes any other handle on the file, so nothing (such as a backup) may
 * read `lock.db`.
 */
export const lockFolder = async (dataDir: string): Promise<FolderLock | undefined> => {
  await assertFolder(dataDir)
  const lock = await lockFile(lockPath(dataDir)).catch((error: Error) => {
    throw new FolderUnusable(`The data folder ${dataDir} cannot be locked: ${error.message}.`, {
      cause: error,
    })
  })
  // Only for messages; the lock is valid without it, for example on a full disk.
  if (lock) await writeFile(pidPath(dataDir), `${process.pid}\n`).catch(() => {})
  return lock
}

/** Locks a file in this way; undefined if any process, including this one, has locked it. */
export const lockFile = async (path: string): Promise<FolderLock | undefined> => {
  const driver = await loadDriver()
  let database: SqliteDatabase | undefined
  try {
    database = driver.open(path)
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
    return holding(database)
  } catch (error) {
    database?.close()
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

/** Keeps the handles reachable: finalising one would release its lock. */
const held = new Set<SqliteDatabase>()

const holding = (database: SqliteDatabase): FolderLock => {
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}

/** Returns the id of the owning process, for messages only; undefined if unknown. */
export const lockHolder = async (dataDir: string): Promise<number | undefined> => {
  const text = await readFile(pidPath(dataDir), 'utf8').catch(() => '')
  return /^\d+\n$/.test(text) ? Number(text) : undefined
}

export const lockPath = (dataDir: string): string => join(dataDir, 'lock.db')

/** A separate file, because reading `lock.db` would drop the lock. */
const pidPath = (dataDir: string): string => join(dataDir, 'lock.pid')

const assertFolder = async (dataDir: string): Promise<void> => {
  const entry = await stat(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new FolderUnusable(`The data folder ${dataDir} does not exist.`)
    throw error
  })
  if (!entry.isDirectory()) throw new FolderUnusable(`The data folder ${dataDir} is not a folder.`)
}

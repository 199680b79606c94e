import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SqliteDatabase, sqliteCode } from '../sqlite/driver.ts'
import { loadDriver } from '../sqlite/load-driver.ts'
import { errorCode } from '../system/files.ts'

export interface FolderLock {
  /** Gives the folder free; again is no error. The system does the same when the process dies. */
  release(): void
}

/** The folder cannot be locked by anyone: it is missing, not writable, or its file system has no locks. */
export class FolderUnusable extends Error {}

/**
 * Makes this process the only one that owns the data folder, or answers undefined when another one does. The
 * lock is the operating system's, held through an open SQLite transaction on `lock.db`: neither runtime offers
 * file locks itself, both bring SQLite, and the system lets go of it even after SIGKILL. POSIX drops the lock
 * when this process closes any other handle on the file, so nothing may read `lock.db` (a backup, say).
 */
export const lockFolder = async (dataDir: string): Promise<FolderLock | undefined> => {
  await assertFolder(dataDir)
  const driver = await loadDriver()
  let database: SqliteDatabase | undefined
  try {
    database = driver.open(lockPath(dataDir))
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined
    throw new FolderUnusable(`The data folder ${dataDir} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    })
  }
  // Only for messages: on a full disk the lock holds all the same.
  await writeFile(pidPath(dataDir), `${process.pid}\n`).catch(() => {})
  return holding(database)
}

/** Keeps what is locked reachable: a handle that the collector finalises would let go of the lock unasked. */
const held = new Set<SqliteDatabase>()

const holding = (database: SqliteDatabase): FolderLock => {
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}

/** Which process owns the folder, for messages; undefined when it cannot be told. Not a substitute for the lock. */
export const lockHolder = async (dataDir: string): Promise<number | undefined> => {
  const text = await readFile(pidPath(dataDir), 'utf8').catch(() => '')
  return /^\d+\n$/.test(text) ? Number(text) : undefined
}

export const lockPath = (dataDir: string): string => join(dataDir, 'lock.db')

/** A file of its own, because reading `lock.db` would drop the lock. */
const pidPath = (dataDir: string): string => join(dataDir, 'lock.pid')

const assertFolder = async (dataDir: string): Promise<void> => {
  const entry = await stat(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new FolderUnusable(`The data folder ${dataDir} does not exist.`)
    throw error
  })
  if (!entry.isDirectory()) throw new FolderUnusable(`The data folder ${dataDir} is not a folder.`)
}

import { chmod, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Log } from '../../core/ports/system.ts'
import { sqliteCode } from '../sqlite/driver.ts'
import { createSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../sqlite/store.ts'
import { unlessMissing } from '../system/files.ts'
import { lockFile, lockPath } from './lock.ts'

/** The file is open in another store, of this process or another one. */
export class StoreInUse extends Error {
  constructor(file: string) {
    super(
      `${file} is open in another store, of this process or another one. Only one store can write to a file: close the other one ` +
        'first, share it, or use PostgreSQL (lettershop/postgres) for several processes.',
    )
    this.name = 'StoreInUse'
  }
}

/**
 * Opens the store in one SQLite file for a host program. Only its user can read the file. Throws `StoreInUse`
 * if another store has opened it, errors about the path, and what `createSqliteStore` throws.
 */
export const createOwnedSqliteStore = async (options: SqliteStoreOptions): Promise<SqliteStore> => {
  const file = await placeOf(options?.file)
  const locks = await lock(file)
  const release = () => {
    for (const held of locks) held.release()
  }
  try {
    await keepPrivate(file, options)
    const store = await createSqliteStore({ ...options, file }).catch((error: unknown) => {
      if (sqliteCode(error) !== 'SQLITE_NOTADB') throw error
      throw new Error(`${file} is not an SQLite database. Use another file, or move this one away.`, {
        cause: error,
      })
    })
    return { ...store, close: () => store.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** Resolves links, because a lock next to a link would be ineffective. Throws if the path is unusable. */
const placeOf = async (named: string | undefined): Promise<string> => {
  if (!named) throw new Error('createSqliteStore needs the path of its database as `file`.')
  if (named === ':memory:')
    throw new Error(
      '`file` must be a path. For a database in memory, use createMemoryStore of lettershop/memory.',
    )
  const path = resolve(named)
  const found = await unlessMissing(realpath(path))
  if (found) {
    const entry = await stat(found)
    if (entry.isDirectory())
      throw new Error(`${path} is a folder. Use a file in it, for example ${join(path, 'lettershop.db')}.`)
    // SQLite keeps its log next to the name by which it opens a file, so two names would corrupt the
    // database.
    if (entry.nlink > 1)
      throw new Error(
        `${found} has ${entry.nlink} names (hard links). A server that opens it by another name would damage the database. Remove the other names, or copy the file and open the copy.`,
      )
    return found
  }
  const folder = await unlessMissing(realpath(dirname(path)))
  if (!folder) throw new Error(`The folder ${dirname(path)} does not exist. Create it first, with mode 0700.`)
  return join(folder, basename(path))
}

/** Locks the file, and its folder if that is a server's data folder. Throws `StoreInUse`. */
const lock = async (file: string) => {
  // SQLite gives the journal the permissions of the file.
  await open(`${file}-lock`, 'a', 0o600).then((handle) => handle.close())
  const own = await lockFile(`${file}-lock`)
  if (!own) throw new StoreInUse(file)
  const folderLock = lockPath(dirname(file))
  if (!(await unlessMissing(stat(folderLock)))) return [own]
  const folder = await lockFile(folderLock)
  if (folder) return [own, folder]
  own.release()
  throw new StoreInUse(file)
}

/** Permission bits of other users. */
const forOthers = 0o077

/** Creates the file, or makes it private to this user. SQLite gives its log the same permissions. */
const keepPrivate = async (file: string, { begun, log }: { begun?: boolean; log?: Log }): Promise<void> => {
  if (process.platform === 'win32') return
  if (!begun) await open(file, 'a', 0o600).then((handle) => handle.close())
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-lock`]) {
    const entry = await unlessMissing(stat(path))
    if (!entry || (entry.mode & forOthers) === 0) continue
    await chmod(path, entry.mode & ~forOthers)
    if (path === file)
      log?.warn('other users could read the database; its permissions are 0600 now', { file })
  }
}

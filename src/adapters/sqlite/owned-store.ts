import { chmod, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Log } from '../../core/ports/system.ts'
import { lockFile, lockPath } from '../data-folder/lock.ts'
import { unlessMissing } from '../system/files.ts'
import { sqliteCode } from './driver.ts'
import { createSqliteStore, type SqliteStore, type SqliteStoreOptions } from './store.ts'

/** Another store, of this process or another one, has the file open. */
export class StoreInUse extends Error {
  constructor(file: string) {
    super(
      `${file} is open in another store, of this process or another one. One store writes to a file: close the other one ` +
        'first, share it, or use PostgreSQL (lettershop/postgres) for several processes.',
    )
    this.name = 'StoreInUse'
  }
}

/**
 * The store in one SQLite file, for a host program: the file is readable by its user only, and a second store on it
 * is refused. Throws `StoreInUse`, and what `createSqliteStore` throws.
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
      throw new Error(`${file} is no SQLite database. Name another file, or move this one away.`, {
        cause: error,
      })
    })
    return { ...store, close: () => store.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** The file itself, by whatever links it is named: a lock beside a link would lock nothing. */
const placeOf = async (named: string | undefined): Promise<string> => {
  if (!named) throw new Error('createSqliteStore needs the path of its database as `file`.')
  if (named === ':memory:')
    throw new Error('A database in memory is createMemoryStore of lettershop/memory; `file` names a file.')
  const path = resolve(named)
  const found = await unlessMissing(realpath(path))
  if (found) {
    const entry = await stat(found)
    if (entry.isDirectory())
      throw new Error(`${path} is a folder. Name the file in it, for example ${join(path, 'lettershop.db')}.`)
    // SQLite keeps its log beside the name that a file is opened by: two names would damage the database.
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

/** The lock of the file, and that of the data folder where a server keeps its database in one. */
const lock = async (file: string) => {
  // SQLite gives the permissions of a file to the journal beside it.
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

/** Permissions that others have on a file or folder. */
const forOthers = 0o077

/**
 * Makes a missing file with permissions for this user only, which SQLite gives to the files beside it, and takes
 * those of others from one that has them.
 */
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

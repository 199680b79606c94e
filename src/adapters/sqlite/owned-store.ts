import { chmod, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Log } from '../../core/ports/log.ts'
import { lockFile, lockPath } from '../data-folder/lock.ts'
import { unlessMissing } from '../system/files.ts'
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
  const file = resolve(options.file)
  const locks = await lock(file)
  const release = () => {
    for (const held of locks) held.release()
  }
  try {
    await keepPrivate(file, options)
    const store = await createSqliteStore({ ...options, file })
    return { ...store, close: () => store.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

/** The lock of the file, and that of the data folder where a server keeps its database in one. */
const lock = async (file: string) => {
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

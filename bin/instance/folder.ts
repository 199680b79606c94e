import { constants } from 'node:fs'
import { access, chmod, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { type FolderLock, FolderUnusable, lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { errorCode, exists, makeFolder } from '../../src/adapters/system/files.ts'
import { CommandFailure, failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'

/** File that marks an interrupted restore, so that half of an instance does not start. */
export const unfinishedRestore = 'restore.unfinished'

/**
 * Makes sure that the data folder exists and can be written; creates it where `create` is set, or closes one that is
 * empty to other users of this machine.
 */
export const prepareFolder = async (
  dataDir: string,
  { create, acceptFolderMode }: { create: boolean; acceptFolderMode: boolean },
): Promise<void> => {
  const entry = await stat(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw failure(
      'folderUnusable',
      `The data folder ${dataDir} cannot be reached: ${reasonOf(error)}.`,
      error,
    )
  })
  if (entry && !entry.isDirectory()) {
    throw failure('folderUnusable', `The data folder ${dataDir} is a file, not a folder.`)
  }
  if (!entry && !create) {
    throw failure(
      'folderUnusable',
      `There is no data folder ${dataDir}. “lettershop serve” makes one; --data or LETTERSHOP_DATA names another.`,
    )
  }
  try {
    // Readable only by its owner, because it will contain names, addresses and keys.
    if (!entry) await makeFolder(dataDir, 0o700)
    else if (create && !acceptFolderMode) await closeEmpty(dataDir, entry.mode)
    await access(dataDir, constants.W_OK)
    if (entry && (await exists(join(dataDir, unfinishedRestore)))) throw interrupted(dataDir)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw unwritable(dataDir, error)
  }
}

/**
 * Takes the access of other users from an empty folder, such as one made by hand with 0755, and says so. Only what is
 * in a folder already may be there for others to read.
 */
const closeEmpty = async (dataDir: string, mode: number): Promise<void> => {
  if (!(await isOpenToOthers(dataDir)) || (await readdir(dataDir)).length > 0) return
  const closed = 0o700
  try {
    await chmod(dataDir, closed)
  } catch (error) {
    // The folder of another user, or a file system without permissions: `assertPrivate` says what to do.
    if (['EPERM', 'ENOTSUP', 'EROFS'].includes(errorCode(error) ?? '')) return
    throw error
  }
  if (await isOpenToOthers(dataDir)) return
  const octal = (bits: number) => (bits & 0o777).toString(8).padStart(4, '0')
  process.stderr.write(
    `Closed the empty data folder ${dataDir} to other users of this machine (mode ${octal(mode)}, now ${octal(closed)}).\n`,
  )
}

/**
 * Whether nothing of the instance is in its data folder: rows, files and both keys are elsewhere. Commands make the
 * folder then as a server does, for locks and temporary files.
 */
export const isFolderEmpty = ({
  database,
  blobs,
  secretKey,
  signingKey,
}: Pick<Settings, 'database' | 'blobs' | 'secretKey' | 'signingKey'>): boolean =>
  [database, blobs, secretKey, signingKey].every((place) => place !== undefined)

/** Whether users of this machine other than the owner and the group can read the folder. */
export const isOpenToOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o007) !== 0

/**
 * Throws for a folder that all users can read, because it contains names, addresses and keys. The group's
 * access is the operator's decision.
 */
export const assertPrivate = async (
  dataDir: string,
  { acceptFolderMode }: Pick<Settings, 'acceptFolderMode'>,
): Promise<void> => {
  if (acceptFolderMode || !(await isOpenToOthers(dataDir))) return
  throw failure(
    'folderUnusable',
    `The data folder ${dataDir} is open to every user of this machine. Close it: chmod o-rwx '${dataDir}'. On a share or volume without permissions: --accept-folder-mode, or LETTERSHOP_ACCEPT_FOLDER_MODE=true.`,
  )
}

export const unwritable = (dataDir: string, error: unknown): CommandFailure =>
  failure('folderUnusable', `The data folder ${dataDir} cannot be written: ${reasonOf(error)}.`, error)

const interrupted = (dataDir: string) =>
  failure('folderUnusable', `A restore into ${dataDir} was interrupted: remove the folder and restore again.`)

/** The folder's lock, or undefined when another process owns the folder. */
export const tryLock = async (dataDir: string): Promise<FolderLock | undefined> => {
  try {
    return await lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderUnusable) throw failure('folderUnusable', error.message, error)
    throw error
  }
}

/** Several servers that start at once on a slow machine take their time. */
const patienceMs = 120_000
const againMs = 50

/**
 * Opens a folder while holding its lock, and releases the lock afterwards: servers of one database share the
 * folder, and only one of them creates what is missing (keys, the printer's folder).
 */
export const inTurn = async <T>(dataDir: string, open: () => Promise<T>): Promise<T> => {
  const until = performance.now() + patienceMs
  for (;;) {
    const lock = await tryLock(dataDir)
    if (lock) {
      try {
        return await open()
      } finally {
        lock.release()
      }
    }
    // Only a server with a database in the folder answers there, and that keeps the folder as long as it runs.
    const server = await connectControl(dataDir)
    server?.close()
    if (server || performance.now() > until) {
      throw failure('folderInUse', `Another Lettershop owns ${dataDir}, with a database of its own in it.`)
    }
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
}

/** What the client of PostgreSQL says where the server asks for a password and it has none. */
const noPassword = /client password must be a (?:non-empty )?string/

/** A failed system call or connection in words. */
export const reasonOf = (error: unknown): string => {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (noPassword.test(message)) return 'it asks for a password: set PGPASSWORD, or write one into ~/.pgpass'
  return (code && reasons[code]) ?? message
}

/** The real path; for one that does not exist, from its nearest existing parent. */
const real = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await real(above), relative(above, path))
  }
}

/** Whether a path is the folder, or in it, by real paths. */
export const isInside = async (path: string, folder: string): Promise<boolean> => {
  const [inner, outer] = await Promise.all([real(path), real(folder)])
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/** Files that only data folders and backups contain. */
const telling = ['lettershop.db', 'instance.key', 'signing.key', 'lock.db']

/** The data folder or backup that contains the path; undefined where there is none. */
export const instanceAbove = async (path: string): Promise<string | undefined> => {
  for (let at = dirname(await real(path)); ; at = dirname(at)) {
    for (const name of telling) {
      if (await exists(join(at, name))) return at
    }
    if (at === dirname(at)) return undefined
  }
}

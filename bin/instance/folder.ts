import { constants } from 'node:fs'
import { access, chmod, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { connectControl } from '../../src/adapters/data-folder/control-client.ts'
import { type FolderLock, FolderUnusable, lockFolder } from '../../src/adapters/data-folder/lock.ts'
import { errorCode, exists, makeFolder } from '../../src/adapters/system/files.ts'
import { CommandFailure, failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'

/** File that marks an interrupted restore, so that no server starts on an incomplete instance. */
export const unfinishedRestore = 'restore.unfinished'

/**
 * Throws if the folder is missing, not writable or not completely restored. `create` creates a missing one
 * and makes an empty one private.
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
      `There is no data folder ${dataDir}. Create it with “lettershop serve”, or name another with --data or LETTERSHOP_DATA.`,
    )
  }
  try {
    // Private, because it will contain names, addresses and keys.
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
 * Removes other users' access to an empty folder, for example one made with mode 0755, and reports it. A
 * folder with content is left alone: it may be shared on purpose.
 */
const closeEmpty = async (dataDir: string, mode: number): Promise<void> => {
  if (!(await isOpenToOthers(dataDir)) || (await readdir(dataDir)).length > 0) return
  const closed = 0o700
  try {
    await chmod(dataDir, closed)
  } catch (error) {
    // Another user's folder, or a file system without permissions: `assertPrivate` explains what to do.
    if (['EPERM', 'ENOTSUP', 'EROFS'].includes(errorCode(error) ?? '')) return
    throw error
  }
  if (await isOpenToOthers(dataDir)) return
  const octal = (bits: number) => (bits & 0o777).toString(8).padStart(4, '0')
  process.stderr.write(
    `Made the empty data folder ${dataDir} private (mode ${octal(mode)}, now ${octal(closed)}).\n`,
  )
}

/** True if rows, files and keys are elsewhere: commands create the folder for locks and temporary files. */
export const isFolderEmpty = ({
  database,
  blobs,
  secretKey,
  signingKey,
}: Pick<Settings, 'database' | 'blobs' | 'secretKey' | 'signingKey'>): boolean =>
  [database, blobs, secretKey, signingKey].every((place) => place !== undefined)

/** True if users other than the owner and the group can read the folder. */
export const isOpenToOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o007) !== 0

/** Throws if all users can read names, addresses and keys in the folder. Group access is allowed. */
export const assertPrivate = async (
  dataDir: string,
  { acceptFolderMode }: Pick<Settings, 'acceptFolderMode'>,
): Promise<void> => {
  if (acceptFolderMode || !(await isOpenToOthers(dataDir))) return
  throw failure(
    'folderUnusable',
    `The data folder ${dataDir} is open to every user of this machine. Run chmod o-rwx '${dataDir}'. On a share or volume without permissions, use --accept-folder-mode or LETTERSHOP_ACCEPT_FOLDER_MODE=true.`,
  )
}

export const unwritable = (dataDir: string, error: unknown): CommandFailure =>
  failure('folderUnusable', `The data folder ${dataDir} cannot be written: ${reasonOf(error)}.`, error)

const interrupted = (dataDir: string) =>
  failure('folderUnusable', `A restore into ${dataDir} was interrupted. Remove the folder and restore again.`)

/** Takes the folder's lock, or returns undefined if another process owns the folder. */
export const tryLock = async (dataDir: string): Promise<FolderLock | undefined> => {
  try {
    return await lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderUnusable) throw failure('folderUnusable', error.message, error)
    throw error
  }
}

/** How long to wait for the lock: several servers may start at once on a slow machine. */
const patienceMs = 120_000
const againMs = 50

/** Runs `open` under the folder's lock, so that only one server creates keys and the printer's folder. */
export const withFolderLock = async <T>(dataDir: string, open: () => Promise<T>): Promise<T> => {
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
    // Only a server with its database in the folder answers, and it keeps the folder while it runs.
    const server = await connectControl(dataDir)
    server?.close()
    if (server || performance.now() > until) {
      throw failure('folderInUse', `Another Lettershop uses ${dataDir} with a database in that folder.`)
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

/** Message of the PostgreSQL client if the server requires a password and none is set. */
const noPassword = /client password must be a (?:non-empty )?string/

/** Explains a failed system call or connection. */
export const reasonOf = (error: unknown): string => {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (noPassword.test(message)) return 'it requires a password: set PGPASSWORD or add one to ~/.pgpass'
  return (code && reasons[code]) ?? message
}

/** Resolves symbolic links in the part of a path that exists. */
const real = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(await real(above), relative(above, path))
  }
}

/** True if the real path is the folder or inside it. */
export const isInside = async (path: string, folder: string): Promise<boolean> => {
  const [inner, outer] = await Promise.all([real(path), real(folder)])
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

/** Files that exist only in data folders and backups. */
const instanceFiles = ['lettershop.db', 'instance.key', 'signing.key', 'lock.db']

/** Returns the data folder or backup that contains the path. */
export const instanceAbove = async (path: string): Promise<string | undefined> => {
  for (let at = dirname(await real(path)); ; at = dirname(at)) {
    for (const name of instanceFiles) {
      if (await exists(join(at, name))) return at
    }
    if (at === dirname(at)) return undefined
  }
}

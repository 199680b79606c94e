import { chmod } from 'node:fs/promises'
import { errorCode } from '../system/files.ts'

/** Errors of a file system without permissions: those of a share are set where it is mounted. */
const HAS_NONE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

/**
 * Sets the permissions of a folder or file, independent of the process's umask; does nothing where none are
 * given.
 */
export const allow = async (path: string, mode: number | undefined): Promise<void> => {
  if (mode === undefined) return
  await chmod(path, mode).catch((error: unknown) =>
    HAS_NONE.has(errorCode(error) ?? '') ? undefined : Promise.reject(error),
  )
}

/** What a file may be in a folder of these permissions: the same, and nothing to execute. */
export const ofFile = (mode: number | undefined): number | undefined =>
  mode === undefined ? undefined : mode & 0o666

import { chmod } from 'node:fs/promises'
import { errorCode } from '../system/files.ts'

/** What a file system answers that has no permissions of its own: a share's are given where it is mounted. */
const HAS_NONE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

/** Gives a folder or file its permissions, whatever the process's umask; nothing where none are set. */
export const allow = async (path: string, mode: number | undefined): Promise<void> => {
  if (mode === undefined) return
  await chmod(path, mode).catch((error: unknown) =>
    HAS_NONE.has(errorCode(error) ?? '') ? undefined : Promise.reject(error),
  )
}

/** What a file may be in a folder of these permissions: the same, and nothing to execute. */
export const ofFile = (mode: number | undefined): number | undefined =>
  mode === undefined ? undefined : mode & 0o666

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The error code of a failed system call (`ENOENT`), or undefined for any other error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether a file or folder with this name can be accessed. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The result of an access to a file or folder; undefined where it does not exist. */
export const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => (errorCode(error) === 'ENOENT' ? undefined : Promise.reject(error)))

/**
 * Errors of `link` where there are no hard links (FAT, some network shares), or none between these two or to
 * this file.
 */
const NO_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'])

/**
 * Whether `link` failed because a second name is impossible here, so that only copying or renaming is left.
 */
export const cannotLink = (error: unknown): boolean => NO_LINK.has(errorCode(error) ?? '')

/** Errors of a disk that accepts no write now: full, beyond a quota or a limit, read-only, broken. */
const REFUSAL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

/** Whether a write failed because of the disk and not because of its content. */
export const diskRefuses = (error: unknown): boolean => REFUSAL.has(errorCode(error) ?? '')

/** Makes created, renamed and removed names in the folder survive a power cut. */
export const syncFolder = async (path: string): Promise<void> => {
  // Windows has no handle on a folder to sync; NTFS journals names by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes what other processes wrote to the file survive a power cut. */
export const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder and its missing parents, so that their names too survive a power cut. */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created))
  }
}

const CHUNK_LENGTH = 64 * 1024

/**
 * The bytes from `start` to before `end`, as far as the file goes. The file is opened with the first read, so
 * an unread stream holds no descriptor.
 */
export async function* chunksOf(
  path: string,
  { start, end } = { start: 0, end: Number.POSITIVE_INFINITY },
): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    for (let at = start; at < end; ) {
      const length = Math.min(CHUNK_LENGTH, end - at)
      const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** `FileHandle.write` may write less than it was given. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let offset = 0; offset < bytes.length; ) {
    offset += (await handle.write(bytes, offset, bytes.length - offset)).bytesWritten
  }
}

/**
 * Replaces the file as a whole: after a crash it holds the old bytes or the new ones, and survives a power
 * cut.
 */
export const writeFileWhole = async (path: string, bytes: Uint8Array, mode = 0o666): Promise<void> => {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await writeAll(handle, bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

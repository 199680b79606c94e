import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the code of a failed system call (`ENOENT`); undefined for other errors. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Resolves to undefined if the file or folder doesn't exist. */
export const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => (errorCode(error) === 'ENOENT' ? undefined : Promise.reject(error)))

/** Error codes of `link` if hard links are unsupported (FAT, some network shares) or impossible here. */
const NO_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'])

/** Whether `link` failed because hard links are not possible here; copy or rename instead. */
export const cannotLink = (error: unknown): boolean => NO_LINK.has(errorCode(error) ?? '')

/** Error codes of a disk that is full, over quota, read-only or broken. */
const REFUSAL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

export const diskRefuses = (error: unknown): boolean => REFUSAL.has(errorCode(error) ?? '')

/** Syncs a folder, so that created, renamed and removed names survive a power cut. */
export const syncFolder = async (path: string): Promise<void> => {
  // Windows can't sync folders; NTFS journals names.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs a file, including what other processes wrote to it. */
export const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a folder and its missing parents durably. */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created))
  }
}

const CHUNK_LENGTH = 64 * 1024

/** Yields bytes from `start` up to `end`. Opens the file on the first read: an unread stream holds none. */
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

/** Writes all bytes; `FileHandle.write` may write fewer. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let offset = 0; offset < bytes.length; ) {
    offset += (await handle.write(bytes, offset, bytes.length - offset)).bytesWritten
  }
}

/** Replaces a file atomically and durably. */
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

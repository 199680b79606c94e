import { createHash } from 'node:crypto'
import { access, constants, link, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  cannotLink,
  chunksOf,
  diskRefuses,
  makeFolder,
  unlessMissing,
  writeAll,
} from '../../src/adapters/system/files.ts'

/** Number of parallel copies; their syncs overlap. */
const parallel = 4

/** Returns the SHA-256 of a file in hex. Hashing a chunk blocks the event loop for only 0.1 ms. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Copies a file, synced and readable only by its owner. Returns the hex digest and length of the content. */
export const copyFile = async (from: string, to: string): Promise<{ sha256: string; bytes: number }> => {
  // Checked first, so that an unreadable file leaves no empty copy behind.
  await access(from, constants.R_OK)
  return copyStream(chunksOf(from), to)
}

/** Writes a stream to a file as `copyFile` does. */
export const copyStream = async (
  from: AsyncIterable<Uint8Array>,
  to: string,
): Promise<{ sha256: string; bytes: number }> => {
  await makeFolder(dirname(to), 0o700)
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(to, 'wx', 0o600)
  try {
    for await (const chunk of from) {
      hash.update(chunk)
      bytes += chunk.length
      await writeAll(handle, chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}

/**
 * Runs the callback for each value, a few at a time. After a failure begins no more, and rejects once the others
 * have ended: they may still write into a folder that the caller removes.
 */
export const forEach = async <T>(
  values: AsyncGenerator<T>,
  work: (value: T) => Promise<void>,
): Promise<void> => {
  // An async generator queues concurrent `next` calls, so that each lane gets its own value.
  let failed: { error: unknown } | undefined
  const lane = async () => {
    try {
      for (let next = await values.next(); !next.done && !failed; next = await values.next())
        await work(next.value)
    } catch (error) {
      failed ??= { error }
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  if (!failed) return
  // The first failure is the cause.
  await values.return(undefined).catch(() => {})
  throw failed.error
}

/** Yields the relative path, with `/`, of every file below a folder; nothing if the folder is missing. */
export async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  const entries = await unlessMissing(readdir(join(root, below), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else if (entry.isFile()) yield path
  }
}

/**
 * Hard-links the files into the new folder `to`, so that their content outlives a removal. Returns false if
 * links cannot be made, for example on a full disk, where a backup is needed most.
 */
export const linkAll = async (paths: AsyncIterable<string>, from: string, to: string): Promise<boolean> => {
  try {
    await mkdir(to)
  } catch (error) {
    if (diskRefuses(error)) return false
    throw error
  }
  const made = new Set<string>()
  for await (const path of paths) {
    const target = join(to, path)
    if (!made.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true })
      made.add(dirname(target))
    }
    try {
      // With a PostgreSQL database other servers may remove blobs during the copy.
      await unlessMissing(link(join(from, path), target))
    } catch (error) {
      if (cannotLink(error)) return false
      throw error
    }
  }
  return true
}

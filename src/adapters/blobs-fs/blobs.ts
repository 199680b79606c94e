import { randomUUID } from 'node:crypto'
import { chmod, type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Blobs, type BlobWriter, writeBlob } from '../../core/ports/blobs.ts'
import { StoreUnavailable } from '../../core/ports/store.ts'
import { assertBlobKey, assertBlobPrefix } from '../blob-key.ts'
import { chunksOf, diskRefuses, errorCode, makeFolder, syncFolder, writeAll } from '../system/files.ts'

/** Keys can't contain `~`, so no blob has this name. */
const UNFINISHED = '~unfinished'

export interface FsBlobs extends Blobs {
  /**
   * Runs `work` while removals and replacements through this object wait. New blobs may be added. The scratch
   * folder is cleared when the store is next opened, even after a crash.
   */
  whileKept<T>(work: (blobs: { root: string; scratch: string }) => Promise<T>): Promise<T>
}

/**
 * Stores blobs as files below `root`. Each is written to a temporary file, synced and renamed, and its folder
 * synced. Temporary files share one folder, so that cleaning up after a crash doesn't walk a million blobs.
 * Only the process that owns the data folder may open it, unless all processes set `isShared`. Files are
 * readable by this user only (0600 in 0700 folders), unless shared with processes of other users.
 */
export const openFsBlobs = async (root: string, { isShared = false } = {}): Promise<FsBlobs> => {
  const unfinished = join(root, UNFINISHED)
  const changes = createChanges()
  const { folderMode, fileMode } = isShared ? shared : own
  await makeFolder(root, folderMode)
  if (!isShared) await keepPrivate(root)
  if (isShared) await removeOld(unfinished)
  else await rm(unfinished, { recursive: true, force: true })
  await makeFolder(unfinished, folderMode)

  const pathOf = (key: string) => {
    assertBlobKey(key)
    return join(root, ...key.split('/'))
  }
  const create = async (key: string) => {
    const path = pathOf(key)
    const temporary = join(unfinished, randomUUID())
    const replaces = async () => (await fileSize(path)) !== undefined
    const handle = await unlessRefused(() => open(temporary, 'wx', fileMode))
    const placed = (finished: string) => place(finished, path, folderMode)
    return createWriter(handle, temporary, (finished) => changes.when(replaces, () => placed(finished)))
  }

  return {
    create,
    put: (key, bytes) => writeBlob({ create }, key, (write) => write(bytes)),
    async get(key) {
      const path = pathOf(key)
      const bytes = await unlessMissing(() => readFile(path))
      return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    },
    async stream(key, range) {
      const path = pathOf(key)
      return (await fileSize(path)) === undefined ? undefined : chunksOf(path, range)
    },
    size: async (key) => fileSize(pathOf(key)),
    async remove(key) {
      const path = pathOf(key)
      if ((await fileSize(path)) === undefined) return
      await unlessRefused(async () => {
        await changes.when(always, () => rm(path, { force: true }))
        await syncFolder(dirname(path))
      })
    },
    list(prefix) {
      assertBlobPrefix(prefix)
      return keysBelow(root, prefix)
    },
    whileKept: (work) => changes.without(() => work({ root, scratch: join(unfinished, randomUUID()) })),
  }
}

/** Removes the permissions of other users, which earlier versions granted. */
const keepPrivate = async (root: string): Promise<void> => {
  const { mode } = await stat(root)
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  await chmod(root, mode & 0o700).catch((error: unknown) => {
    // Only the folder's owner may change its permissions.
    if (errorCode(error) !== 'EPERM') throw error
  })
}

/** Modes before the umask of the process. */
const own = { folderMode: 0o700, fileMode: 0o600 }
const shared = { folderMode: 0o777, fileMode: 0o666 }

const always = async () => true

const createChanges = () => {
  let forbidden: Promise<unknown> | undefined
  const pending = new Set<Promise<unknown>>()
  return {
    /** Makes a change; one that removes or replaces a blob waits for `without`. */
    async when<T>(takesAway: () => Promise<boolean>, change: () => Promise<T>): Promise<T> {
      while (forbidden && (await takesAway())) await forbidden
      const changing = change()
      pending.add(changing)
      return changing.finally(() => pending.delete(changing))
    },
    /** Runs `work` without removals. Calls run one at a time. */
    async without<T>(work: () => Promise<T>): Promise<T> {
      while (forbidden) await forbidden
      let allow = () => {}
      forbidden = new Promise<void>((resolve) => {
        allow = resolve
      })
      try {
        await Promise.allSettled([...pending])
        return await work()
      } finally {
        forbidden = undefined
        allow()
      }
    },
  }
}

const place = async (finished: string, path: string, folderMode: number): Promise<string> => {
  await makeFolder(dirname(path), folderMode)
  await rename(finished, path)
  return path
}

/** Longer than any upload or any part of a run takes. */
const ABANDONED_MS = 24 * 60 * 60_000

/** Removes abandoned temporary files. Recent ones may belong to other processes. */
const removeOld = async (folder: string): Promise<void> => {
  const names = (await unlessMissing(() => readdir(folder))) ?? []
  for (const name of names) {
    const path = join(folder, name)
    const entry = await unlessMissing(() => stat(path))
    if (entry && entry.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { recursive: true, force: true })
  }
}

const createWriter = (
  handle: FileHandle,
  temporary: string,
  placeAs: (temporary: string) => Promise<string>,
): BlobWriter => {
  let open = true
  const assertOpen = () => {
    if (!open) throw new Error('This blob is finished or aborted.')
  }
  return {
    async write(chunk) {
      assertOpen()
      await unlessRefused(() => writeAll(handle, chunk))
    },
    async finish() {
      assertOpen()
      await unlessRefused(() => handle.sync())
      open = false
      await handle.close()
      try {
        await unlessRefused(async () => syncFolder(dirname(await placeAs(temporary))))
      } catch (error) {
        await dropped(temporary)
        throw error
      }
    },
    async abort() {
      if (!open) return
      open = false
      await handle.close()
      await dropped(temporary)
    },
  }
}

/** Removes a temporary file. Ignores errors, because the next start removes a leftover file. */
const dropped = (temporary: string): Promise<void> => rm(temporary, { force: true }).catch(() => {})

/** Turns disk errors into `StoreUnavailable`, as the store does: the caller did nothing wrong. */
const unlessRefused = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!diskRefuses(error)) throw error
    throw new StoreUnavailable(`Blobs cannot be written now: ${(error as Error).message}`, { cause: error })
  }
}

async function* keysBelow(root: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const entries = (await unlessMissing(() => readdir(join(root, folder), { withFileTypes: true }))) ?? []
  const names = entries
    .map((entry) => folder + (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name.startsWith(prefix) && !name.startsWith(UNFINISHED))
    // With the slash, a folder sorts where its keys do: `a-b` before `a/c`, which is before `a0`.
    .sort()
  for (const name of names) {
    if (name.endsWith('/')) yield* keysBelow(root, name)
    else yield name
  }
}

const fileSize = async (path: string): Promise<number | undefined> =>
  unlessMissing(async () => {
    const entry = await stat(path)
    return entry.isFile() ? entry.size : undefined
  })

/** ENOTDIR (below a blob) and EISDIR (a folder of blobs) also mean that there is no blob. */
const unlessMissing = async <T>(access: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await access()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FsBlobs } from '../../src/adapters/blobs-fs/blobs.ts'
import type { S3Blobs } from '../../src/adapters/blobs-s3/blobs.ts'
import { filesBelow, forEach, linkAll } from './copy.ts'

/** Source of a backup's blobs: files of this machine, or objects of a bucket. */
export type BackedUpBlobs = { kind: 'folder'; blobs: FsBlobs } | { kind: 'bucket'; blobs: S3Blobs }

export interface Copying<T> {
  /** Copies the rows, which determine the required blobs. */
  copyRows(): Promise<T>
  /** Copies a blob from a file or stream; `total` is the number of blobs, if known. */
  keep(key: string, from: string | AsyncIterable<Uint8Array>, total: number | undefined): Promise<void>
  isKept(key: string): Promise<boolean>
  forget(key: string): Promise<void>
  /** True if other servers may remove blobs during the copy. */
  isShared: boolean
}

/** Copies the rows, and the blobs that existed at that moment. */
export const copyWithBlobs = <T>(source: BackedUpBlobs, copying: Copying<T>): Promise<T> =>
  source.kind === 'folder' ? copyFolder(source.blobs, copying) : copyBucket(source.blobs, copying)

/** Hard-links the files and then copies the links. Without hard links, removals wait for the copies. */
const copyFolder = async <T>(blobs: FsBlobs, { copyRows, keep }: Copying<T>): Promise<T> => {
  let linked: string | undefined
  let total = 0
  const copy = (root: string, paths: AsyncGenerator<string>, of?: number) =>
    forEach(paths, (key) => keep(key, join(root, key), of))
  try {
    const copied = await blobs.whileKept(async ({ root, scratch }) => {
      const rows = await copyRows()
      linked = scratch
      const counting = generated(blobs.list(''), () => total++)
      if (await linkAll(counting, root, scratch)) return rows
      await copy(root, generated(blobs.list('')))
      linked = undefined
      return rows
    })
    if (linked !== undefined) await copy(linked, filesBelow(linked), total)
    return copied
  } finally {
    if (linked !== undefined) await rm(linked, { recursive: true, force: true })
  }
}

/** Copies all blobs in order, and a blob that is about to be removed or replaced before that. */
const copyBucket = async <T>(
  blobs: S3Blobs,
  { copyRows, keep, isKept, forget, isShared }: Copying<T>,
): Promise<T> => {
  const save = async (key: string): Promise<void> => {
    if (await isKept(key)) return
    const content = await blobs.stream(key)
    if (!content) return
    try {
      await keep(key, content, undefined)
    } catch (error) {
      if (!isShared || (await blobs.size(key)) !== undefined) throw error
      // Another server has removed the blob.
      await forget(key)
    }
  }
  return blobs.whileSaved(save, async (saving) => {
    const rows = await copyRows()
    await forEach(generated(blobs.list('')), async (key) => {
      if (saving.isNew(key)) return
      await saving.save(key)
      if (!isShared && !(await isKept(key))) throw new Error(`${key} is gone`)
    })
    return rows
  })
}

async function* generated<T>(values: AsyncIterable<T>, each: (value: T) => void = () => {}) {
  for await (const value of values) {
    each(value)
    yield value
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { openFsBlobs } from '../../../src/adapters/blobs-fs/blobs.ts'
import { nameOfPlace } from '../../../src/adapters/blobs-s3/place.ts'
import { type Blobs, BlobsUnavailable, writeBlob } from '../../../src/core/ports/blobs.ts'
import { everyone, type Store } from '../../../src/core/ports/store.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { forEach } from '../../backup/copy.ts'
import type { BlobsSetting } from '../../cli/blobs-setting.ts'
import { failure } from '../../cli/failure.ts'
import type { Settings } from '../../cli/settings.ts'
import { whileOffline } from '../alone.ts'
import { openDatabase } from '../database.ts'
import { assertBeside, assertEmpty, bucketOf } from './bucket.ts'
import { openBlobs } from './open.ts'
import { blobsFolderOf, notePlace, type PlaceOnRecord, placeOnRecord } from './place.ts'

export interface MoveReport {
  from: string
  to: string
  files: number
  bytes: number
}

/** Fact that records the target and id of a move in progress. */
const moveFact = 'blobs-move'

/**
 * Copies every blob to another place and records that place as the instance's, while no server runs. The
 * originals stay. An interrupted move resumes: blobs that have arrived are read and compared, not sent again.
 */
export const moveBlobs = (
  where: { dataDir: string; settings: Settings; log: Log },
  to: BlobsSetting | undefined,
): Promise<MoveReport> =>
  whileOffline(where.dataDir, where.settings, async (assertAlone) => {
    const { store, isShared } = await openDatabase(where.dataDir, where.settings, where.log)
    try {
      return await moveFiles({ ...where, store, isShared, assertAlone }, to)
    } catch (error) {
      throw error instanceof BlobsUnavailable ? failure('blobsUnusable', error.message, error) : error
    } finally {
      await store.close()
    }
  })

interface Where {
  dataDir: string
  settings: Pick<Settings, 'blobs'>
  store: Store
  isShared: boolean
  log: Log
  /** Throws if servers may have started; absent if the move's own mark keeps them out. */
  assertAlone?(): Promise<void>
}

/** Returns where the blobs of an instance are, and where they will be. */
const placesOf = async (
  { dataDir, store }: Pick<Where, 'dataDir' | 'store'>,
  to: BlobsSetting | undefined,
) => {
  const known = await store.read(placeOnRecord)
  const folder = blobsFolderOf(dataDir)
  return { known, folder, from: known?.place ?? folder, target: to ? nameOfPlace(to.place) : folder }
}

/** True if the instance's blobs are already at the target. */
export const areThere = async (
  where: Pick<Where, 'dataDir' | 'store'>,
  to: BlobsSetting | undefined,
): Promise<boolean> => isThere(await placesOf(where, to), to)

/** Also compares the instance id in a bucket, because another endpoint may have a bucket of that name. */
const isThere = async (
  { known, from, target }: Awaited<ReturnType<typeof placesOf>>,
  to: BlobsSetting | undefined,
): Promise<boolean> => {
  if (from !== target) return false
  return to === undefined || (await bucketOf(to).owner()) === known?.id
}

/** Moves the blobs of an instance. Only the caller may use its rows. */
export const moveFiles = async (where: Where, to: BlobsSetting | undefined): Promise<MoveReport> => {
  const { store } = where
  const places = await placesOf(where, to)
  const { known, folder, from, target } = places
  if (await isThere(places, to))
    throw failure('refused', `The files of this instance are in ${target} already.`)
  // Without a record the files are in the folder, even if the settings already name the place after the move.
  const settings = known ? where.settings : { blobs: undefined }
  const { blobs: source } = await openBlobs({ ...where, settings })
  const next = to ? await begin(store, to) : undefined
  const blobs = next?.blobs ?? (await openFsBlobs(folder))
  const isBegun = next?.isBegun ?? true
  if (isBegun) await removeOthers(source, blobs)
  const copied = await copyAll(source, blobs, isBegun)
  await where.assertAlone?.()
  await store.write(async (rows) => {
    await rows.facts.remove(everyone, { id: moveFact })
    await notePlace(rows, next?.onRecord)
  })
  return { from, to: target, ...copied }
}

/** Records the target bucket in the rows and in the bucket before the first blob moves. */
const begin = async (store: Store, setting: BlobsSetting) => {
  const place = nameOfPlace(setting.place)
  const blobs = bucketOf(setting)
  const owner = await blobs.owner()
  const begun = await store.read((rows) => rows.facts.get(everyone, moveFact))
  const earlier = begun && (JSON.parse(begun.value) as PlaceOnRecord)
  if (earlier !== undefined && owner === earlier.id)
    return { blobs, onRecord: { ...earlier, place }, isBegun: true }
  if (owner !== undefined)
    throw failure('refused', `${place} holds the files of an instance. Use an empty place.`)
  await assertBeside(setting)
  await assertEmpty(blobs, place)
  const onRecord = { id: randomUUID(), place }
  await store.write(async (rows) => {
    await rows.facts.remove(everyone, { id: moveFact })
    await rows.facts.insert({ id: moveFact, value: JSON.stringify(onRecord) })
  })
  await blobs.own(onRecord.id)
  return { blobs, onRecord, isBegun: false }
}

async function* keysOf(blobs: Blobs): AsyncGenerator<string> {
  yield* blobs.list('')
}

/** Removes blobs that an earlier move copied and that have been erased from the source since. */
const removeOthers = (from: Blobs, to: Blobs): Promise<void> =>
  forEach(keysOf(to), async (key) => {
    if ((await from.size(key)) === undefined) await to.remove(key)
  })

/** Copies all blobs. `isBegun`: some may have been copied before. */
const copyAll = async (
  from: Blobs,
  to: Blobs,
  isBegun: boolean,
): Promise<{ files: number; bytes: number }> => {
  let files = 0
  let bytes = 0
  await forEach(keysOf(from), async (key) => {
    // An unreadable copy is written again; a failure of that is reported.
    const there = isBegun ? await readWhole(to, key).catch(() => undefined) : undefined
    const read = there && (await readWhole(from, key))
    const size = there && there.sha256 === read?.sha256 ? there.size : await copyOne(from, to, key)
    bytes += size
    files += 1
  })
  return { files, bytes }
}

/** Copies a blob and returns its size in bytes. Reads the copy back to verify it. */
const copyOne = async (from: Blobs, to: Blobs, key: string): Promise<number> => {
  const read = await writeBlob(to, key, async (write) => {
    const whole = await readWhole(from, key, write)
    if (!whole) throw new Error(`${key} is gone.`)
    return whole
  })
  if ((await readWhole(to, key))?.sha256 !== read.sha256)
    throw new Error(`The copy of ${key} differs from the original.`)
  return read.size
}

/** Reads a blob and passes on its chunks. Returns its SHA-256 (hex) and size; undefined if missing. */
const readWhole = async (
  blobs: Blobs,
  key: string,
  pass?: (chunk: Uint8Array) => Promise<void>,
): Promise<{ sha256: string; size: number } | undefined> => {
  const content = await blobs.stream(key)
  if (!content) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    await pass?.(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}

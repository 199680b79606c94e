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
import { whileNobodyServes } from '../alone.ts'
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

/** Fact of a move that has begun: where to, under which id. */
const moveFact = 'blobs-move'

/**
 * Copies every blob to another place, and notes that place as the instance's, while no server runs. What was
 * copied stays where it was too. One that was interrupted goes on: what has arrived is read and compared, not
 * sent again.
 */
export const moveBlobs = (
  where: { dataDir: string; settings: Settings; log: Log },
  to: BlobsSetting | undefined,
): Promise<MoveReport> =>
  whileNobodyServes(where.dataDir, where.settings, async (assertAlone) => {
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
  /** Throws where servers may have started meanwhile; absent where a mark of its own keeps them out. */
  assertAlone?(): Promise<void>
}

/** Where the blobs of an instance are, and where they would be. */
const placesOf = async (
  { dataDir, store }: Pick<Where, 'dataDir' | 'store'>,
  to: BlobsSetting | undefined,
) => {
  const known = await store.read(placeOnRecord)
  const folder = blobsFolderOf(dataDir)
  return { known, folder, from: known?.place ?? folder, target: to ? nameOfPlace(to.place) : folder }
}

/** Whether the blobs of an instance are there already. */
export const areThere = async (
  where: Pick<Where, 'dataDir' | 'store'>,
  to: BlobsSetting | undefined,
): Promise<boolean> => isThere(await placesOf(where, to), to)

/** A bucket of the same name at another endpoint is another. */
const isThere = async (
  { known, from, target }: Awaited<ReturnType<typeof placesOf>>,
  to: BlobsSetting | undefined,
): Promise<boolean> => {
  if (from !== target) return false
  return to === undefined || (await bucketOf(to).owner()) === known?.id
}

/** Moves the blobs of an instance whose rows the caller has to itself. */
export const moveFiles = async (where: Where, to: BlobsSetting | undefined): Promise<MoveReport> => {
  const { store } = where
  const places = await placesOf(where, to)
  const { known, folder, from, target } = places
  if (await isThere(places, to))
    throw failure('refused', `The files of this instance are in ${target} already.`)
  // Without a record the files are in the folder, whatever the settings say of the time after this.
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

/** The bucket to which blobs move, noted here and there before the first of them. */
const begin = async (store: Store, setting: BlobsSetting) => {
  const place = nameOfPlace(setting.place)
  const blobs = bucketOf(setting)
  const owner = await blobs.owner()
  const begun = await store.read((rows) => rows.facts.get(everyone, moveFact))
  const earlier = begun && (JSON.parse(begun.value) as PlaceOnRecord)
  if (earlier !== undefined && owner === earlier.id)
    return { blobs, onRecord: { ...earlier, place }, isBegun: true }
  if (owner !== undefined)
    throw failure('refused', `${place} has the files of an instance: name an empty place.`)
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

/** Removes what an earlier move left and was erased since. */
const removeOthers = (from: Blobs, to: Blobs): Promise<void> =>
  forEach(keysOf(to), async (key) => {
    if ((await from.size(key)) === undefined) await to.remove(key)
  })

/** `isBegun`: copies may be there already. */
const copyAll = async (
  from: Blobs,
  to: Blobs,
  isBegun: boolean,
): Promise<{ files: number; bytes: number }> => {
  let files = 0
  let bytes = 0
  await forEach(keysOf(from), async (key) => {
    // A copy that cannot be read is made anew; where that fails too, the reason is told then.
    const there = isBegun ? await readWhole(to, key).catch(() => undefined) : undefined
    const read = there && (await readWhole(from, key))
    const size = there && there.sha256 === read?.sha256 ? there.size : await copyOne(from, to, key)
    bytes += size
    files += 1
  })
  return { files, bytes }
}

/** Returns its size in bytes. What was written is read back: the copies will be the only ones. */
const copyOne = async (from: Blobs, to: Blobs, key: string): Promise<number> => {
  const read = await writeBlob(to, key, async (write) => {
    const whole = await readWhole(from, key, write)
    if (!whole) throw new Error(`${key} is gone.`)
    return whole
  })
  if ((await readWhole(to, key))?.sha256 !== read.sha256)
    throw new Error(`The copy of ${key} differs from it.`)
  return read.size
}

/** The digest (hex) and size of a blob, whose chunks are passed on; undefined where there is no such blob. */
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

import { randomUUID } from 'node:crypto'
import { createS3Blobs, type S3Blobs } from '../../../src/adapters/blobs-s3/blobs.ts'
import { nameOfPlace } from '../../../src/adapters/blobs-s3/place.ts'
import { blobsReferredTo } from '../../../src/core/app/stored-blobs.ts'
import { type Blobs, BlobsUnavailable } from '../../../src/core/ports/blobs.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import type { Log } from '../../../src/core/ports/system.ts'
import { filesBelow } from '../../backup/copy.ts'
import type { BlobsSetting } from '../../cli/blobs-setting.ts'
import { failure } from '../../cli/failure.ts'
import { blobsFolderOf, notePlace, type PlaceOnRecord, wrongPlace } from './place.ts'

/** The blobs of a bucket. */
export const bucketOf = ({ place, credentials }: Pick<BlobsSetting, 'place' | 'credentials'>): S3Blobs =>
  createS3Blobs({ place, credentials })

/** What is said where the bucket of the settings does not do what it is asked for: it is away, or it refuses. */
export const bucketAway = ({ place }: BlobsSetting, error: BlobsUnavailable) =>
  failure(
    'blobsUnusable',
    `${error.message}. It was asked at ${place.endpoint}: look there, or at --blobs and its credentials, and try again.`,
    error,
  )

export interface OpeningBucket {
  dataDir: string
  setting: BlobsSetting
  /** The bucket that the instance has noted. */
  known: PlaceOnRecord | undefined
  store: Store
  log: Log
}

/** Opens the bucket of the settings. Throws where it is not that of the instance, or does not answer. */
export const openBucket = async (opening: OpeningBucket): Promise<S3Blobs> => {
  const { setting } = opening
  const blobs = bucketOf(setting)
  try {
    await assertOwn(blobs, nameOfPlace(setting.place), opening)
  } catch (error) {
    if (!(error instanceof BlobsUnavailable)) throw error
    throw bucketAway(setting, error)
  }
  return blobs
}

const assertOwn = async (
  blobs: S3Blobs,
  place: string,
  { dataDir, setting, known, store, log }: OpeningBucket,
): Promise<void> => {
  const owner = await blobs.owner()
  const reason = notOf(known, owner, place)
  if (reason) throw wrongPlace(reason)
  if (!known) {
    await assertFolderEmpty(dataDir)
    await assertBeside(setting)
    await assertEmpty(blobs, place)
    await assertNoneElsewhere(store, place)
    const id = randomUUID()
    // Noted here first: after a crash in between, the next start notes it there.
    await store.write((rows) => notePlace(rows, { id, place }))
    await blobs.own(id)
    return
  }
  if (owner === known.id) {
    if (known.place !== place) await store.write((rows) => notePlace(rows, { ...known, place }))
    return
  }
  await assertHasFiles(store, blobs, place)
  log.warn('the bucket has no mark of this instance: it is marked again', { place })
  await blobs.own(known.id)
}

const assertFolderEmpty = async (dataDir: string): Promise<void> => {
  const folder = blobsFolderOf(dataDir)
  for await (const name of filesBelow(folder)) {
    if (name.startsWith('~')) continue
    throw wrongPlace(
      `The files of this instance are in ${folder}: move them with “lettershop blobs move” first.`,
    )
  }
}

/** Throws where rows have files: they are in a folder that this server does not have, which others may use. */
const assertNoneElsewhere = async (store: Store, place: string): Promise<void> => {
  for await (const { key } of blobsReferredTo(store)) {
    throw wrongPlace(
      `This instance has files, such as ${key}, which are neither in ${place} nor in this data folder: move them with “lettershop blobs move” on the data folder that has them first.`,
    )
  }
}

/** Files that are looked for in a bucket without a mark: one that is lost keeps no server from starting. */
const lookedFor = 10

/**
 * Throws where files that rows name are not there. The place on record has no address: another store may have
 * a bucket of the same name, and so may the same one after its loss.
 */
const assertHasFiles = async (store: Store, blobs: Blobs, place: string): Promise<void> => {
  const missing: string[] = []
  for await (const { key } of blobsReferredTo(store)) {
    if ((await blobs.size(key)) !== undefined) return
    missing.push(key)
    if (missing.length === lookedFor) break
  }
  if (missing[0] === undefined) return
  throw wrongPlace(
    `${place} has no mark of this instance and none of its files, such as ${missing[0]}: is that the right endpoint?`,
  )
}

/**
 * Throws for a place inside that of an instance, whose copies and backups would take what is in it along. What
 * these credentials may not read there is not known to be one.
 */
export const assertBeside = async ({ place, credentials }: BlobsSetting): Promise<void> => {
  const segments = place.prefix.split('/').slice(0, -1)
  for (const index of segments.keys()) {
    const prefix = segments
      .slice(0, index)
      .map((segment) => `${segment}/`)
      .join('')
    const outer = bucketOf({ place: { ...place, prefix }, credentials })
    const owner = await outer.owner().catch((error: unknown) => {
      if (error instanceof BlobsUnavailable) return undefined
      throw error
    })
    if (owner === undefined) continue
    throw wrongPlace(
      `${nameOfPlace(place)} lies in ${nameOfPlace({ ...place, prefix })}, which has the files of an instance: name another bucket${prefix === '' ? '' : ', or a prefix beside that one'}.`,
    )
  }
}

/** Throws for a place with files: whose they are is not known. */
export const assertEmpty = async (blobs: Blobs, place: string): Promise<void> => {
  const { value } = await blobs.list('')[Symbol.asyncIterator]().next()
  if (value !== undefined)
    throw wrongPlace(`${place} has files already, such as ${value}: name an empty place.`)
}

/**
 * Why this bucket is not that of the instance with this record; undefined where it may be. Changes nothing.
 */
export const whyNotInBucket = async (
  known: PlaceOnRecord | undefined,
  { blobs, place }: { blobs: Pick<S3Blobs, 'owner'>; place: string },
): Promise<string | undefined> => {
  const owner = await blobs.owner()
  const reason = notOf(known, owner, place)
  if (reason !== undefined || known === undefined || owner !== undefined) return reason
  return `${place} has no mark of this instance. The next start marks it again where it finds files of the instance there; otherwise check the endpoint.`
}

const notOf = (
  known: PlaceOnRecord | undefined,
  owner: string | undefined,
  place: string,
): string | undefined => {
  if (owner !== undefined) {
    // Operators may copy a bucket with their own tools, its mark included.
    if (owner === known?.id) return undefined
    return `${place} has the files of another instance: name an empty place, or “folder” for the data folder (--blobs).`
  }
  if (known === undefined || known.place === place) return undefined
  return `The files of this instance are in ${known.place}, and ${place} has none of them.`
}

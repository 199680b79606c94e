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

export const bucketOf = ({ place, credentials }: Pick<BlobsSetting, 'place' | 'credentials'>): S3Blobs =>
  createS3Blobs({ place, credentials })

export const bucketAway = ({ place }: BlobsSetting, error: BlobsUnavailable) =>
  failure(
    'blobsUnusable',
    `${error.message}. The endpoint is ${place.endpoint}. Check it, --blobs and the credentials, and try again.`,
    error,
  )

export interface OpeningBucket {
  dataDir: string
  setting: BlobsSetting
  known: PlaceOnRecord | undefined
  store: Store
  log: Log
}

/** Opens the configured bucket. Throws if it belongs to another instance or does not answer. */
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
    // Recorded in the rows first: after a crash, the next start marks the bucket.
    await store.write((rows) => notePlace(rows, { id, place }))
    await blobs.own(id)
    return
  }
  if (owner === known.id) {
    if (known.place !== place) await store.write((rows) => notePlace(rows, { ...known, place }))
    return
  }
  await assertHasFiles(store, blobs, place)
  log.warn('the bucket has lost the mark of this instance and is marked again', { place })
  await blobs.own(known.id)
}

const assertFolderEmpty = async (dataDir: string): Promise<void> => {
  const folder = blobsFolderOf(dataDir)
  for await (const name of filesBelow(folder)) {
    if (name.startsWith('~')) continue
    throw wrongPlace(
      `The files of this instance are in ${folder}. Move them with “lettershop blobs move” first.`,
    )
  }
}

/** Throws if rows refer to files: they must be in a data folder that this server does not have. */
const assertNoneElsewhere = async (store: Store, place: string): Promise<void> => {
  for await (const { key } of blobsReferredTo(store)) {
    throw wrongPlace(
      `This instance has files, such as ${key}, which are neither in ${place} nor in this data folder: run “lettershop blobs move” on the data folder that has them.`,
    )
  }
}

/** Maximum number of files to look up in an unmarked bucket: one lost file must not prevent a start. */
const maxLookups = 10

/**
 * Throws if the first files that rows refer to are all missing. The recorded place has no endpoint: the
 * bucket may be one of the same name in another store, or in the same store after it lost its data.
 */
const assertHasFiles = async (store: Store, blobs: Blobs, place: string): Promise<void> => {
  const missing: string[] = []
  for await (const { key } of blobsReferredTo(store)) {
    if ((await blobs.size(key)) !== undefined) return
    missing.push(key)
    if (missing.length === maxLookups) break
  }
  if (missing[0] === undefined) return
  throw wrongPlace(
    `${place} has no mark of this instance and none of its files, such as ${missing[0]}: check the endpoint.`,
  )
}

/**
 * Throws if the place is inside that of another instance, whose copies and backups would include these files.
 * Prefixes that the credentials cannot read are not checked.
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
      `${nameOfPlace(place)} is inside ${nameOfPlace({ ...place, prefix })}, which holds the files of an instance. Use another bucket${prefix === '' ? '' : ' or a prefix next to that one'}.`,
    )
  }
}

/** Throws if the place has files, whose owner is unknown. */
export const assertEmpty = async (blobs: Blobs, place: string): Promise<void> => {
  const { value } = await blobs.list('')[Symbol.asyncIterator]().next()
  if (value !== undefined) throw wrongPlace(`${place} is not empty: it has ${value}. Use an empty place.`)
}

/** Returns why a bucket is not that of the recorded instance; undefined if it may be. Changes nothing. */
export const whyNotInBucket = async (
  known: PlaceOnRecord | undefined,
  { blobs, place }: { blobs: Pick<S3Blobs, 'owner'>; place: string },
): Promise<string | undefined> => {
  const owner = await blobs.owner()
  const reason = notOf(known, owner, place)
  if (reason !== undefined || known === undefined || owner !== undefined) return reason
  return `${place} has no mark of this instance. The next start marks it again if it finds the instance's files there; otherwise check the endpoint.`
}

const notOf = (
  known: PlaceOnRecord | undefined,
  owner: string | undefined,
  place: string,
): string | undefined => {
  if (owner !== undefined) {
    // The mark decides, not the name: operators may copy a bucket, including its mark, with other tools.
    if (owner === known?.id) return undefined
    return `${place} holds the files of another instance. Use an empty place, or “folder” for the data folder (--blobs).`
  }
  if (known === undefined || known.place === place) return undefined
  return `The files of this instance are in ${known.place}, and ${place} has none of them.`
}

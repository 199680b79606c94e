import { join } from 'node:path'
import { everyone, type Rows, type WritableRows } from '../../../src/core/ports/store.ts'
import { failure } from '../../cli/failure.ts'

export const blobsFolderOf = (dataDir: string): string => join(dataDir, 'blobs')

/** The bucket that holds the blobs of an instance, by the id that is noted in both. */
export interface PlaceOnRecord {
  id: string
  /** `s3://bucket/prefix/` when it was last opened. */
  place: string
}

/** Fact of an instance whose blobs are in a bucket. */
export const placeFact = 'blobs-place'

export const placeOnRecord = async (rows: Pick<Rows, 'facts'>): Promise<PlaceOnRecord | undefined> => {
  const fact = await rows.facts.get(everyone, placeFact)
  return fact && (JSON.parse(fact.value) as PlaceOnRecord)
}

/** Notes where the blobs are from now on; undefined for the folder. */
export const notePlace = async (
  rows: Pick<WritableRows, 'facts'>,
  place: PlaceOnRecord | undefined,
): Promise<void> => {
  await rows.facts.remove(everyone, { id: placeFact })
  if (place) await rows.facts.insert({ id: placeFact, value: JSON.stringify(place) })
}

/** Why the files of the instance with this record are not in its folder; undefined where they are. */
export const whyNotInFolder = (known: PlaceOnRecord | undefined): string | undefined =>
  known && `The files of this instance are in ${known.place}: name it with --blobs, and its endpoint with it.`

export const wrongPlace = (detail: string) => failure('blobsUnusable', detail)

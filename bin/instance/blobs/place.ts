import { join } from 'node:path'
import { everyone, type Rows, type WritableRows } from '../../../src/core/ports/store.ts'
import { failure } from '../../cli/failure.ts'

export const blobsFolderOf = (dataDir: string): string => join(dataDir, 'blobs')

/** The bucket of an instance's blobs; the same id is stored in the rows and in the bucket. */
export interface PlaceOnRecord {
  id: string
  /** `s3://bucket/prefix/`, as of the last opening. */
  place: string
}

export const placeFact = 'blobs-place'

export const placeOnRecord = async (rows: Pick<Rows, 'facts'>): Promise<PlaceOnRecord | undefined> => {
  const fact = await rows.facts.get(everyone, placeFact)
  return fact && (JSON.parse(fact.value) as PlaceOnRecord)
}

/** Records where the blobs are; undefined for the folder. */
export const notePlace = async (
  rows: Pick<WritableRows, 'facts'>,
  place: PlaceOnRecord | undefined,
): Promise<void> => {
  await rows.facts.remove(everyone, { id: placeFact })
  if (place) await rows.facts.insert({ id: placeFact, value: JSON.stringify(place) })
}

/** Explains why an instance's files are not in its folder; undefined if they are. */
export const whyNotInFolder = (known: PlaceOnRecord | undefined): string | undefined =>
  known && `The files of this instance are in ${known.place}. Set --blobs, including the endpoint.`

export const wrongPlace = (detail: string) => failure('blobsUnusable', detail)

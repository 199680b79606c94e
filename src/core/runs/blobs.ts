import type { Services } from '../services.ts'

/** One piece as it was printed: what items.csv and the manifest say of it, kept beside the part's PDF. */
export interface PrintedPiece {
  id: string
  sequence: number
  /** File name of the part. */
  part: string
  /** 1-based page of the part. */
  firstPage: number
  pageCount: number
  country: string
  postalCode: string
  addressLines: string[]
  trackingUrl: string
  reference: string | null
  templateVersionId: string
  /** Hex digest of what was printed. */
  sha256: string
}

/** A blob among those of a run. */
export const runBlob = (runId: string, name: string): string => `runs/${runId.toLowerCase()}/${name}`

/** `run_…_001.pdf`: 1-based number of the part. */
export const partName = (runId: string, number: number): string =>
  `${runId}_${String(number).padStart(3, '0')}.pdf`

export const partBlob = (runId: string, number: number): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.pdf`)

const recordBlob = (runId: string, number: number): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.json`)

/** What is known of a rendered part besides its PDF. */
export interface PartRecord {
  /** Name and version of the renderer that made it. */
  engine: string
  /** Hex digest of the static layer of each template version, by its id: half of what a piece's digest is made of. */
  layers: Record<string, string>
  /** In print order. */
  pieces: PrintedPiece[]
}

export const keepPartRecord = (
  { blobs }: Pick<Services, 'blobs'>,
  runId: string,
  number: number,
  record: PartRecord,
): Promise<void> => blobs.put(recordBlob(runId, number), new TextEncoder().encode(JSON.stringify(record)))

/** Throws where the blob is gone: without it nobody can say which page is whose. */
export const partRecord = async (
  { blobs }: Pick<Services, 'blobs'>,
  runId: string,
  number: number,
): Promise<PartRecord> => {
  const bytes = await blobs.get(recordBlob(runId, number))
  if (!bytes) throw new Error(`The record of part ${number} of ${runId} is missing.`)
  return JSON.parse(new TextDecoder().decode(bytes))
}

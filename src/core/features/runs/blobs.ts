import type { Services } from '../../engine/services.ts'
import type { RunPart } from '../../model/runs.ts'

/** One piece as it was printed: what items.csv and the manifest say of it, kept beside the part's PDF. */
export interface PrintedPiece {
  id: string
  sequence: number
  /** File name of the part. */
  part: string
  /** 1-based page of the part. */
  firstPage: number
  /** With the empty page that fills its last sheet, where there is one. */
  pageCount: number
  sheetCount: number
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

/**
 * The PDF of a part as one attempt writes it: whoever goes on behind its lease must not write over what another has counted
 * (`RunPart.blobKey`). `erasures` is how often somebody was erased from it.
 */
export const partBlob = (runId: string, number: number, erasures: number, attempt: string): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.${erasures}.${attempt.toLowerCase()}.pdf`)

/** Whether a key is of a part as it was rendered, before anybody was erased from it. */
export const isRenderedPart = (key: string): boolean => /\/\d{3,}\.0\.[a-z0-9_]+\.pdf$/.test(key)

/** The record lies beside the PDF. */
export const recordBlob = (partKey: string): string => partKey.replace(/\.pdf$/, '.json')

/** What is left of a piece once its recipient was erased. */
export type ErasedPiece = Pick<
  PrintedPiece,
  'id' | 'sequence' | 'part' | 'firstPage' | 'pageCount' | 'country' | 'templateVersionId' | 'sha256'
> & {
  erased: true
  /** Of the whole piece in canonical JSON. */
  rowSha256: string
}

export const isErased = (piece: PrintedPiece | ErasedPiece): piece is ErasedPiece => 'erased' in piece

/** What is known of a rendered part besides its PDF. */
export interface PartRecord {
  /** Name and version of the renderer that made it. */
  engine: string
  /** Hex digest of the static layer of each template version, by its id: half of what a piece's digest is made of. */
  layers: Record<string, string>
  /** In print order. */
  pieces: (PrintedPiece | ErasedPiece)[]
}

export const keepPartRecord = (
  { blobs }: Pick<Services, 'blobs'>,
  partKey: string,
  record: PartRecord,
): Promise<void> => blobs.put(recordBlob(partKey), new TextEncoder().encode(JSON.stringify(record)))

/** Throws where the blob is gone: without it nobody can say which page is whose. */
export const partRecord = async (
  { blobs }: Pick<Services, 'blobs'>,
  { name, blobKey }: Pick<RunPart, 'name' | 'blobKey'>,
): Promise<PartRecord> => {
  const bytes = await blobs.get(recordBlob(blobKey))
  if (!bytes) throw new Error(`The record of ${name} is missing.`)
  return JSON.parse(new TextDecoder().decode(bytes))
}

import type { Services } from '../../../engine/services.ts'
import type { RunPart } from '../../../model/runs.ts'

/** A printed piece as described in items.csv and the manifest, kept in a record next to the part's PDF. */
export interface PrintedPiece {
  id: string
  sequence: number
  /** File name of the part. */
  part: string
  /** 1-based page of the part. */
  firstPage: number
  /** Includes the empty page that completes the last sheet, if there is one. */
  pageCount: number
  sheetCount: number
  /** Number of its tray in the run; absent for pieces of earlier versions. */
  tray?: number
  country: string
  postalCode: string
  addressLines: string[]
  /** The tracking code in its marks and URLs; absent for pieces of earlier versions. */
  code?: string
  trackingUrl: string
  reference: string | null
  templateVersionId: string
  /** SHA-256 of the printed pages in hex. */
  sha256: string
}

export const runBlob = (runId: string, name: string): string => `runs/${runId.toLowerCase()}/${name}`

/** Returns the file name of a part, such as `run_…_001.pdf`; the number is 1-based. */
export const partName = (runId: string, number: number): string =>
  `${runId}_${String(number).padStart(3, '0')}.pdf`

/**
 * Returns the key of a part's PDF as written by one attempt. Each attempt has its own keys, because one that
 * has lost its lease must not overwrite a part that another has counted (`RunPart.blobKey`). `erasures`
 * counts recipients erased from the part.
 */
export const partBlob = (runId: string, number: number, erasures: number, attempt: string): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.${erasures}.${attempt.toLowerCase()}.pdf`)

/** True for the key of a part as rendered, before any erasure. */
export const isRenderedPart = (key: string): boolean => /\/\d{3,}\.0\.[a-z0-9_]+\.pdf$/.test(key)

export const recordBlob = (partKey: string): string => partKey.replace(/\.pdf$/, '.json')

/** What remains of a piece after its recipient was erased. */
export type ErasedPiece = Pick<
  PrintedPiece,
  'id' | 'sequence' | 'part' | 'firstPage' | 'pageCount' | 'country' | 'templateVersionId' | 'sha256'
> & {
  erased: true
  /** SHA-256 in hex of the whole piece in canonical JSON. */
  rowSha256: string
}

export const isErased = (piece: PrintedPiece | ErasedPiece): piece is ErasedPiece => 'erased' in piece

/** The record of a rendered part, kept next to its PDF. */
export interface PartRecord {
  /** Name and version of the renderer. */
  engine: string
  /**
   * SHA-256 in hex of the static layer of each template version, by its id. A piece's digest is computed from
   * it and the piece's own data.
   */
  layers: Record<string, string>
  /** In print order. */
  pieces: (PrintedPiece | ErasedPiece)[]
}

export const keepPartRecord = (
  { blobs }: Pick<Services, 'blobs'>,
  partKey: string,
  record: PartRecord,
): Promise<void> => blobs.put(recordBlob(partKey), new TextEncoder().encode(JSON.stringify(record)))

/** Throws if the blob is missing: without the record, pages can't be assigned to items. */
export const partRecord = async (
  { blobs }: Pick<Services, 'blobs'>,
  { name, blobKey }: Pick<RunPart, 'name' | 'blobKey'>,
): Promise<PartRecord> => {
  const bytes = await blobs.get(recordBlob(blobKey))
  if (!bytes) throw new Error(`The record of ${name} is missing.`)
  return JSON.parse(new TextDecoder().decode(bytes))
}

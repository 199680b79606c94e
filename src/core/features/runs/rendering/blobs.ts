import type { Services } from '../../../engine/services.ts'
import type { RunPart } from '../../../model/runs.ts'

/** A piece as described in items.csv and the manifest. */
export interface PrintedPiece {
  id: string
  sequence: number
  part: string
  /** 1-based page of the part. */
  firstPage: number
  /** Includes an empty page that completes the last sheet. */
  pageCount: number
  sheetCount: number
  /** Absent for pieces of earlier versions. */
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

/** Returns a name such as `run_…_001.pdf`; the number is 1-based. */
export const partName = (runId: string, number: number): string =>
  `${runId}_${String(number).padStart(3, '0')}.pdf`

/**
 * Each attempt has its own keys: one that has lost its lease must not overwrite a part that another has
 * counted (`RunPart.blobKey`). `erasures` counts recipients erased from the part.
 */
export const partBlob = (runId: string, number: number, erasures: number, attempt: string): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.${erasures}.${attempt.toLowerCase()}.pdf`)

/** True for the key of a part as rendered, before any erasure. */
export const isRenderedPart = (key: string): boolean => /\/\d{3,}\.0\.[a-z0-9_]+\.pdf$/.test(key)

export const recordBlob = (partKey: string): string => partKey.replace(/\.pdf$/, '.json')

export type ErasedPiece = Pick<
  PrintedPiece,
  'id' | 'sequence' | 'part' | 'firstPage' | 'pageCount' | 'country' | 'templateVersionId' | 'sha256'
> & {
  erased: true
  /** SHA-256 in hex of the whole piece in canonical JSON. */
  rowSha256: string
}

export const isErased = (piece: PrintedPiece | ErasedPiece): piece is ErasedPiece => 'erased' in piece

export interface PartRecord {
  engine: string
  /** SHA-256 in hex of each template version's static layer; a piece's digest is computed from it. */
  layers: Record<string, string>
  /** Pieces in print order. */
  pieces: (PrintedPiece | ErasedPiece)[]
}

export const keepPartRecord = (
  { blobs }: Pick<Services, 'blobs'>,
  partKey: string,
  record: PartRecord,
): Promise<void> => blobs.put(recordBlob(partKey), new TextEncoder().encode(JSON.stringify(record)))

/** Returns a part's record. Throws if it is missing: without it, pages can't be assigned to items. */
export const partRecord = async (
  { blobs }: Pick<Services, 'blobs'>,
  { name, blobKey }: Pick<RunPart, 'name' | 'blobKey'>,
): Promise<PartRecord> => {
  const bytes = await blobs.get(recordBlob(blobKey))
  if (!bytes) throw new Error(`The record of ${name} is missing.`)
  return JSON.parse(new TextDecoder().decode(bytes))
}

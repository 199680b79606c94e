import type { Services } from '../../../engine/services.ts'
import type { RunPart } from '../../../model/runs.ts'

/** A printed piece as items.csv and the manifest describe it, kept in a record beside the part's PDF. */
export interface PrintedPiece {
  id: string
  sequence: number
  /** File name of the part. */
  part: string
  /** 1-based page of the part. */
  firstPage: number
  /** Includes the empty page that fills the last sheet, where there is one. */
  pageCount: number
  sheetCount: number
  /** Number of its tray in the run; absent of pieces of earlier versions. */
  tray?: number
  country: string
  postalCode: string
  addressLines: string[]
  /** The tracking code, which its marks and addresses hold; absent of pieces of earlier versions. */
  code?: string
  trackingUrl: string
  reference: string | null
  templateVersionId: string
  /** SHA-256 of the printed pages in hex. */
  sha256: string
}

/** The key of a blob of a run. */
export const runBlob = (runId: string, name: string): string => `runs/${runId.toLowerCase()}/${name}`

/** File name of a part, as `run_…_001.pdf`; the number is 1-based. */
export const partName = (runId: string, number: number): string =>
  `${runId}_${String(number).padStart(3, '0')}.pdf`

/**
 * The key of a part's PDF as one attempt writes it. Attempts have keys of their own, because one that has
 * lost its lease must not overwrite a part that another attempt has counted (`RunPart.blobKey`). `erasures`
 * is how often a recipient was erased from the part.
 */
export const partBlob = (runId: string, number: number, erasures: number, attempt: string): string =>
  runBlob(runId, `${String(number).padStart(3, '0')}.${erasures}.${attempt.toLowerCase()}.pdf`)

/** Whether a key is that of a part as it was rendered, before any recipient was erased from it. */
export const isRenderedPart = (key: string): boolean => /\/\d{3,}\.0\.[a-z0-9_]+\.pdf$/.test(key)

/** The key of the record beside a part's PDF. */
export const recordBlob = (partKey: string): string => partKey.replace(/\.pdf$/, '.json')

/** What is left of a piece after its recipient was erased. */
export type ErasedPiece = Pick<
  PrintedPiece,
  'id' | 'sequence' | 'part' | 'firstPage' | 'pageCount' | 'country' | 'templateVersionId' | 'sha256'
> & {
  erased: true
  /** SHA-256 in hex of the whole piece in canonical JSON. */
  rowSha256: string
}

export const isErased = (piece: PrintedPiece | ErasedPiece): piece is ErasedPiece => 'erased' in piece

/** The record of a rendered part, kept beside its PDF. */
export interface PartRecord {
  /** Name and version of the renderer that made it. */
  engine: string
  /**
   * SHA-256 in hex of the static layer of each template version, by its id. A piece's digest is made from it
   * and the piece's own data.
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

/** Throws where the blob is gone: without the record the pages cannot be assigned to their items. */
export const partRecord = async (
  { blobs }: Pick<Services, 'blobs'>,
  { name, blobKey }: Pick<RunPart, 'name' | 'blobKey'>,
): Promise<PartRecord> => {
  const bytes = await blobs.get(recordBlob(blobKey))
  if (!bytes) throw new Error(`The record of ${name} is missing.`)
  return JSON.parse(new TextDecoder().decode(bytes))
}

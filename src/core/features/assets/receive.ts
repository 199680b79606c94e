import type { ByteSource } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { concatenate, toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { UploadKind } from '../../model/assets.ts'
import { writeBlob } from '../../ports/blobs.ts'
import { mebibyte } from './limits.ts'
import { uploadProblems, uploadSentences } from './sentences.ts'
import { headLength, isUtf16, type Sniffed, sniff, strayControls } from './sniff.ts'

export interface Received {
  blobKey: string
  sizeBytes: number
  /** Hexadecimal. */
  sha256: string
  /** The first few KiB. */
  head: Uint8Array
  zeroBytes: number
}

/**
 * Stores a body as a blob, with one chunk in memory at a time. Throws 413 beyond the limit and 400 for an
 * empty body, leaving no blob. Otherwise the caller must keep or remove the blob.
 */
export const receive = async (
  services: Services,
  source: ByteSource,
  { blobKey, limit }: { blobKey: string; limit: number },
): Promise<Received> => {
  if (source.length !== undefined && source.length > limit) throw tooLarge(limit)
  const hash = services.crypto.sha256Stream()
  return writeBlob(services.blobs, blobKey, async (write) => {
    const head: Uint8Array[] = []
    let sizeBytes = 0
    let zeroBytes = 0
    for await (const chunk of source.chunks()) {
      if (sizeBytes + chunk.length > limit) throw tooLarge(limit)
      if (sizeBytes < headLength) head.push(chunk.slice(0, headLength - sizeBytes))
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) zeroBytes++
      sizeBytes += chunk.length
      hash.update(chunk)
      await write(chunk)
    }
    if (sizeBytes === 0) throw problem(uploadProblems.sentence('malformed_body.no_file'))
    return { blobKey, sizeBytes, sha256: toHex(hash.digest()), head: concatenate(head), zeroBytes }
  })
}

const tooLarge = (limit: number) =>
  problem(uploadProblems.sentence('body_too_large.file', { limit: limit / mebibyte }))

const expected: Readonly<Record<UploadKind, readonly Sniffed[]>> = {
  IMAGE: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff'],
  PDF: ['application/pdf'],
  DRAWING: ['image/svg+xml'],
  CSV: ['text/plain'],
  // Protected and old workbooks are not ZIP files; the reader distinguishes the two.
  XLSX: ['application/zip', 'application/x-ole'],
  FONT: ['font/ttf', 'font/otf', 'font/woff', 'font/collection'],
}

/** Unsupported image types, each with a sentence that says what to do. */
const remedies: Readonly<
  Partial<Record<Sniffed, 'svg' | 'heic' | 'gif' | 'picture' | 'document' | 'postscript'>>
> = {
  ...{ 'image/svg+xml': 'svg', 'image/heic': 'heic', 'image/gif': 'gif' },
  ...{ 'image/bmp': 'picture', 'image/jp2': 'picture', 'image/jxl': 'picture' },
  ...{ 'image/vnd.adobe.photoshop': 'picture', 'image/tiff-big': 'picture' },
  ...{ 'application/pdf': 'document', 'application/postscript': 'postscript' },
}

/** Returns the content type, and an error if the file's first bytes don't match its declared kind. */
export const checkKind = (
  kind: UploadKind,
  { head, sizeBytes, zeroBytes }: Received,
): { contentType: string; findings: Finding[] } => {
  const type = sniff(head)
  if (!expected[kind].includes(type)) {
    const remedy = kind === 'IMAGE' ? remedies[type] : undefined
    const sentence = remedy
      ? uploadSentences.sentence(`file_kind.${remedy}`, { found: type })
      : uploadSentences.sentence('file_kind.other', { kind, found: type })
    return { contentType: type, findings: [finding('error', sentence)] }
  }
  if (kind === 'XLSX') return { contentType: workbookType, findings: [] }
  if (kind !== 'CSV') return { contentType: type, findings: [] }
  const isBinary = !isUtf16(head) && zeroBytes > strayControls(sizeBytes)
  const findings = isBinary ? [finding('error', uploadSentences.sentence('file_kind.zeros'))] : []
  return { contentType: 'text/csv', findings }
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

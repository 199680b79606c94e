import type { ByteSource } from '../../engine/operation.ts'
import type { Services } from '../../engine/services.ts'
import { concatenate, toHex } from '../../kernel/bytes.ts'
import { problem } from '../../kernel/errors.ts'
import { writeBlob } from '../../ports/blobs.ts'
import { mebibyte } from './limits.ts'
import { uploadProblems } from './sentences.ts'
import { headLength } from './sniff.ts'

/** Bytes in the blob store, and what was observed while they arrived. */
export interface Received {
  blobKey: string
  sizeBytes: number
  /** Hex. */
  sha256: string
  /** The first few KiB. */
  head: Uint8Array
  /** How many of the bytes are zero. */
  zeroBytes: number
}

/**
 * Streams a body into a blob, with no more than a chunk of it in memory. Throws 413 beyond the limit and 400
 * for an empty body, leaving no blob. Otherwise the caller must keep or remove the blob.
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
    if (sizeBytes === 0) throw problem(uploadProblems.say('malformed_body.no_file'))
    return { blobKey, sizeBytes, sha256: toHex(hash.digest()), head: concatenate(head), zeroBytes }
  })
}

const tooLarge = (limit: number) =>
  problem(uploadProblems.say('body_too_large.file', { limit: limit / mebibyte }))

import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'
import { concatenate } from '../../core/kernel/bytes.ts'
import type { SealStream } from '../../core/ports/crypto.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
/** First byte of sealed bytes, which allows other formats later: this one contains the bytes as they are. */
const PLAIN = 1
/** Contains parts that are compressed separately, each after its length in four bytes, big-endian. */
const COMPRESSED = 2
/** Bytes that are compressed at a time; fewer than this are not compressed. */
const PART_LENGTH = 128 * 1024

/**
 * Sealed bytes are format (1), nonce (12), ciphertext, tag (16). Long ones are compressed first, because zstd
 * reduces an answer of megabytes to a tenth in less time than writing the rest takes (docs/design/storage.md).
 */
export const seal = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array => {
  if (bytes.length <= PART_LENGTH) {
    const sealing = begin(key, PLAIN, context)
    return sealing.end([sealing.cipher.update(bytes)])
  }
  const stream = sealStream(key, context)
  stream.update(bytes)
  return stream.end()
}

export const sealStream = (key: Uint8Array, context: string): SealStream => {
  const { cipher, end } = begin(key, COMPRESSED, context)
  const { zstdCompressSync, constants } = zlib()
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  const parts: Uint8Array[] = []
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; at += PART_LENGTH) {
        const part = zstdCompressSync(chunk.subarray(at, at + PART_LENGTH), { params })
        const length = new Uint8Array(4)
        new DataView(length.buffer).setUint32(0, part.length)
        parts.push(cipher.update(length), cipher.update(part))
      }
    },
    end: () => end(parts),
  }
}

/** The plain bytes; undefined where key, context or bytes do not fit. */
export const open = (key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array | undefined => {
  const pieces = openPieces(key, sealed, context)
  return pieces && concatenate([...pieces])
}

/** The plain bytes, part by part; undefined where key, context or bytes do not fit. */
export function openPieces(
  key: Uint8Array,
  sealed: Uint8Array,
  context: string,
): Iterable<Uint8Array> | undefined {
  const [format] = sealed
  if (sealed.length < 1 + NONCE_LENGTH + TAG_LENGTH || (format !== PLAIN && format !== COMPRESSED))
    return undefined
  const nonce = sealed.subarray(1, 1 + NONCE_LENGTH)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
  decipher.setAAD(boundTo(format, context))
  decipher.setAuthTag(sealed.subarray(-TAG_LENGTH))
  try {
    const bytes = decipher.update(sealed.subarray(1 + NONCE_LENGTH, -TAG_LENGTH))
    // Returns no further bytes; throws where the sealed bytes were changed.
    decipher.final()
    return format === PLAIN ? [bytes] : expanded(bytes)
  } catch {
    return undefined
  }
}

const begin = (key: Uint8Array, format: number, context: string) => {
  const nonce = randomFillSync(new Uint8Array(NONCE_LENGTH))
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
  cipher.setAAD(boundTo(format, context))
  return {
    cipher,
    end(parts: readonly Uint8Array[]): Uint8Array {
      const last = cipher.final()
      return concatenate([Uint8Array.of(format), nonce, ...parts, last, cipher.getAuthTag()])
    },
  }
}

/**
 * The context with the format, so that a changed format byte is noticed. The first format is older than this
 * and binds the context alone.
 */
const boundTo = (format: number, context: string): Uint8Array =>
  new TextEncoder().encode(format === PLAIN ? context : `${format}|${context}`)

function* expanded(parts: Uint8Array): Generator<Uint8Array> {
  const { zstdDecompressSync } = zlib()
  const view = new DataView(parts.buffer, parts.byteOffset, parts.length)
  for (let at = 0; at < parts.length; ) {
    const from = at + 4
    at = from + view.getUint32(at)
    yield zstdDecompressSync(parts.subarray(from, at), { chunkSize: PART_LENGTH })
  }
}

/** Loaded on first use, to keep the start short. */
const zlib = () => process.getBuiltinModule('node:zlib')

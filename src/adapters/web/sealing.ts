import { gcm } from '@noble/ciphers/aes.js'
import { unzlibSync, zlibSync } from 'fflate'
import { concatenate, utf8 } from '../../core/kernel/bytes.ts'
import type { SealStream } from '../../core/ports/crypto.ts'

const NONCE_LENGTH = 12
const TAG_LENGTH = 16
/**
 * The first byte of a sealed value. This format holds the bytes uncompressed; `adapters/system/sealing.ts`
 * shares it.
 */
const PLAIN = 1
/**
 * Parts that are deflated one by one, each after its length in four bytes. Node compresses its parts with
 * zstd, which browsers lack.
 */
const DEFLATED = 3
/** Bytes compressed at a time. Values up to this length are not compressed. */
const PART_LENGTH = 128 * 1024
const LENGTH_BYTES = 4

/**
 * Encrypts with AES-256-GCM, bound to the context. Returns format (1 byte), nonce (12), ciphertext, tag (16).
 */
export const seal = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array => {
  if (bytes.length <= PART_LENGTH) return sealed(key, PLAIN, bytes, context)
  const stream = sealStream(key, context)
  stream.update(bytes)
  return stream.end()
}

export const sealStream = (key: Uint8Array, context: string): SealStream => {
  const parts: Uint8Array[] = []
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; at += PART_LENGTH) {
        const part = zlibSync(chunk.subarray(at, at + PART_LENGTH), { level: 1 })
        const length = new Uint8Array(LENGTH_BYTES)
        new DataView(length.buffer).setUint32(0, part.length)
        parts.push(length, part)
      }
    },
    end: () => sealed(key, DEFLATED, concatenate(parts), context),
  }
}

/** The plain bytes; undefined where the value was sealed with another key or context, or is damaged. */
export const open = (key: Uint8Array, bytes: Uint8Array, context: string): Uint8Array | undefined => {
  const pieces = openPieces(key, bytes, context)
  return pieces && concatenate([...pieces])
}

/** The plain bytes in the parts in which they were compressed; undefined as in `open`. */
export const openPieces = (
  key: Uint8Array,
  bytes: Uint8Array,
  context: string,
): Iterable<Uint8Array> | undefined => {
  const [format] = bytes
  if (bytes.length < 1 + NONCE_LENGTH + TAG_LENGTH || (format !== PLAIN && format !== DEFLATED))
    return undefined
  const nonce = bytes.subarray(1, 1 + NONCE_LENGTH)
  try {
    const plain = gcm(key, nonce, boundTo(format, context)).decrypt(bytes.subarray(1 + NONCE_LENGTH))
    return format === PLAIN ? [plain] : expanded(plain)
  } catch {
    return undefined
  }
}

const sealed = (key: Uint8Array, format: number, bytes: Uint8Array, context: string): Uint8Array => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH))
  const cipher = gcm(key, nonce, boundTo(format, context))
  return concatenate([Uint8Array.of(format), nonce, cipher.encrypt(bytes)])
}

/**
 * Authenticates the format too, so that its byte cannot be changed. The plain format is older and stays bound
 * to the context alone.
 */
const boundTo = (format: number, context: string): Uint8Array =>
  utf8(format === PLAIN ? context : `${format}|${context}`)

function* expanded(parts: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(parts.buffer, parts.byteOffset, parts.length)
  for (let at = 0; at < parts.length; ) {
    const from = at + LENGTH_BYTES
    at = from + view.getUint32(at)
    yield unzlibSync(parts.subarray(from, at))
  }
}

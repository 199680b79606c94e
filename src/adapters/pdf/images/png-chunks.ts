import { latin1Bytes } from '#platform/text'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { crc32 } from '../../../core/kernel/crc32.ts'

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export interface PngChunk {
  kind: string
  body: Uint8Array
}

/** The chunks of a PNG whose structure was checked, its last one included. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield { kind, body: bytes.subarray(at + 8, at + 8 + length) }
    if (kind === 'IEND') return
    at += 12 + length
  }
}

export const pngFile = (chunks: Iterable<PngChunk>): Uint8Array =>
  concatenate([PNG_SIGNATURE, ...Array.from(chunks, encoded).flat()])

const encoded = ({ kind, body }: PngChunk): Uint8Array[] => {
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, body.length)
  head.set(latin1Bytes(kind), 4)
  const sum = new Uint8Array(4)
  new DataView(sum.buffer).setUint32(0, crc32(body, crc32(head.subarray(4))))
  return [head, body, sum]
}

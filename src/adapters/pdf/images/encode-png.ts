import { latin1Bytes } from '#platform/text'
import { createDeflater, deflate } from '#platform/zlib'
import { concatenate, crc32 } from '../../../core/kernel/bytes.ts'
import { type Raster, strideOf } from './orientation.ts'

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export interface PngChunk {
  kind: string
  body: Uint8Array
}

/** Yields the chunks of a PNG whose structure was checked, up to and including IEND. */
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

/** PNG colour types by the components of pixels. */
const TYPES = { gray: 0, rgb: 2, indexed: 3, grayAlpha: 4, rgba: 6 } as const

export interface PngContent extends Raster {
  type: keyof typeof TYPES | number
  depth: number
  before?: readonly PngChunk[]
  profile?: Uint8Array | undefined
}

const BATCH_BYTES = 256 * 1024

export const encodePng = async (content: PngContent): Promise<Uint8Array> => {
  const { widthPx, heightPx, depth, type, before = [], profile } = content
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, widthPx)
  view.setUint32(4, heightPx)
  header.set([depth, typeof type === 'number' ? type : TYPES[type]], 8)
  return pngFile([
    { kind: 'IHDR', body: header },
    ...(profile ? [await profileChunk(profile)] : []),
    ...before,
    { kind: 'IDAT', body: await filteredRows(content) },
    { kind: 'IEND', body: new Uint8Array(0) },
  ])
}

/** Returns a profile as a chunk. Its name is one space: viewers use the name in the profile. */
export const profileChunk = async (profile: Uint8Array): Promise<PngChunk> => ({
  kind: 'iCCP',
  body: concatenate([Uint8Array.of(0x20, 0, 0), await deflate(profile)]),
})

const filteredRows = async (content: PngContent): Promise<Uint8Array> => {
  const { data, heightPx, bitsPerPixel, depth, type } = content
  const stride = strideOf(content)
  const step = Math.max(1, bitsPerPixel >> 3)
  // Filters help if neighbouring values are similar, which palette indices aren't.
  const mayFilter = depth >= 8 && type !== 'indexed' && type !== TYPES.indexed
  const deflater = createDeflater()
  const rows = Math.max(1, Math.floor(BATCH_BYTES / (stride + 1)))
  const none = new Uint8Array(stride)
  for (let y = 0; y < heightPx; y += rows) {
    const count = Math.min(rows, heightPx - y)
    const batch = new Uint8Array(count * (stride + 1))
    for (let index = 0; index < count; index++) {
      const at = (y + index) * stride
      const row = data.subarray(at, at + stride)
      const above = y + index === 0 ? none : data.subarray(at - stride, at)
      const out = batch.subarray(index * (stride + 1), (index + 1) * (stride + 1))
      if (mayFilter) filterRow(row, above, step, out)
      else out.set(row, 1)
    }
    await deflater.write(batch)
  }
  return deflater.end()
}

/** Applies PNG's filter 1 or 2: the difference from the pixel to the left or above. */
const filterRow = (row: Uint8Array, above: Uint8Array, step: number, out: Uint8Array): void => {
  let left = 0
  let up = 0
  for (let x = 0; x < row.length; x++) {
    left += size(row[x]! - (x >= step ? row[x - step]! : 0))
    up += size(row[x]! - above[x]!)
  }
  out[0] = left < up ? 1 : 2
  for (let x = 0; x < row.length; x++)
    out[x + 1] = row[x]! - (left < up ? (x >= step ? row[x - step]! : 0) : above[x]!)
}

/** The absolute value of a difference as a signed byte. */
const size = (difference: number): number => {
  const byte = difference & 0xff
  return byte < 128 ? byte : 256 - byte
}

import { createDeflater, inflateChunks } from '#platform/zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { ImageRefused } from './image.ts'
import { copyPixel } from './orientation.ts'
import { imageFaults } from './sentences.ts'

const { sentence } = imageFaults

export interface RowShape {
  /** Bytes of a row without its filter byte. */
  stride: number
  /** Bytes between a sample and the same sample of the previous pixel. */
  step: number
  heightPx: number
}

const CHUNK_BYTES = 256 * 1024
const HIGHEST_FILTER = 4

/**
 * Inflates the samples of a PNG in small parts, so that only a few hundred kilobytes are in memory. `take`
 * receives several whole rows at a time, each after its filter byte.
 */
const inflateRows = async (
  data: Uint8Array,
  { stride, heightPx }: RowShape,
  take: (rows: Uint8Array) => void | Promise<void>,
): Promise<void> => {
  const row = stride + 1
  let rest: Uint8Array = new Uint8Array(0)
  let seen = 0
  try {
    for await (const chunk of inflateChunks(slices(data), CHUNK_BYTES)) {
      seen += chunk.length
      if (seen > row * heightPx) throw new ImageRefused(sentence('image_fault.png_damaged'))
      const joined = rest.length === 0 ? chunk : concatenate([rest, chunk])
      const whole = joined.length - (joined.length % row)
      if (whole > 0) await take(joined.subarray(0, whole))
      rest = joined.slice(whole)
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(sentence('image_fault.png_damaged'))
  }
  if (seen < row * heightPx) throw new ImageRefused(sentence('image_fault.png_ends'))
}

function* slices(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += CHUNK_BYTES) yield data.subarray(at, at + CHUNK_BYTES)
}

/** Throws `ImageRefused` if samples are missing, damaged or surplus. */
export const checkRows = (data: Uint8Array, shape: RowShape): Promise<void> =>
  inflateRows(data, shape, (rows) => {
    for (let at = 0; at < rows.length; at += shape.stride + 1) {
      if (rows[at]! > HIGHEST_FILTER) throw new ImageRefused(sentence('image_fault.png_damaged'))
    }
  })

/** Passes the unfiltered rows to `take`, several at a time. They are valid until it resolves. */
export const eachRows = (
  data: Uint8Array,
  shape: RowShape,
  take: (rows: Uint8Array, count: number) => Promise<void>,
): Promise<void> => {
  const { stride, step } = shape
  let above: Uint8Array = new Uint8Array(stride)
  return inflateRows(data, shape, async (raw) => {
    const count = raw.length / (stride + 1)
    const rows = new Uint8Array(count * stride)
    for (let y = 0; y < count; y++) {
      const from = y * (stride + 1)
      const row = rows.subarray(y * stride, (y + 1) * stride)
      unfilter(raw[from]!, raw.subarray(from + 1, from + 1 + stride), above, row, step)
      above = row
    }
    await take(rows, count)
    above = above.slice()
  })
}

const unfilter = (
  filter: number,
  raw: Uint8Array,
  above: Uint8Array,
  row: Uint8Array,
  step: number,
): void => {
  for (let x = 0; x < raw.length; x++) {
    const left = x >= step ? row[x - step]! : 0
    const corner = x >= step ? above[x - step]! : 0
    row[x] = raw[x]! + predict(filter, left, above[x]!, corner)
  }
}

const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const byLeft = Math.abs(estimate - left)
  const byUp = Math.abs(estimate - up)
  const byCorner = Math.abs(estimate - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** Limit of interlaced samples, of which memory holds two copies: 16 megapixels in RGBA. */
export const MAX_INTERLACED_BYTES = 64_000_000

/** The start and spacing of pixels in each of the seven passes of Adam7. */
const passes = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
]

interface Size {
  widthPx: number
  heightPx: number
  bitsPerPixel: number
}

/** Recompresses an interlaced PNG by rows. Throws `ImageRefused` for missing, damaged or surplus samples. */
export const deinterlace = async (data: Uint8Array, size: Size): Promise<Uint8Array> => {
  const { widthPx, heightPx, bitsPerPixel } = size
  const step = Math.max(1, bitsPerPixel >> 3)
  const parts = passes
    .map((pass) => {
      const width = Math.ceil((widthPx - pass.x) / pass.across)
      const height = Math.ceil((heightPx - pass.y) / pass.down)
      return { ...pass, width, height, stride: Math.ceil((width * bitsPerPixel) / 8) }
    })
    .filter(({ width, height }) => width > 0 && height > 0)
  const raw = await inflateExactly(
    data,
    parts.reduce((sum, { stride, height }) => sum + (stride + 1) * height, 0),
  )
  // Each row of the result starts with filter byte 0 (none).
  const rowBytes = Math.ceil((widthPx * bitsPerPixel) / 8) + 1
  const rows = new Uint8Array(rowBytes * heightPx)
  let at = 0
  for (const { x, y, across, down, width, height, stride } of parts) {
    let above = new Uint8Array(stride)
    for (let line = 0; line < height; line++) {
      const filter = raw[at]!
      if (filter > HIGHEST_FILTER) throw new ImageRefused(sentence('image_fault.png_damaged'))
      const row = new Uint8Array(stride)
      unfilter(filter, raw.subarray(at + 1, at + 1 + stride), above, row, step)
      const into = rows.subarray((y + line * down) * rowBytes + 1, (y + line * down + 1) * rowBytes)
      for (let pixel = 0; pixel < width; pixel++)
        copyPixel(row, pixel, into, x + pixel * across, bitsPerPixel)
      above = row
      at += stride + 1
    }
  }
  const deflater = createDeflater()
  await deflater.write(rows)
  return deflater.end()
}

const inflateExactly = async (data: Uint8Array, length: number): Promise<Uint8Array> => {
  const whole = new Uint8Array(length)
  let seen = 0
  try {
    for await (const chunk of inflateChunks(slices(data), 256 * 1024)) {
      if (seen + chunk.length > length) throw new ImageRefused(sentence('image_fault.png_damaged'))
      whole.set(chunk, seen)
      seen += chunk.length
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(sentence('image_fault.png_damaged'))
  }
  if (seen < length) throw new ImageRefused(sentence('image_fault.png_ends'))
  return whole
}

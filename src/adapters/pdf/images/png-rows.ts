import { inflateChunks } from '#platform/zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { ImageRefused } from './image.ts'
import { imageFaults } from './sentences.ts'

const { say } = imageFaults

/** How the samples of a PNG lie in its rows. */
export interface RowShape {
  /** Bytes of a row without its filter byte. */
  stride: number
  /** Bytes between a sample and the corresponding one of the previous pixel. */
  step: number
  heightPx: number
}

const CHUNK_BYTES = 256 * 1024
export const HIGHEST_FILTER = 4

/**
 * Goes through the samples of a PNG a little at a time: however large the picture is, a few hundred kilobytes
 * of it are in memory. `take` is given several whole rows at once, each behind its filter byte.
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
      if (seen > row * heightPx) throw new ImageRefused(say('image_fault.png_damaged'))
      const joined = rest.length === 0 ? chunk : concatenate([rest, chunk])
      const whole = joined.length - (joined.length % row)
      if (whole > 0) await take(joined.subarray(0, whole))
      rest = joined.slice(whole)
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(say('image_fault.png_damaged'))
  }
  if (seen < row * heightPx) throw new ImageRefused(say('image_fault.png_ends'))
}

export function* slices(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += CHUNK_BYTES) yield data.subarray(at, at + CHUNK_BYTES)
}

/** Throws `ImageRefused` where samples are missing, damaged, or more than the picture has. */
export const checkRows = (data: Uint8Array, shape: RowShape): Promise<void> =>
  inflateRows(data, shape, (rows) => {
    for (let at = 0; at < rows.length; at += shape.stride + 1) {
      if (rows[at]! > HIGHEST_FILTER) throw new ImageRefused(say('image_fault.png_damaged'))
    }
  })

/**
 * The rows with their filters undone, several at a time and without anything between them; valid until it
 * returns.
 */
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

/**
 * Undoes the filter of one row; `step`: bytes between a sample and the corresponding one of the previous
 * pixel.
 */
export const unfilter = (
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

import { createDeflater, inflateChunks } from '#platform/zlib'
import { ImageRefused } from './image.ts'
import { HIGHEST_FILTER, slices, unfilter } from './png-rows.ts'
import { imageFaults } from './sentences.ts'
import { copyPixel } from './turn.ts'

const { say } = imageFaults

/** Its samples are held as a whole, twice: 16 megapixels in RGBA. */
export const MAX_INTERLACED_BYTES = 64_000_000

/** Adam7: where each of the seven passes begins, and how far its pixels lie from one another. */
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

/**
 * The compressed samples of an interlaced PNG in the order of one that is not, compressed again. Throws
 * `ImageRefused` where samples are missing, damaged or more than the picture has.
 */
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
  // Each row of the result has a filter byte in front, which stays 0: none.
  const rowBytes = Math.ceil((widthPx * bitsPerPixel) / 8) + 1
  const rows = new Uint8Array(rowBytes * heightPx)
  let at = 0
  for (const { x, y, across, down, width, height, stride } of parts) {
    let above = new Uint8Array(stride)
    for (let line = 0; line < height; line++) {
      const filter = raw[at]!
      if (filter > HIGHEST_FILTER) throw new ImageRefused(say('image_fault.png_damaged'))
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
      if (seen + chunk.length > length) throw new ImageRefused(say('image_fault.png_damaged'))
      whole.set(chunk, seen)
      seen += chunk.length
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused(say('image_fault.png_damaged'))
  }
  if (seen < length) throw new ImageRefused(say('image_fault.png_ends'))
  return whole
}

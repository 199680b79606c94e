import type { Sentence } from '../../../../core/kernel/sentences.ts'
import type { PngChunk, PngContent } from '../encode-png.ts'
import { ImageRefused, MAX_SIDE_PX } from '../image.ts'
import type { Raster } from '../orientation.ts'
import { imageFaults } from '../sentences.ts'

const { sentence } = imageFaults

/** The decoded pixels of an image in another format, before it becomes a PNG. */
export interface Converted {
  raster: Raster
  type: PngContent['type']
  depth: number
  before?: PngChunk[]
  orientation: number
  embedded?: Uint8Array | undefined
  /** A colour space by ITU-T H.273 codes, if there is no profile. */
  codes?: readonly [primaries: number, transfer: number] | undefined
  notices: Sentence[]
}

/** 12 megapixels in RGBA. Up to three copies exist while pixels are decoded, rotated and compressed. */
export const MAX_CONVERTED_BYTES = 48_000_000

/** Throws `ImageRefused` if the image is too large to convert. */
export const checkSize = (
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
  bytes = widthPx * heightPx * 4,
): void => {
  if (Math.max(widthPx, heightPx) > MAX_SIDE_PX)
    throw new ImageRefused(sentence('image_fault.side', { limit: MAX_SIDE_PX }))
  if (bytes > MAX_CONVERTED_BYTES)
    throw new ImageRefused(sentence('image_fault.converted', { limit: MAX_CONVERTED_BYTES / 1e6 }))
}

/** Returns RGBA pixels, without the opacity channel if all are opaque. */
export const rgbaPixels = (
  data: Uint8Array,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
): Pick<Converted, 'raster' | 'type' | 'depth'> => {
  let isOpaque = true
  for (let at = 3; at < data.length && isOpaque; at += 4) isOpaque = data[at] === 255
  if (!isOpaque) return { raster: { widthPx, heightPx, bitsPerPixel: 32, data }, type: 'rgba', depth: 8 }
  const pixels = new Uint8Array(widthPx * heightPx * 3)
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = data[from]!
    pixels[to + 1] = data[from + 1]!
    pixels[to + 2] = data[from + 2]!
  }
  return { raster: { widthPx, heightPx, bitsPerPixel: 24, data: pixels }, type: 'rgb', depth: 8 }
}

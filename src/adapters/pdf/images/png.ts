import { createDeflater, inflateNow } from '#platform/zlib'
import { concatenate, crc32 } from '../../../core/kernel/bytes.ts'
import { profileName } from './colour-profiles.ts'
import { ImageRefused, MAX_PIXELS, MAX_SIDE_PX, type PdfImage } from './image.ts'
import { isRgbProfile } from './jpeg.ts'
import type { Raster } from './orientation.ts'
import { checkRows, deinterlace, eachRows, MAX_INTERLACED_BYTES, type RowShape } from './png-rows.ts'
import { imageFaults } from './sentences.ts'

const { sentence } = imageFaults

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Maximum bytes of samples, which are read to find opacity: 50 megapixels in RGBA, 25 with 16 bits. */
export const MAX_DECODED_BYTES = 200_000_000
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const GRAY = 0
const INDEXED = 3

interface Header {
  widthPx: number
  heightPx: number
  depth: number
  type: number
  isInterlaced: boolean
}
interface Chunks {
  header: Header
  palette?: Uint8Array
  transparency?: Uint8Array
  profile?: Uint8Array
  embedded?: Uint8Array
  data: Uint8Array
}

/** Reads a PNG. Compressed samples of opaque images stay unless interlaced. Opacity becomes a soft mask. */
export const readPng = async (bytes: Uint8Array): Promise<PdfImage> => {
  const chunks = await readInOrder(bytes)
  const { header } = chunks
  const image: PdfImage = {
    widthPx: header.widthPx,
    heightPx: header.heightPx,
    encoding: 'flate',
    colour: header.type === INDEXED ? 'indexed' : header.type === GRAY || header.type === 4 ? 'gray' : 'rgb',
    bitsPerComponent: header.depth,
    predictor: true,
    inverted: false,
    ...(chunks.palette && header.type === INDEXED ? { palette: chunks.palette } : {}),
    ...(chunks.profile ? { profile: chunks.profile } : {}),
    data: chunks.data,
    orientation: 1,
  }
  if (header.type === INDEXED && !chunks.palette) throw new ImageRefused(sentence('image_fault.png_palette'))
  if (header.type === 4 || header.type === 6) return { ...image, ...(await splitAlpha(chunks)) }
  if (chunks.transparency) return { ...image, alpha: await keyedAlpha(chunks, chunks.transparency) }
  return image
}

const readChunks = (bytes: Uint8Array): Chunks => {
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte))
    throw new ImageRefused(sentence('image_fault.not_png'))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Uint8Array[] = []
  const chunks: Partial<Chunks> = {}
  let profiles = 0
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (at + 12 + length > bytes.length) throw new ImageRefused(sentence('image_fault.png_ends'))
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') chunks.header = readHeader(body)
    else if (kind === 'PLTE') chunks.palette = checkedPalette(body)
    else if (kind === 'tRNS') chunks.transparency = body
    // Reads only the first profile, so that a file can't force inflating many.
    else if (kind === 'iCCP' && profiles++ === 0) readProfile(body, chunks)
    else if (kind === 'IDAT') data.push(body)
    else if (kind === 'IEND') break
    at += 12 + length
  }
  if (!chunks.header || data.length === 0) throw new ImageRefused(sentence('image_fault.png_picture'))
  const joined = data.length === 1 ? data[0]! : concatenate(data)
  return { ...chunks, header: chunks.header, data: joined }
}

const checkedPalette = (body: Uint8Array): Uint8Array => {
  if (body.length === 0 || body.length > 256 * 3 || body.length % 3 > 0)
    throw new ImageRefused(sentence('image_fault.png_damaged'))
  return body
}

const readHeader = (body: Uint8Array): Header => {
  if (body.length < 13) throw new ImageRefused(sentence('image_fault.png_damaged'))
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const header = {
    widthPx: view.getUint32(0),
    heightPx: view.getUint32(4),
    depth: body[8]!,
    type: body[9]!,
    isInterlaced: body[12] !== 0,
  }
  if (!(header.type in CHANNELS) || ![1, 2, 4, 8, 16].includes(header.depth)) {
    throw new ImageRefused(sentence('image_fault.png_colour'))
  }
  if (header.widthPx === 0 || header.heightPx === 0) throw new ImageRefused(sentence('image_fault.no_size'))
  if (Math.max(header.widthPx, header.heightPx) > MAX_SIDE_PX) {
    throw new ImageRefused(sentence('image_fault.side', { limit: MAX_SIDE_PX }))
  }
  const pixels = header.widthPx * header.heightPx
  if (pixels > MAX_PIXELS)
    throw new ImageRefused(sentence('image_fault.megapixels', { limit: MAX_PIXELS / 1e6 }))
  const most = header.isInterlaced ? MAX_INTERLACED_BYTES : MAX_DECODED_BYTES
  if ((pixels * bitsPerPixel(header)) / 8 > most) {
    const limit = most / 1e6
    throw new ImageRefused(
      sentence(header.isInterlaced ? 'image_fault.interlaced' : 'image_fault.samples', { limit }),
    )
  }
  return header
}

const readProfile = (body: Uint8Array, chunks: Partial<Chunks>): void => {
  const end = body.indexOf(0)
  if (end < 0) return
  try {
    const profile = inflateNow(body.subarray(end + 2), 4_000_000)
    chunks.embedded = profile
    if (isRgbProfile(profile)) chunks.profile = profile
  } catch {
    // Ignores a damaged profile; the image is then treated as sRGB.
  }
}

const bitsPerPixel = ({ type, depth }: Header): number => CHANNELS[type]! * depth

const readInOrder = async (bytes: Uint8Array): Promise<Chunks> => {
  const chunks = readChunks(bytes)
  const { header } = chunks
  if (!header.isInterlaced) return chunks
  return {
    ...chunks,
    data: await deinterlace(chunks.data, { ...header, bitsPerPixel: bitsPerPixel(header) }),
  }
}

const shapeOf = ({ header }: Chunks): RowShape => {
  const bits = bitsPerPixel(header)
  return {
    stride: Math.ceil((header.widthPx * bits) / 8),
    step: Math.max(1, bits >> 3),
    heightPx: header.heightPx,
  }
}

/**
 * Checks a PNG whose data passes through unchanged for damaged chunks and missing samples, on which PDF
 * readers would fail. Returns the end of the image. Throws `ImageRefused`.
 */
export const checkPng = async (bytes: Uint8Array): Promise<number> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  checkMethods(bytes.subarray(16, 29))
  let at = 8
  for (let kind = ''; kind !== 'IEND'; ) {
    if (at + 12 > bytes.length) throw new ImageRefused(sentence('image_fault.png_ends'))
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) throw new ImageRefused(sentence('image_fault.png_ends'))
    kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // A capital first letter marks a chunk that readers must support.
    if (!KNOWN.has(kind) && /^[A-Z]/.test(kind))
      throw new ImageRefused(sentence('image_fault.png_chunk', { chunk: kind }))
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new ImageRefused(sentence('image_fault.png_damaged'))
    }
    at += 12 + length
  }
  const chunks = await readInOrder(bytes)
  await checkRows(chunks.data, shapeOf(chunks))
  return at
}

const KNOWN = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const checkMethods = (header: Uint8Array): void => {
  const [depth, type, compression, filter, interlace] = header.subarray(8, 13) as unknown as number[]
  const isKnown = compression === 0 && filter === 0 && interlace! <= 1 && DEPTHS[type!]?.includes(depth!)
  if (!isKnown) throw new ImageRefused(sentence('image_fault.png_colour'))
}

/** Returns all samples. Throws `ImageRefused` if they exceed the memory limit of interlaced images. */
export const readPngRaster = async (bytes: Uint8Array): Promise<Raster & { type: number; depth: number }> => {
  const chunks = await readInOrder(bytes)
  const { widthPx, heightPx, type, depth } = chunks.header
  const shape = shapeOf(chunks)
  if (shape.stride * heightPx > MAX_INTERLACED_BYTES)
    throw new ImageRefused(sentence('image_fault.turned', { limit: MAX_INTERLACED_BYTES / 1e6 }))
  const data = new Uint8Array(shape.stride * heightPx)
  let at = 0
  await eachRows(chunks.data, shape, async (rows) => {
    data.set(rows, at)
    at += rows.length
  })
  return { widthPx, heightPx, bitsPerPixel: bitsPerPixel(chunks.header), data, type, depth }
}

export const pngProfileName = (bytes: Uint8Array): string | undefined => {
  const chunks = readChunks(bytes)
  return chunks.embedded && (profileName(chunks.embedded) ?? 'ICC profile')
}

/** Separates colour and opacity of interleaved samples. Types 4 and 6 have 8 or 16 bits. */
const splitAlpha = async (chunks: Chunks): Promise<Pick<PdfImage, 'predictor' | 'data' | 'alpha'>> => {
  const { header } = chunks
  const sample = header.depth / 8
  const colourBytes = (CHANNELS[header.type]! - 1) * sample
  const colours = createDeflater()
  const alphas = createDeflater()
  await eachRows(chunks.data, shapeOf(chunks), async (rows, count) => {
    const pixels = header.widthPx * count
    const colour = new Uint8Array(pixels * colourBytes)
    const alpha = new Uint8Array(pixels * sample)
    for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += colourBytes + sample) {
      for (let byte = 0; byte < colourBytes; byte++) colour[pixel * colourBytes + byte] = rows[at + byte]!
      for (let byte = 0; byte < sample; byte++) alpha[pixel * sample + byte] = rows[at + colourBytes + byte]!
    }
    await colours.write(colour)
    await alphas.write(alpha)
  })
  return {
    predictor: false,
    data: await colours.end(),
    alpha: { bitsPerComponent: header.depth, data: await alphas.end() },
  }
}

/** Returns the opacity of a tRNS chunk: per palette entry, or for one transparent colour. */
const keyedAlpha = async (
  chunks: Chunks,
  transparency: Uint8Array,
): Promise<NonNullable<PdfImage['alpha']>> => {
  const { header } = chunks
  const shape = shapeOf(chunks)
  const channels = CHANNELS[header.type]!
  const key = Array.from({ length: channels }, (_, channel) => {
    return ((transparency[channel * 2] ?? 0) << 8) | (transparency[channel * 2 + 1] ?? 0)
  })
  const alphas = createDeflater()
  await eachRows(chunks.data, shape, async (rows, count) => {
    const sampleAt = (x: number, y: number, channel: number): number => {
      const index = x * channels + channel
      const row = y * shape.stride
      if (header.depth === 16) return (rows[row + index * 2]! << 8) | rows[row + index * 2 + 1]!
      const bit = index * header.depth
      const shift = 8 - header.depth - (bit & 7)
      return (rows[row + (bit >> 3)]! >> shift) & ((1 << header.depth) - 1)
    }
    const alpha = new Uint8Array(header.widthPx * count)
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < header.widthPx; x++) {
        const opacity =
          header.type === INDEXED
            ? (transparency[sampleAt(x, y, 0)] ?? 255)
            : key.every((value, channel) => sampleAt(x, y, channel) === value)
              ? 0
              : 255
        alpha[y * header.widthPx + x] = opacity
      }
    }
    await alphas.write(alpha)
  })
  return { bitsPerComponent: 8, data: await alphas.end() }
}

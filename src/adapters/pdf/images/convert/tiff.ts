import { latin1 } from '#platform/text'
import { inflateNow } from '#platform/zlib'
import type { Sentence } from '../../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../../sentences.ts'
import type { PngContent } from '../encode-png.ts'
import { ImageRefused } from '../image.ts'
import { imageFaults } from '../sentences.ts'
import { type Converted, checkSize, MAX_CONVERTED_BYTES } from './converted.ts'

const { sentence } = imageFaults

const tiffDamaged = () => new ImageRefused(sentence('image_fault.damaged', { format: 'TIFF' }))

interface TiffDirectory {
  isLittle: boolean
  /** Returns the integers of a field; empty if it is absent. */
  numbers(tag: number): readonly number[]
  number(tag: number, otherwise: number): number
  bytes(tag: number): Uint8Array | undefined
  hasMore: boolean
}

/** Bytes of a value by type, for text and integers. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 }

const tiffDirectory = (file: Uint8Array): TiffDirectory => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 8) throw tiffDamaged()
  const isLittle = latin1(file, 0, 2) === 'II'
  const start = view.getUint32(4, isLittle)
  if (start + 2 > file.length) throw tiffDamaged()
  const count = view.getUint16(start, isLittle)
  const end = start + 2 + count * 12
  if (end > file.length) throw tiffDamaged()
  const fields = new Map<number, { size: number; at: number; count: number }>()
  for (let at = start + 2; at < end; at += 12) {
    const size = SIZES[view.getUint16(at + 2, isLittle)]
    if (!size) continue
    const values = view.getUint32(at + 4, isLittle)
    const place = size * values <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
    if (place + size * values > file.length) throw tiffDamaged()
    fields.set(view.getUint16(at, isLittle), { size, at: place, count: values })
  }
  const valueAt = (size: number, at: number) =>
    size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle)
  const numbers = (tag: number): number[] => {
    const field = fields.get(tag)
    if (!field) return []
    return Array.from({ length: field.count }, (_, index) =>
      valueAt(field.size, field.at + index * field.size),
    )
  }
  return {
    isLittle,
    numbers,
    number: (tag, otherwise) => numbers(tag)[0] ?? otherwise,
    bytes: (tag) => {
      const field = fields.get(tag)
      return field && file.subarray(field.at, field.at + field.count * field.size)
    },
    hasMore: end + 4 <= file.length && view.getUint32(end, isLittle) !== 0,
  }
}

const NONE = 1
const LZW = 5
const DEFLATE = new Set([8, 32_946])
const PACK_BITS = 32_773
const names: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT Group 3',
  4: 'CCITT Group 4',
  6: 'JPEG',
  7: 'JPEG',
  50000: 'Zstandard',
  50001: 'WebP',
}

/** Decodes a strip or tile to `length` bytes. Throws `ImageRefused` for damaged data and other codings. */
const decodeStrip = (data: Uint8Array, coding: number, length: number): Uint8Array => {
  const samples = decode(data, coding, length)
  if (samples.length < length) throw tiffDamaged()
  return samples.subarray(0, length)
}

const decode = (data: Uint8Array, coding: number, length: number): Uint8Array => {
  if (coding === NONE) return data
  if (coding === LZW) return unpackLzw(data, length)
  if (coding === PACK_BITS) return unpackBits(data, length)
  if (DEFLATE.has(coding)) {
    try {
      // Writers may pad the last strip with rows beyond the image.
      return inflateNow(data, length * 2 + 65_536)
    } catch {
      throw tiffDamaged()
    }
  }
  throw new ImageRefused(
    imageFaults.sentence('image_fault.tiff_coding', { coding: names[coding] ?? `no. ${coding}` }),
  )
}

const unpackBits = (data: Uint8Array, length: number): Uint8Array => {
  const out = new Uint8Array(length)
  let to = 0
  for (let at = 0; at < data.length && to < length; ) {
    const count = data[at++]!
    if (count < 128) {
      out.set(data.subarray(at, at + Math.min(count + 1, length - to)), to)
      at += count + 1
      to += count + 1
    } else if (count > 128) {
      out.fill(data[at++]!, to, to + 257 - count)
      to += 257 - count
    }
  }
  return out.subarray(0, Math.min(to, length))
}

const CLEAR = 256
const END = 257
const MAX_CODES = 4096

/** Decodes TIFF's LZW variant: most significant bit first, and codes widen one code early. */
const unpackLzw = (data: Uint8Array, length: number): Uint8Array => {
  const out = new Uint8Array(length)
  // Each code is a string that starts at `starts` in the output and has `lengths` bytes.
  const starts = new Uint32Array(MAX_CODES)
  const lengths = new Uint32Array(MAX_CODES)
  let [to, next, width, bits, held] = [0, END + 1, 9, 0, 0]
  let previous = -1
  let previousAt = 0
  for (let at = 0; to < length; ) {
    while (bits < width) {
      if (at >= data.length) return out.subarray(0, to)
      held = ((held << 8) | data[at++]!) & 0xff_ffff
      bits += 8
    }
    const code = (held >> (bits - width)) & ((1 << width) - 1)
    bits -= width
    if (code === END) break
    if (code === CLEAR) {
      ;[next, width, previous] = [END + 1, 9, -1]
      continue
    }
    const at0 = to
    if (code < CLEAR) out[to++] = code
    else if (code < next) to = copy(out, starts[code]!, lengths[code]!, to)
    else if (code === next && previous >= 0) {
      to = copy(out, previousAt, at0 - previousAt, to)
      if (to < length) out[to++] = out[previousAt]!
    } else throw tiffDamaged()
    if (previous >= 0 && next < MAX_CODES) {
      starts[next] = previousAt
      lengths[next] = at0 - previousAt + 1
      next++
      if (next >= (1 << width) - 1 && width < 12) width++
    }
    previous = code
    previousAt = at0
  }
  return out.subarray(0, to)
}

const copy = (out: Uint8Array, from: number, count: number, to: number): number => {
  const most = Math.min(count, out.length - to)
  for (let index = 0; index < most; index++) out[to + index] = out[from + index]!
  return to + most
}

const TAGS = {
  width: 256,
  height: 257,
  bits: 258,
  coding: 259,
  colours: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripLengths: 279,
  planes: 284,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  extraSamples: 338,
  sampleFormat: 339,
  profile: 34_675,
} as const
const WHITE_IS_ZERO = 0
const BLACK_IS_ZERO = 1
const RGB = 2
const PALETTE = 3
const otherColours: Readonly<Record<number, string>> = { 5: 'CMYK', 6: 'YCbCr', 8: 'Lab', 9: 'Lab' }
const ASSOCIATED = 1
const UNASSOCIATED = 2

interface Layout {
  widthPx: number
  heightPx: number
  bits: number
  colours: number
  samples: number
  inks: number
  alpha: 'none' | 'associated' | 'unassociated'
}

/** Reads the first image of a TIFF. Throws `ImageRefused`, which says how to save the file instead. */
export const readTiff = (file: Uint8Array): Converted => {
  const directory = tiffDirectory(file)
  const layout = layoutOf(directory)
  const { widthPx, heightPx, bits, samples, inks, alpha } = layout
  checkSize(layout, Math.ceil((widthPx * samples * bits) / 8) * heightPx)
  const data =
    directory.number(TAGS.planes, 1) === 2
      ? planesOf(file, directory, layout)
      : gridOf(file, directory, layout, samples, 0)
  const kept = alpha === 'none' ? inks : inks + 1
  const content = withoutExtra(data, layout, kept)
  if (layout.colours === WHITE_IS_ZERO) invert(content, layout)
  if (alpha === 'associated') divideByAlpha(content, bits, kept)
  const notices: Sentence[] = []
  if (directory.hasMore) notices.push(inspectionSentences.sentence('image_first_only.tiff'))
  if (samples > kept)
    notices.push(inspectionSentences.sentence('image_channels', { channels: samples - kept }))
  return {
    raster: { widthPx, heightPx, bitsPerPixel: kept * bits, data: content },
    type: typeOf(layout),
    depth: bits,
    before: layout.colours === PALETTE ? [{ kind: 'PLTE', body: paletteOf(directory, bits) }] : [],
    orientation: knownOrientation(directory.number(TAGS.orientation, 1)),
    embedded: directory.bytes(TAGS.profile),
    notices,
  }
}

/** Ignores invalid orientations, as for other images. */
const knownOrientation = (orientation: number): number =>
  orientation >= 1 && orientation <= 8 ? orientation : 1

/** Inverts the grey of each pixel but not its opacity. */
const invert = (content: Uint8Array, { alpha, bits }: Layout): void => {
  const pixel = alpha === 'none' ? 1 : 2 * (bits >> 3)
  const gray = alpha === 'none' ? 1 : bits >> 3
  for (let at = 0; at < content.length; at++) if (at % pixel < gray) content[at]! ^= 0xff
}

const typeOf = ({ colours, alpha }: Layout): PngContent['type'] => {
  if (colours === PALETTE) return 'indexed'
  if (colours === RGB) return alpha === 'none' ? 'rgb' : 'rgba'
  return alpha === 'none' ? 'gray' : 'grayAlpha'
}

const layoutOf = (directory: TiffDirectory): Layout => {
  const number = directory.number
  const widthPx = number(TAGS.width, 0)
  const heightPx = number(TAGS.height, 0)
  if (widthPx === 0 || heightPx === 0) throw new ImageRefused(sentence('image_fault.no_size'))
  const samples = number(TAGS.samples, 1)
  // The default interpretation: RGB with three or more samples, otherwise grey.
  const colours = number(TAGS.colours, samples > 2 ? RGB : BLACK_IS_ZERO)
  if (colours > PALETTE) {
    throw new ImageRefused(
      sentence('image_fault.tiff_colours', { colours: otherColours[colours] ?? `no. ${colours}` }),
    )
  }
  const inks = colours === RGB ? 3 : 1
  const allBits = directory.numbers(TAGS.bits)
  const bits = allBits[0] ?? 1
  const extra = directory.numbers(TAGS.extraSamples)
  const alpha = extra[0] === ASSOCIATED ? 'associated' : extra[0] === UNASSOCIATED ? 'unassociated' : 'none'
  const isWhole = bits === 8 || bits === 16
  const isKnown =
    samples >= inks &&
    samples <= 8 &&
    allBits.every((value) => value === bits) &&
    directory.numbers(TAGS.sampleFormat).every((format) => format === 1) &&
    number(TAGS.fillOrder, 1) === 1 &&
    (isWhole
      ? !(colours === PALETTE && bits === 16)
      : [1, 2, 4].includes(bits) && inks === 1 && samples === 1) &&
    !(colours === PALETTE && samples > 1)
  if (!isKnown) throw new ImageRefused(sentence('image_fault.tiff_samples', { bits }))
  return { widthPx, heightPx, bits, colours, samples, inks, alpha: samples > inks ? alpha : 'none' }
}

const gridOf = (
  file: Uint8Array,
  directory: TiffDirectory,
  { widthPx, heightPx, bits }: Layout,
  samples: number,
  plane: number,
): Uint8Array => {
  const isTiled = directory.numbers(TAGS.tileOffsets).length > 0
  const offsets = directory.numbers(isTiled ? TAGS.tileOffsets : TAGS.stripOffsets)
  const lengths = directory.numbers(isTiled ? TAGS.tileLengths : TAGS.stripLengths)
  const tileWidth = isTiled ? directory.number(TAGS.tileWidth, 0) : widthPx
  const tileHeight = Math.min(
    directory.number(isTiled ? TAGS.tileHeight : TAGS.rowsPerStrip, heightPx),
    isTiled ? 65_535 : heightPx,
  )
  const stride = Math.ceil((widthPx * samples * bits) / 8)
  const tileStride = Math.ceil((tileWidth * samples * bits) / 8)
  if (tileStride === 0 || tileHeight === 0 || tileStride * tileHeight > MAX_CONVERTED_BYTES)
    throw tiffDamaged()
  const across = Math.ceil(widthPx / tileWidth)
  const down = Math.ceil(heightPx / tileHeight)
  const data = new Uint8Array(stride * heightPx)
  for (let index = 0; index < across * down; index++) {
    const at = plane * across * down + index
    const [offset, length] = [offsets[at], lengths[at]]
    if (offset === undefined || length === undefined || offset + length > file.length) throw tiffDamaged()
    const top = Math.floor(index / across) * tileHeight
    const rows = isTiled ? tileHeight : Math.min(tileHeight, heightPx - top)
    const coded = file.subarray(offset, offset + length)
    const tile = decodeStrip(coded, directory.number(TAGS.coding, 1), tileStride * rows).slice()
    restore(tile, directory, { bits, samples, stride: tileStride })
    const left = Math.floor(((index % across) * tileWidth * samples * bits) / 8)
    for (let row = 0; row < Math.min(rows, heightPx - top); row++) {
      const from = tile.subarray(row * tileStride, row * tileStride + Math.min(tileStride, stride - left))
      data.set(from, (top + row) * stride + left)
    }
  }
  return data
}

/** Makes samples big-endian as in PNG, and undoes the horizontal predictor. Throws `ImageRefused`. */
const restore = (
  tile: Uint8Array,
  directory: TiffDirectory,
  { bits, samples, stride }: { bits: number; samples: number; stride: number },
): void => {
  if (bits === 16 && directory.isLittle) {
    for (let at = 0; at + 1 < tile.length; at += 2) {
      const low = tile[at]!
      tile[at] = tile[at + 1]!
      tile[at + 1] = low
    }
  }
  const predictor = directory.number(TAGS.predictor, 1)
  if (predictor === 1) return
  if (predictor !== 2 || bits < 8) throw new ImageRefused(sentence('image_fault.tiff_samples', { bits }))
  const step = samples * (bits >> 3)
  for (let row = 0; row < tile.length; row += stride) {
    for (let at = row + step; at < row + stride; at += bits >> 3) {
      if (bits === 8) {
        tile[at]! += tile[at - step]!
        continue
      }
      const left = (tile[at - step]! << 8) | tile[at - step + 1]!
      const value = ((tile[at]! << 8) | tile[at + 1]!) + left
      tile[at] = value >> 8
      tile[at + 1] = value
    }
  }
}

/** Joins samples that are stored in one plane per component. */
const planesOf = (file: Uint8Array, directory: TiffDirectory, layout: Layout): Uint8Array => {
  const { widthPx, heightPx, bits, samples } = layout
  if (bits < 8) throw new ImageRefused(sentence('image_fault.tiff_samples', { bits }))
  const bytes = bits >> 3
  const data = new Uint8Array(widthPx * heightPx * samples * bytes)
  for (let plane = 0; plane < samples; plane++) {
    const own = gridOf(file, directory, layout, 1, plane)
    for (let from = 0, to = plane * bytes; from < own.length; from += bytes, to += samples * bytes)
      for (let byte = 0; byte < bytes; byte++) data[to + byte] = own[from + byte]!
  }
  return data
}

const withoutExtra = (data: Uint8Array, { samples, bits }: Layout, kept: number): Uint8Array => {
  if (samples === kept) return data
  const bytes = bits >> 3
  const out = new Uint8Array((data.length / samples) * kept)
  for (let from = 0, to = 0; from < data.length; from += samples * bytes, to += kept * bytes)
    for (let byte = 0; byte < kept * bytes; byte++) out[to + byte] = data[from + byte]!
  return out
}

/** Divides premultiplied colours by opacity, as PNG requires. */
const divideByAlpha = (data: Uint8Array, bits: number, samples: number): void => {
  const bytes = bits >> 3
  const most = 2 ** bits - 1
  const read = (at: number) => (bytes === 1 ? data[at]! : (data[at]! << 8) | data[at + 1]!)
  for (let pixel = 0; pixel < data.length; pixel += samples * bytes) {
    const alpha = read(pixel + (samples - 1) * bytes)
    if (alpha === most || alpha === 0) continue
    for (let at = pixel; at < pixel + (samples - 1) * bytes; at += bytes) {
      const value = Math.min(most, Math.round((read(at) * most) / alpha))
      if (bytes === 2) data[at] = value >> 8
      data[at + bytes - 1] = value
    }
  }
}

const paletteOf = (directory: TiffDirectory, bits: number): Uint8Array => {
  const entries = directory.numbers(TAGS.palette)
  const count = 2 ** bits
  if (entries.length < count * 3) throw tiffDamaged()
  const palette = new Uint8Array(count * 3)
  // Some programs write 8-bit values, which TIFF readers accept.
  const shift = entries.every((entry) => entry < 256) ? 0 : 8
  for (let index = 0; index < count; index++)
    for (let ink = 0; ink < 3; ink++) palette[index * 3 + ink] = entries[ink * count + index]! >> shift
  return palette
}

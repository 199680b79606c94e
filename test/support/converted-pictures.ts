import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import encodeAvif, { init as initAvif } from '@jsquash/avif/encode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'
import { quadrantPixels } from './quadrants.ts'

const require = createRequire(import.meta.url)
const compiled = async (name: string) => WebAssembly.compile(await readFile(require.resolve(name)))

const imageData = (width: number, height: number, opacity: number) =>
  ({ data: new Uint8ClampedArray(quadrantPixels(width, height, opacity)), width, height }) as never

let webp: Promise<unknown> | undefined
/** Encodes the image of four coloured quadrants as a WebP, lossless with `isLossless`. */
export const webpOf = async (
  width: number,
  height: number,
  { opacity = 255, isLossless = false } = {},
): Promise<Buffer> => {
  webp ??= compiled('@jsquash/webp/codec/enc/webp_enc.wasm').then((module) => initWebp(module))
  await webp
  const options = isLossless ? { lossless: 1 } : { quality: 95 }
  return Buffer.from(await encodeWebp(imageData(width, height, opacity), options))
}

/**
 * Adds chunks to a WebP, in the extended format: ICCP and ANIM before the image data, all others after it.
 */
export const extendedWebp = (
  plain: Buffer,
  { width, height, flags }: { width: number; height: number; flags: number },
  chunks: readonly (readonly [string, Uint8Array])[],
): Buffer => {
  const head = Buffer.alloc(10)
  head[0] = flags
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  const chunk = (kind: string, body: Uint8Array) => {
    const start = Buffer.alloc(8)
    start.write(kind, 'latin1')
    start.writeUInt32LE(body.length, 4)
    return Buffer.concat([start, body, Buffer.alloc(body.length & 1)])
  }
  const isBefore = ([kind]: readonly [string, Uint8Array]) => kind === 'ICCP' || kind === 'ANIM'
  const parts = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', head),
    ...chunks.filter(isBefore).map(([kind, body]) => chunk(kind, body)),
    plain.subarray(12),
    ...chunks.filter((one) => !isBefore(one)).map(([kind, body]) => chunk(kind, body)),
  ])
  const start = Buffer.alloc(8)
  start.write('RIFF', 'latin1')
  start.writeUInt32LE(parts.length, 4)
  return Buffer.concat([start, parts])
}

let avif: Promise<unknown> | undefined
/** Encodes the image of four coloured quadrants as an AVIF. */
export const avifOf = async (width: number, height: number, opacity = 255): Promise<Buffer> => {
  avif ??= compiled('@jsquash/avif/codec/enc/avif_enc.wasm').then((module) => initAvif(module))
  await avif
  return Buffer.from(await encodeAvif(imageData(width, height, opacity), { quality: 90, speed: 10 }))
}

/** Adds a property to the image of an opaque AVIF: a box of this kind with this content. */
export const withAvifProperty = (plain: Buffer, kind: string, body: Uint8Array): Buffer => {
  const box = Buffer.alloc(8 + body.length)
  box.writeUInt32BE(box.length)
  box.write(kind, 4, 'latin1')
  box.set(body, 8)
  const at = (name: string) => plain.indexOf(name) - 4
  const [ipco, ipma] = [at('ipco'), at('ipma')]
  const ipcoEnd = ipco + plain.readUInt32BE(ipco)
  const ipmaEnd = ipma + plain.readUInt32BE(ipma)
  const properties = countBoxes(plain.subarray(ipco + 8, ipcoEnd))
  const result = Buffer.concat([
    plain.subarray(0, ipcoEnd),
    box,
    plain.subarray(ipcoEnd, ipmaEnd),
    Buffer.from([0x80 | (properties + 1)]),
    plain.subarray(ipmaEnd),
  ])
  const grow = (place: number, bytes: number) =>
    result.writeUInt32BE(result.readUInt32BE(place) + bytes, place)
  grow(ipco, box.length)
  grow(ipma + box.length, 1)
  for (const name of ['iprp', 'meta']) grow(at(name), box.length + 1)
  // The number of properties of the only item follows the box's header, the item count and the item's id.
  result[ipma + box.length + 8 + 4 + 4 + 2]! += 1
  // The offset of the only extent of the only item.
  grow(at('iloc') + 8 + 4 + 2 + 2 + 2 + 2 + 2, box.length + 1)
  return result
}

const countBoxes = (bytes: Buffer): number => {
  let count = 0
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) count++
  return count
}

export interface TiffShape {
  width: number
  height: number
  /** Number of samples per pixel. */
  samples: number
  bits?: number
  /** PhotometricInterpretation. */
  colours: number
  /** Encoded data of each strip, or of each tile. */
  strips: readonly Uint8Array[]
  rowsPerStrip?: number
  coding?: number
  isBig?: boolean
  /** Additional SHORT fields, by tag. */
  fields?: Readonly<Record<number, readonly number[]>>
  tile?: { width: number; height: number }
}

/** Encodes a TIFF with one image. */
export const tiffOf = (shape: TiffShape): Buffer => {
  const { width, height, samples, bits = 8, colours, strips, rowsPerStrip = height, coding = 1 } = shape
  const { isBig = false, fields = {}, tile } = shape
  const starts: number[] = []
  let at = 8
  for (const strip of strips) {
    starts.push(at)
    at += strip.length + (strip.length & 1)
  }
  const entries: [tag: number, type: 3 | 4, values: readonly number[]][] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array.from({ length: samples }, () => bits)],
    [259, 3, [coding]],
    [262, 3, [colours]],
    [277, 3, [samples]],
    [tile ? 324 : 273, 4, starts],
    [tile ? 325 : 279, 4, strips.map(({ length }) => length)],
    ...(tile
      ? ([
          [322, 3, [tile.width]],
          [323, 3, [tile.height]],
        ] as [number, 3, number[]][])
      : ([[278, 4, [rowsPerStrip]]] as [number, 4, number[]][])),
    ...Object.entries(fields).map(
      ([tag, values]) => [Number(tag), 3, values] as [number, 3, readonly number[]],
    ),
  ]
  entries.sort(([a], [b]) => a - b)
  const directory = at
  let extra = directory + 2 + entries.length * 12 + 4
  const file = Buffer.alloc(extra + entries.length * 4096)
  const u16 = (value: number, place: number) =>
    isBig ? file.writeUInt16BE(value, place) : file.writeUInt16LE(value, place)
  const u32 = (value: number, place: number) =>
    isBig ? file.writeUInt32BE(value, place) : file.writeUInt32LE(value, place)
  file.write(isBig ? 'MM' : 'II', 'latin1')
  u16(42, 2)
  u32(directory, 4)
  for (const [index, strip] of strips.entries()) file.set(strip, starts[index]!)
  u16(entries.length, directory)
  for (const [index, [tag, type, values]] of entries.entries()) {
    const entry = directory + 2 + index * 12
    u16(tag, entry)
    u16(type, entry + 2)
    u32(values.length, entry + 4)
    const bytes = (type === 3 ? 2 : 4) * values.length
    const place = bytes <= 4 ? entry + 8 : extra
    if (bytes > 4) {
      u32(extra, entry + 8)
      extra += bytes + (bytes & 1)
    }
    for (const [at, value] of values.entries())
      type === 3 ? u16(value, place + at * 2) : u32(value, place + at * 4)
  }
  return file.subarray(0, extra)
}

/** Returns each sample's difference from the pixel on the left, as predictor 2 stores it. */
export const differences = (data: Uint8Array, stride: number, step: number): Uint8Array =>
  data.map((value, at) => (at % stride < step ? value : value - data[at - step]!))

/** Encodes bytes with TIFF's variant of LZW. */
export const lzw = (data: Uint8Array): Buffer => {
  const out: number[] = []
  let held = 0
  let bits = 0
  let width = 9
  let codes = new Map<string, number>()
  const put = (code: number) => {
    held = (held << width) | code
    bits += width
    while (bits >= 8) {
      out.push((held >> (bits - 8)) & 0xff)
      bits -= 8
    }
    held &= (1 << bits) - 1
  }
  const clear = () => {
    put(256)
    codes = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]))
    width = 9
  }
  clear()
  let next = 258
  let known = ''
  for (const byte of data) {
    const longer = known + String.fromCharCode(byte)
    if (codes.has(longer)) {
      known = longer
      continue
    }
    put(codes.get(known)!)
    codes.set(longer, next++)
    if (next === 512 || next === 1024 || next === 2048) width++
    if (next === 4094) {
      clear()
      next = 258
    }
    known = String.fromCharCode(byte)
  }
  if (known) put(codes.get(known)!)
  put(257)
  if (bits > 0) out.push((held << (8 - bits)) & 0xff)
  return Buffer.from(out)
}

/** Encodes bytes with PackBits, as runs of the same byte and as single literal bytes. */
export const packBits = (data: Uint8Array): Buffer => {
  const out: number[] = []
  for (let at = 0; at < data.length; ) {
    let run = 1
    while (run < 128 && at + run < data.length && data[at + run] === data[at]) run++
    if (run > 1) out.push(257 - run, data[at]!)
    else out.push(0, data[at]!)
    at += run
  }
  return Buffer.from(out)
}

export const deflated = (data: Uint8Array): Buffer => deflateSync(data)

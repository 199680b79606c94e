import { latin1 } from '#platform/text'
import type { Sentence } from '../../../../core/kernel/sentences.ts'
import { readResource } from '../../resources.ts'
import { inspectionSentences } from '../../sentences.ts'
import { ImageRefused } from '../image.ts'
import { exifOrientation } from '../orientation.ts'
import { imageFaults } from '../sentences.ts'
import { type Converted, checkSize, rgbaPixels } from './converted.ts'

interface DecoderModule {
  decode(bytes: Uint8Array, bitDepth?: number): DecodedPixels | null
}
interface DecodedPixels {
  data: Uint8ClampedArray
  width: number
  height: number
}
type Factory = (options: object) => Promise<DecoderModule>

/** Instantiates a decoder for one image: its memory only grows, and would keep 25 megapixels. */
const openDecoder = async (
  factory: () => Promise<unknown>,
  resource: 'webp_dec.wasm' | 'avif_dec.wasm',
): Promise<DecoderModule> => {
  provideImageData()
  const [{ default: create }, bytes] = await Promise.all([
    factory() as Promise<{ default: Factory }>,
    readResource(resource),
  ])
  const module = await WebAssembly.compile(bytes)
  return create({
    noInitialRun: true,
    // Discards the decoder's output, because the process's standard output carries the results.
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: object, done: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(module, imports).then(done)
      return {}
    },
  })
}

/** The decoders return an `ImageData`, which only browsers have. */
const provideImageData = (): void => {
  const scope = globalThis as { ImageData?: unknown }
  scope.ImageData ??= class {
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data
      this.width = width
      this.height = height
    }
  }
}

const damaged = () => new ImageRefused(imageFaults.sentence('image_fault.damaged', { format: 'AVIF' }))

export const readAvif = async (bytes: Uint8Array): Promise<Converted> => {
  const properties = propertiesOf(bytes)
  const sizes = properties.filter(({ kind }) => kind === 'ispe').map(({ body }) => sizeOf(body))
  if (sizes.length === 0) throw damaged()
  // An image made of tiles declares its own size and that of each tile.
  for (const size of sizes) checkSize(size)
  const { decode } = await openDecoder(() => import('@jsquash/avif/codec/dec/avif_dec.js'), 'avif_dec.wasm')
  const pixels = decoded(() => decode(bytes, 8))
  if (!pixels) throw damaged()
  const size = { widthPx: pixels.width, heightPx: pixels.height }
  if (!sizes.some(({ widthPx, heightPx }) => widthPx === size.widthPx && heightPx === size.heightPx))
    throw damaged()
  const notices: Sentence[] = []
  if (latin1(bytes, 8, 12) === 'avis') notices.push(inspectionSentences.sentence('image_first_only.frames'))
  if (properties.some(({ kind }) => kind === 'clap')) notices.push(inspectionSentences.sentence('image_crop'))
  return {
    ...rgbaPixels(new Uint8Array(pixels.data.buffer, pixels.data.byteOffset, pixels.data.byteLength), size),
    orientation: orientationOf(properties),
    ...coloursOf(properties),
    notices,
  }
}

const decoded = <T>(decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw damaged()
  }
}

interface Box {
  kind: string
  body: Uint8Array
}

function* boxesOf(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at) || bytes.length - at
    if (length < 8 || at + length > bytes.length) return
    yield { kind: latin1(bytes, at + 4, at + 8), body: bytes.subarray(at + 8, at + length) }
    at += length
  }
}

/** Returns the properties of the primary image (meta › iprp › ipco) in the order of ipma. */
const propertiesOf = (file: Uint8Array): Box[] => {
  const child = (bytes: Uint8Array, kind: string) =>
    [...boxesOf(bytes)].find((box) => box.kind === kind)?.body
  // A full box has a version and flags before its content.
  const meta = child(file, 'meta')?.subarray(4)
  const container = meta && child(meta, 'iprp')
  const all = container && child(container, 'ipco')
  const links = container && child(container, 'ipma')
  const primary = meta && child(meta, 'pitm')
  if (!all || !links || !primary || primary.length < 6) throw damaged()
  const properties = [...boxesOf(all)]
  const id = primary[0] === 0 ? u16(primary, 4) : u32(primary, 4)
  return linked(links, id).flatMap((index) => properties[index - 1] ?? [])
}

const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2)

const linked = (links: Uint8Array, item: number): number[] => {
  const isLong = links[0] !== 0
  const isWide = (links[3]! & 1) === 1
  let at = 8
  for (let entries = u32(links, 4); entries > 0 && at < links.length; entries--) {
    const id = isLong ? u32(links, at) : u16(links, at)
    at += isLong ? 4 : 2
    const count = links[at++] ?? 0
    const numbers = Array.from({ length: count }, (_, index) =>
      isWide ? u16(links, at + index * 2) & 0x7fff : (links[at + index] ?? 0) & 0x7f,
    )
    if (id === item) return numbers
    at += count * (isWide ? 2 : 1)
  }
  return []
}

const sizeOf = (body: Uint8Array): { widthPx: number; heightPx: number } => ({
  widthPx: u32(body, 4),
  heightPx: u32(body, 8),
})

/** EXIF orientations by quarter turns to the left, then by the mirrored axis: top-bottom, left-right. */
const plain = [1, 8, 3, 6] as const
const mirrored = [
  [4, 2],
  [5, 7],
  [2, 4],
  [7, 5],
] as const

/** Applies irot, then imir. EXIF doesn't affect an AVIF. */
const orientationOf = (properties: readonly Box[]): number => {
  const firstByte = (kind: string) => properties.find((box) => box.kind === kind)?.body[0]
  const turns = (firstByte('irot') ?? 0) & 3
  const axis = firstByte('imir')
  return axis === undefined ? plain[turns]! : mirrored[turns]![axis & 1]!
}

const coloursOf = (properties: readonly Box[]): Pick<Converted, 'embedded' | 'codes'> => {
  const colours = properties.filter(({ kind }) => kind === 'colr').map(({ body }) => body)
  const isProfile = (body: Uint8Array) => ['prof', 'rICC'].includes(latin1(body, 0, 4))
  const profile = colours.find(isProfile)
  if (profile) return { embedded: profile.subarray(4) }
  const named = colours.find((body) => latin1(body, 0, 4) === 'nclx')
  return named && named.length >= 8 ? { codes: [u16(named, 4), u16(named, 6)] } : {}
}

const webpDamaged = () => new ImageRefused(imageFaults.sentence('image_fault.damaged', { format: 'WebP' }))

export const readWebp = async (bytes: Uint8Array): Promise<Converted> => {
  const end = riffEnd(bytes)
  const chunks = new Map([...riffChunks(bytes.subarray(0, end))].reverse())
  const size = webpSizeOf(chunks)
  if (chunks.has('ANIM')) throw new ImageRefused(imageFaults.sentence('image_fault.animated'))
  checkSize(size)
  const { decode } = await openDecoder(() => import('@jsquash/webp/codec/dec/webp_dec.js'), 'webp_dec.wasm')
  const pixels = decodedBy(() => decode(bytes))
  if (pixels?.width !== size.widthPx || pixels.height !== size.heightPx) throw webpDamaged()
  const exif = chunks.get('EXIF')
  const orientation = exif ? exifOrientation(withoutPrefix(exif)) : 1
  const notices: Sentence[] = []
  if (orientation !== 1) notices.push(inspectionSentences.sentence('image_turned', { format: 'WebP' }))
  if (end < bytes.length) notices.push(inspectionSentences.sentence('image_trailer'))
  return { ...rgbaPixels(asBytes(pixels.data), size), orientation, embedded: chunks.get('ICCP'), notices }
}

/** Returns the end of the container, which is padded to an even number of bytes. */
const riffEnd = (bytes: Uint8Array): number => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true)
  return Math.min(bytes.length, 8 + length + (length & 1))
}

/** Reports decoder errors as a damaged file, unless memory ran out (`RangeError`). */
const decodedBy = <T>(decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw webpDamaged()
  }
}

const asBytes = (data: Uint8ClampedArray): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

/** Some programs keep the prefix of JPEG's EXIF block. */
const withoutPrefix = (exif: Uint8Array): Uint8Array =>
  latin1(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif

function* riffChunks(bytes: Uint8Array): Generator<[string, Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) throw webpDamaged()
    yield [latin1(bytes, at, at + 4), bytes.subarray(at + 8, at + 8 + length)]
    at += 8 + length + (length & 1)
  }
}

/** Reads the size from the canvas header, otherwise from the single lossy or lossless image. */
const webpSizeOf = (chunks: ReadonlyMap<string, Uint8Array>): { widthPx: number; heightPx: number } => {
  const canvas = chunks.get('VP8X')
  const u24 = (data: Uint8Array, at: number) => data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16)
  if (canvas && canvas.length >= 10) return { widthPx: u24(canvas, 4) + 1, heightPx: u24(canvas, 7) + 1 }
  const lossy = chunks.get('VP8 ')
  if (lossy && lossy.length >= 10) {
    const side = (at: number) => (lossy[at]! | (lossy[at + 1]! << 8)) & 0x3fff
    return { widthPx: side(6), heightPx: side(8) }
  }
  const lossless = chunks.get('VP8L')
  if (!lossless || lossless.length < 5) throw webpDamaged()
  const packed = new DataView(lossless.buffer, lossless.byteOffset).getUint32(1, true)
  return { widthPx: (packed & 0x3fff) + 1, heightPx: ((packed >>> 14) & 0x3fff) + 1 }
}

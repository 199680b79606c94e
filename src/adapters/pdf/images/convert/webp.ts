import { latin1 } from '#platform/text'
import type { Said } from '../../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../../sentences.ts'
import { exifOrientation } from '../exif.ts'
import { ImageRefused } from '../image.ts'
import { imageFaults } from '../sentences.ts'
import { type Converted, checkSize, rgbaPixels } from './converted.ts'
import { openDecoder } from './wasm-decoder.ts'

const { say } = imageFaults

const damaged = () => new ImageRefused(say('image_fault.damaged', { format: 'WebP' }))

/** Decodes a WebP. Throws `ImageRefused`. */
export const readWebp = async (bytes: Uint8Array): Promise<Converted> => {
  const end = riffEnd(bytes)
  const chunks = new Map([...riffChunks(bytes.subarray(0, end))].reverse())
  const size = sizeOf(chunks)
  if (chunks.has('ANIM')) throw new ImageRefused(say('image_fault.animated'))
  checkSize(size)
  const { decode } = await openDecoder(() => import('@jsquash/webp/codec/dec/webp_dec.js'), 'webp_dec.wasm')
  const pixels = decodedBy(() => decode(bytes))
  if (pixels?.width !== size.widthPx || pixels.height !== size.heightPx) throw damaged()
  const exif = chunks.get('EXIF')
  const orientation = exif ? exifOrientation(withoutPrefix(exif)) : 1
  const told: Said[] = []
  if (orientation !== 1) told.push(inspectionSentences.say('image_turned', { format: 'WebP' }))
  if (end < bytes.length) told.push(inspectionSentences.say('image_trailer'))
  return { ...rgbaPixels(asBytes(pixels.data), size), orientation, embedded: chunks.get('ICCP'), told }
}

/** Where the container ends, which fills up to an even number of bytes. */
const riffEnd = (bytes: Uint8Array): number => {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true)
  return Math.min(bytes.length, 8 + length + (length & 1))
}

/** What the decoder throws is part of a file that cannot be read, unless memory is short. */
const decodedBy = <T>(decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw damaged()
  }
}

const asBytes = (data: Uint8ClampedArray): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength)

/** Some programs begin the block as they do in a JPEG. */
const withoutPrefix = (exif: Uint8Array): Uint8Array =>
  latin1(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif

function* riffChunks(bytes: Uint8Array): Generator<[string, Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) throw damaged()
    yield [latin1(bytes, at, at + 4), bytes.subarray(at + 8, at + 8 + length)]
    at += 8 + length + (length & 1)
  }
}

/** From the header of the canvas, else of the one picture, lossy or lossless. */
const sizeOf = (chunks: ReadonlyMap<string, Uint8Array>): { widthPx: number; heightPx: number } => {
  const canvas = chunks.get('VP8X')
  const u24 = (data: Uint8Array, at: number) => data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16)
  if (canvas && canvas.length >= 10) return { widthPx: u24(canvas, 4) + 1, heightPx: u24(canvas, 7) + 1 }
  const lossy = chunks.get('VP8 ')
  if (lossy && lossy.length >= 10) {
    const side = (at: number) => (lossy[at]! | (lossy[at + 1]! << 8)) & 0x3fff
    return { widthPx: side(6), heightPx: side(8) }
  }
  const lossless = chunks.get('VP8L')
  if (!lossless || lossless.length < 5) throw damaged()
  const packed = new DataView(lossless.buffer, lossless.byteOffset).getUint32(1, true)
  return { widthPx: (packed & 0x3fff) + 1, heightPx: ((packed >>> 14) & 0x3fff) + 1 }
}

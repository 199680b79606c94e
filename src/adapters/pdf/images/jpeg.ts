import { concatenate } from '../../../core/kernel/bytes.ts'
import { profileSpace } from './colour-profiles.ts'
import { ImageRefused, MAX_PIXELS, type PdfImage } from './image.ts'
import { exifOrientation } from './orientation.ts'
import { imageFaults } from './sentences.ts'

const { sentence } = imageFaults

const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2])
const PROGRESSIVE_FRAME = 0xc2
/** 33 megapixels with subsampled colours, 16 without. */
export const MAX_COEFFICIENT_BYTES = 100_000_000
const UNPRINTABLE_FRAME = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

interface Segment {
  marker: number
  data: Uint8Array
}

/** Reads a JPEG's headers. Its bytes go into the PDF unchanged. */
export const readJpeg = (bytes: Uint8Array): PdfImage => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw new ImageRefused(sentence('image_fault.not_jpeg'))
  let frame: Uint8Array | undefined
  let isProgressive = false
  let adobe = false
  let orientation = 1
  const profile: { index: number; data: Uint8Array }[] = []
  for (const { marker, data } of segments(bytes)) {
    if (UNPRINTABLE_FRAME.has(marker)) throw new ImageRefused(sentence('image_fault.jpeg_coding'))
    if (START_OF_FRAME.has(marker)) {
      frame = data
      isProgressive = marker === PROGRESSIVE_FRAME
    } else if (marker === APP14 && ascii(data, 0, 5) === 'Adobe') adobe = true
    else if (marker === APP1 && ascii(data, 0, 6) === 'Exif\0\0')
      orientation = exifOrientation(data.subarray(6))
    else profile.push(...profilePart(marker, data))
  }
  if (!frame || frame.length < 6) throw new ImageRefused(sentence('image_fault.jpeg_frame'))
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (frame[0] !== 8) throw new ImageRefused(sentence('image_fault.jpeg_bits'))
  const colour = ({ 1: 'gray', 3: 'rgb', 4: 'cmyk' } as const)[frame[5]!]
  if (!colour) throw new ImageRefused(sentence('image_fault.components', { components: frame[5]! }))
  const widthPx = view.getUint16(3)
  const heightPx = view.getUint16(1)
  if (widthPx === 0 || heightPx === 0) throw new ImageRefused(sentence('image_fault.no_size'))
  if (widthPx * heightPx > MAX_PIXELS)
    throw new ImageRefused(sentence('image_fault.megapixels', { limit: MAX_PIXELS / 1e6 }))
  if (isProgressive && coefficientBytes(frame) > MAX_COEFFICIENT_BYTES) {
    throw new ImageRefused(sentence('image_fault.progressive'))
  }
  return {
    widthPx,
    heightPx,
    encoding: 'jpeg',
    colour,
    bitsPerComponent: 8,
    predictor: false,
    inverted: colour === 'cmyk' && adobe,
    ...(colour === 'rgb' ? rgbProfile(joinedProfile(profile)) : {}),
    data: bytes,
    orientation,
  }
}

const APP0 = 0xe0
const RGB_COMPONENTS = 'RGB'
/** Adobe's marker with the transform flag 0: the components aren't transformed. */
const UNTRANSFORMED = Uint8Array.of(0xff, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0)

/**
 * Adds Adobe's marker to a JPEG whose components are named R, G and B, because PDF readers would treat them
 * as luminance and chrominance. Image viewers use the names if no other marker decides.
 */
export const withColourTransform = (bytes: Uint8Array): Uint8Array => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes
  const all = [...segments(bytes)]
  const isDecided = all.some(({ marker }) => marker === APP0 || marker === APP14)
  const frame = all.find(({ marker }) => START_OF_FRAME.has(marker))?.data
  if (isDecided || frame?.[5] !== 3 || frame.length < 15) return bytes
  const components = String.fromCharCode(frame[6]!, frame[9]!, frame[12]!)
  if (components !== RGB_COMPONENTS) return bytes
  return concatenate([bytes.subarray(0, 2), UNTRANSFORMED, bytes.subarray(2)])
}

/** Returns the bytes of all coefficients: two for each sample of each component after subsampling. */
const coefficientBytes = (frame: Uint8Array): number => {
  const pixels = ((frame[3]! << 8) | frame[4]!) * ((frame[1]! << 8) | frame[2]!)
  const sampling = Array.from({ length: frame[5]! }, (_, index) => frame[7 + index * 3] ?? 0x11)
  const across = Math.max(...sampling.map((factor) => factor >> 4), 1)
  const down = Math.max(...sampling.map((factor) => factor & 15), 1)
  const share = sampling.reduce((sum, factor) => sum + ((factor >> 4) * (factor & 15)) / (across * down), 0)
  return pixels * share * 2
}

function* segments(bytes: Uint8Array): Generator<Segment> {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new ImageRefused(sentence('image_fault.jpeg_damaged'))
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (length < 2 || at + 2 + length > bytes.length)
      throw new ImageRefused(sentence('image_fault.jpeg_ends'))
    yield { marker, data: bytes.subarray(at + 4, at + 2 + length) }
    if (marker === START_OF_SCAN) return
    at += 2 + length
  }
}

const ascii = (data: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...data.subarray(start, end))

/** Joins the parts of a profile, which may be split over several segments. */
const joinedProfile = (parts: { index: number; data: Uint8Array }[]): Uint8Array =>
  concatenate(parts.sort((a, b) => a.index - b.index).map((part) => part.data))

/** Returns the embedded profile if it is RGB; others are ignored. */
const rgbProfile = (profile: Uint8Array): { profile?: Uint8Array } =>
  isRgbProfile(profile) ? { profile } : {}

export const isRgbProfile = (profile: Uint8Array): boolean => profileSpace(profile) === 'RGB'

/** Returns the embedded ICC profile of any colour space; empty if there is none. */
export const jpegProfile = (bytes: Uint8Array): Uint8Array =>
  joinedProfile([...segments(bytes)].flatMap(({ marker, data }) => profilePart(marker, data)))

const profilePart = (marker: number, data: Uint8Array): { index: number; data: Uint8Array }[] =>
  marker === APP2 && ascii(data, 0, 12) === 'ICC_PROFILE\0'
    ? [{ index: data[12]!, data: data.subarray(14) }]
    : []

/** Returns the offset after the end-of-image marker; undefined if the file is truncated. */
export const jpegEnd = (bytes: Uint8Array): number | undefined => {
  let at = 2
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return undefined
    const marker = bytes[at + 1]!
    if (marker === END_OF_IMAGE) return at + 2
    const standsAlone = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (standsAlone) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    // Skips a segment by its length. Inside a scan the search continues from marker to marker.
    if (at + 4 > bytes.length) return undefined
    at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!)
  }
}

import type { Sentence } from '../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../sentences.ts'
import {
  type NamedSpace,
  type Primaries,
  rgbProfile,
  spaceOfCodes,
  sRgbCurve,
  sRgbPrimaries,
} from './colour-profiles.ts'
import { encodePng, type PngChunk, pngChunks, pngFile, profileChunk } from './encode-png.ts'
import { exifOrientation, orientedUpright } from './orientation.ts'
import { readPngRaster } from './png.ts'

/** PNG stores gamma and chromaticities in hundred-thousandths. */
const UNIT = 100_000
const SRGB_GAMMA = 0.45455
/** Smaller differences from sRGB are invisible. */
const SAME_GAMMA = 0.01
const SAME_CHROMATICITY = 0.003
const gammas = { min: 0.1, max: 10 }

/** Returns the colour space by cICP, else gAMA and cHRM; undefined for sRGB or with an iCCP or sRGB chunk. */
const pngSpace = (chunks: readonly PngChunk[]): ReturnType<typeof spaceOfCodes> => {
  const bodyOf = (kind: string) => chunks.find((chunk) => chunk.kind === kind)?.body
  const codes = bodyOf('cICP')
  if (codes && codes.length >= 4) {
    const [primaries, transfer, matrix, isFullRange] = codes as unknown as [number, number, number, number]
    if (matrix === 0 && isFullRange === 1) return spaceOfCodes(primaries, transfer)
    return { unknown: codes.subarray(0, 4).join('/') }
  }
  if (bodyOf('iCCP') || bodyOf('sRGB')) return undefined
  return measuredSpace(bodyOf('gAMA'), bodyOf('cHRM'))
}

const measuredSpace = (
  gamma: Uint8Array | undefined,
  chromaticities: Uint8Array | undefined,
): NamedSpace | undefined => {
  const encoding = gamma && gamma.length >= 4 ? numbers(gamma, 1)[0]! : SRGB_GAMMA
  const primaries = (chromaticities && primariesOf(chromaticities)) ?? sRgbPrimaries
  const exponent = 1 / encoding
  const isSameGamma = Math.abs(encoding - SRGB_GAMMA) < SAME_GAMMA
  const isPossible = exponent >= gammas.min && exponent <= gammas.max
  const curve = isSameGamma || !isPossible ? sRgbCurve : exponent
  if (curve === sRgbCurve && primaries === sRgbPrimaries) return undefined
  const gamut = primaries === sRgbPrimaries ? 'sRGB' : 'Own RGB'
  const tone = typeof curve === 'number' ? `, gamma ${Math.round(curve * 100) / 100}` : ''
  return { name: `${gamut}${tone}`, primaries, curve }
}

const primariesOf = (body: Uint8Array): Primaries | undefined => {
  if (body.length < 32) return undefined
  const [wx, wy, rx, ry, gx, gy, bx, by] = numbers(body, 8) as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ]
  const own: Primaries = { white: [wx, wy], red: [rx, ry], green: [gx, gy], blue: [bx, by] }
  const names = ['white', 'red', 'green', 'blue'] as const
  if (names.some((name) => own[name][1] === 0)) return undefined
  const isSame = names.every((name) =>
    own[name].every((value, axis) => Math.abs(value - sRgbPrimaries[name][axis]!) < SAME_CHROMATICITY),
  )
  return isSame ? undefined : own
}

const numbers = (body: Uint8Array, count: number): number[] => {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  return Array.from({ length: count }, (_, index) => view.getUint32(index * 4) / UNIT)
}

const { sentence } = inspectionSentences

/** Chunks about colour that a profile replaces. */
const COLOUR_CHUNKS = new Set(['gAMA', 'cHRM', 'cICP', 'sRGB', 'iCCP'])
/** Chunks that no longer apply after the samples were rewritten. */
const REPLACED = new Set(['IHDR', 'IDAT', 'IEND', 'eXIf', 'tIME'])
const GRAY_TYPES = new Set([0, 4])

/**
 * Prepares a valid PNG for printing: applies its EXIF orientation, and replaces other colour declarations
 * with a profile. Printing a stored PNG never depends on these chunks, so earlier published versions print
 * unchanged. `notices` lists what can't be printed as declared. Throws `ImageRefused`.
 */
export const preparePng = async (bytes: Uint8Array): Promise<{ bytes: Uint8Array; notices: Sentence[] }> => {
  const given = [...pngChunks(bytes)]
  const chunks = given.map((chunk) => withinDepth(chunk, given[0]!.body[8]!))
  const colours = colourOf(chunks)
  const { profile } = colours
  const notices = chunks.some(({ kind }) => kind === 'acTL')
    ? [...colours.notices, sentence('image_first_only.animation')]
    : colours.notices
  const exif = chunks.find(({ kind }) => kind === 'eXIf')?.body
  const orientation = exif ? exifOrientation(exif) : 1
  if (orientation === 1) {
    if (!profile) {
      const isSame = chunks.every((chunk, index) => chunk === given[index])
      return { bytes: isSame ? bytes : pngFile(chunks), notices }
    }
    const [header, ...rest] = chunks.filter(({ kind }) => !COLOUR_CHUNKS.has(kind))
    return { bytes: pngFile([header!, await profileChunk(profile), ...rest]), notices }
  }
  const { type, depth, ...raster } = await readPngRaster(bytes)
  const before = chunks.filter(({ kind }) => !REPLACED.has(kind) && !(profile && COLOUR_CHUNKS.has(kind)))
  return {
    bytes: await encodePng({ ...orientedUpright(raster, orientation), type, depth, before, profile }),
    notices,
  }
}

/** Clears bits of a transparent colour beyond the image's bit depth, which readers ignore. */
const withinDepth = (chunk: PngChunk, depth: number): PngChunk => {
  const { kind, body } = chunk
  const isOneColour = kind === 'tRNS' && depth < 16 && (body.length === 2 || body.length === 6)
  if (!isOneColour) return chunk
  const most = (1 << depth) - 1
  const own = body.map((byte, index) => (index % 2 === 0 ? 0 : byte & most))
  return own.every((byte, index) => byte === body[index]) ? chunk : { kind, body: own }
}

const colourOf = (chunks: readonly PngChunk[]): { profile?: Uint8Array | undefined; notices: Sentence[] } => {
  const space = pngSpace(chunks)
  if (!space) return { notices: [] }
  if ('hdr' in space) return { notices: [sentence('image_colours.hdr', { curve: space.hdr })] }
  if ('unknown' in space) return { notices: [sentence('image_colours.unknown', { codes: space.unknown })] }
  if (GRAY_TYPES.has(chunks[0]!.body[9]!)) {
    return typeof space.curve === 'number' ? { notices: [sentence('image_colours.gray')] } : { notices: [] }
  }
  return { profile: rgbProfile(space.name, space.primaries, space.curve), notices: [] }
}

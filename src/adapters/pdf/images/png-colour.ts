import { type NamedSpace, spaceOfCodes } from './cicp.ts'
import type { PngChunk } from './png-chunks.ts'
import { type Primaries, sRgbCurve, sRgbPrimaries } from './rgb-profile.ts'

/** A PNG names gamma and chromaticities in hundred-thousandths. */
const UNIT = 100_000
const SRGB_GAMMA = 0.45455
/** Closer to sRGB nobody sees a difference. */
const SAME_GAMMA = 0.01
const SAME_CHROMATICITY = 0.003
const gammas = { least: 0.1, most: 10 }

/**
 * The colour space that the chunks of a PNG name without a profile: cICP before gAMA and cHRM. Undefined where it
 * is sRGB, or where a profile or an sRGB chunk decides.
 */
export const pngSpace = (chunks: readonly PngChunk[]): ReturnType<typeof spaceOfCodes> => {
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
  const isPossible = exponent >= gammas.least && exponent <= gammas.most
  const curve = isSameGamma || !isPossible ? sRgbCurve : exponent
  if (curve === sRgbCurve && primaries === sRgbPrimaries) return undefined
  const gamut = primaries === sRgbPrimaries ? 'sRGB' : 'Own RGB'
  const tone = typeof curve === 'number' ? `, gamma ${Math.round(curve * 100) / 100}` : ''
  return { name: `${gamut}${tone}`, primaries, curve }
}

/** Undefined where they are those of sRGB, or span no colours. */
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

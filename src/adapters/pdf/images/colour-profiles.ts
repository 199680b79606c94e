import { concatenate } from '../../../core/kernel/bytes.ts'

/** Returns the description in an ICC profile, or undefined if there is none. */
export const profileName = (profile: Uint8Array): string | undefined => {
  if (profile.length < 132) return undefined
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  const count = Math.min(view.getUint32(128), 100)
  for (let index = 0; index < count; index++) {
    const entry = 132 + index * 12
    if (entry + 12 > profile.length) return undefined
    if (latin1(profile, entry, entry + 4) !== 'desc') continue
    const offset = view.getUint32(entry + 4)
    if (offset + 28 > profile.length) return undefined
    const name =
      latin1(profile, offset, offset + 4) === 'mluc' ? unicode(profile, offset) : ascii(profile, offset)
    return cleaned(name)
  }
  return undefined
}

/** Version 2: a length including the terminating zero, and ASCII. */
const ascii = (profile: Uint8Array, offset: number): string => {
  const length = new DataView(profile.buffer, profile.byteOffset).getUint32(offset + 8)
  return latin1(profile, offset + 12, offset + 12 + Math.min(length, 200))
}

/** Version 4: the first language, in UTF-16. */
const unicode = (profile: Uint8Array, offset: number): string => {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  const length = Math.min(view.getUint32(offset + 20), 400)
  const start = offset + view.getUint32(offset + 24)
  let text = ''
  for (let at = start; at + 1 < Math.min(start + length, profile.length); at += 2) {
    text += String.fromCharCode(view.getUint16(at))
  }
  return text.toWellFormed()
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

const cleaned = (name: string): string | undefined =>
  name
    .replace(/\0.*/su, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100) || undefined

/** Returns an ICC profile's colour space, such as `RGB`, `CMYK` or `GRAY`; undefined for other bytes. */
export const profileSpace = (profile: Uint8Array): string | undefined =>
  profile.length > 128 && latin1(profile, 36, 40) === 'acsp' ? latin1(profile, 16, 20).trim() : undefined

type Chromaticity = readonly [x: number, y: number]
export interface Primaries {
  white: Chromaticity
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
}

/** Maps the stored value to light, both from 0 to 1: an exponent or a function. */
type ToneCurve = number | ((value: number) => number)

export const sRgbPrimaries: Primaries = {
  white: [0.3127, 0.329],
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
}

export const sRgbCurve = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

const times = (matrix: Matrix, vector: Vector): Vector =>
  matrix.map((row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2]) as unknown as Vector

const inverse = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const entry = (value: number) => value / determinant
  return [
    [entry(e * i - f * h), entry(c * h - b * i), entry(b * f - c * e)],
    [entry(f * g - d * i), entry(a * i - c * g), entry(c * d - a * f)],
    [entry(d * h - e * g), entry(b * g - a * h), entry(a * e - b * d)],
  ]
}

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
/** The white point of ICC profiles. */
const D50: Vector = [0.9642, 1, 0.8249]

const xyzOf = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y]

/** Returns the colours of the primaries under D50; undefined if the primaries span no gamut. */
const colorants = ({ white, red, green, blue }: Primaries): Vector[] | undefined => {
  const [r, g, b] = [xyzOf(red), xyzOf(green), xyzOf(blue)]
  const source = xyzOf(white)
  const across: Matrix = [
    [r[0], g[0], b[0]],
    [r[1], g[1], b[1]],
    [r[2], g[2], b[2]],
  ]
  const amounts = times(inverse(across), source)
  const [from, to] = [times(BRADFORD, source), times(BRADFORD, D50)]
  const adapted = [r, g, b].map((colour, index) => {
    const scaled = colour.map((value) => value * amounts[index]!) as unknown as Vector
    const cone = times(BRADFORD, scaled).map((value, at) => (value * to[at]!) / from[at]!)
    return times(inverse(BRADFORD), cone as unknown as Vector)
  })
  return adapted.flat().every((value) => Number.isFinite(value) && Math.abs(value) < 4) ? adapted : undefined
}

/** Returns an ICC profile (version 2, matrix and curves); undefined if the primaries span no gamut. */
export const rgbProfile = (name: string, primaries: Primaries, curve: ToneCurve): Uint8Array | undefined => {
  const colours = colorants(primaries)
  if (!colours) return undefined
  const tone = curveTag(curve)
  const tags: (readonly [string, Uint8Array])[] = [
    ['desc', descriptionTag(name)],
    ['cprt', textTag('No copyright')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(colours[0]!)],
    ['gXYZ', xyzTag(colours[1]!)],
    ['bXYZ', xyzTag(colours[2]!)],
    ['rTRC', tone],
    ['gTRC', tone],
    ['bTRC', tone],
  ]
  const head = new Uint8Array(132 + tags.length * 12)
  const view = new DataView(head.buffer)
  const places = new Map<Uint8Array, number>()
  let length = head.length
  view.setUint32(128, tags.length)
  for (const [index, [signature, data]] of tags.entries()) {
    if (!places.has(data)) {
      places.set(data, length)
      length += data.length
    }
    write(head, 132 + index * 12, signature)
    view.setUint32(136 + index * 12, places.get(data)!)
    view.setUint32(140 + index * 12, data.length)
  }
  view.setUint32(0, length)
  view.setUint32(8, 0x0210_0000)
  write(head, 12, 'mntrRGB XYZ ')
  write(head, 36, 'acsp')
  for (const [index, value] of D50.entries()) view.setInt32(68 + index * 4, Math.round(value * 65536))
  return concatenate([head, ...places.keys()])
}

const write = (bytes: Uint8Array, at: number, text: string): void => {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
}

/** Returns a tag with this many bytes after its signature, padded to a multiple of four. */
const tag = (signature: string, bytes: number): { data: Uint8Array; view: DataView } => {
  const data = new Uint8Array(Math.ceil((8 + bytes) / 4) * 4)
  write(data, 0, signature)
  return { data, view: new DataView(data.buffer) }
}

const textTag = (text: string): Uint8Array => {
  const { data } = tag('text', text.length + 1)
  write(data, 8, text)
  return data
}

/** ASCII, followed by the empty Unicode and Macintosh texts that version 2 requires. */
const descriptionTag = (text: string): Uint8Array => {
  const { data, view } = tag('desc', 4 + text.length + 1 + 8 + 3 + 67)
  view.setUint32(8, text.length + 1)
  write(data, 12, text)
  return data
}

const xyzTag = (vector: Vector): Uint8Array => {
  const { data, view } = tag('XYZ ', 12)
  for (const [index, value] of vector.entries()) view.setInt32(8 + index * 4, Math.round(value * 65536))
  return data
}

const CURVE_STEPS = 1024

const curveTag = (curve: ToneCurve): Uint8Array => {
  if (typeof curve === 'number') {
    const { data, view } = tag('curv', 6)
    view.setUint32(8, 1)
    view.setUint16(12, Math.round(curve * 256))
    return data
  }
  const { data, view } = tag('curv', 4 + CURVE_STEPS * 2)
  view.setUint32(8, CURVE_STEPS)
  for (let step = 0; step < CURVE_STEPS; step++)
    view.setUint16(12 + step * 2, Math.round(curve(step / (CURVE_STEPS - 1)) * 65535))
  return data
}

/** A colour space that an image declares without an ICC profile. */
export interface NamedSpace {
  name: string
  primaries: Primaries
  curve: ToneCurve
}

const D65 = sRgbPrimaries.white
const ILLUMINANT_C = [0.31, 0.316] as const

/** Colour primaries of ITU-T H.273 by code. */
const primaries: Readonly<Record<number, readonly [name: string, Primaries]>> = {
  1: ['BT.709', sRgbPrimaries],
  4: ['BT.470M', { white: ILLUMINANT_C, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  5: ['BT.601 (625)', { white: D65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] }],
  6: ['BT.601 (525)', { white: D65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07] }],
  9: ['BT.2020', { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] }],
  11: ['DCI-P3', { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
  12: ['Display P3', { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] }],
}

/** Transfer characteristics of ITU-T H.273 by code. Images with the BT.709 curve are displayed like sRGB. */
const curves: Readonly<Record<number, readonly [name: string, ToneCurve]>> = {
  1: ['', sRgbCurve],
  4: ['gamma 2.2', 2.2],
  5: ['gamma 2.8', 2.8],
  6: ['', sRgbCurve],
  8: ['linear', 1],
  13: ['', sRgbCurve],
  14: ['', sRgbCurve],
  15: ['', sRgbCurve],
}

const UNSPECIFIED = 2
const hdr: Readonly<Record<number, string>> = { 16: 'PQ', 18: 'HLG' }

/**
 * Returns the colour space of two H.273 codes; undefined for sRGB, the default of images without a profile.
 * `hdr` names a transfer function beyond the range of paper, `unknown` contains unsupported codes.
 */
export const spaceOfCodes = (
  primariesCode: number,
  transferCode: number,
): NamedSpace | { hdr: string } | { unknown: string } | undefined => {
  if (hdr[transferCode]) return { hdr: hdr[transferCode] }
  const gamut = primaries[primariesCode === UNSPECIFIED ? 1 : primariesCode]
  const tone = curves[transferCode === UNSPECIFIED ? 13 : transferCode]
  if (!gamut || !tone) return { unknown: `${primariesCode}/${transferCode}` }
  if (gamut[1] === sRgbPrimaries && tone[1] === sRgbCurve) return undefined
  return { name: [gamut[0], tone[0]].filter(Boolean).join(' '), primaries: gamut[1], curve: tone[1] }
}

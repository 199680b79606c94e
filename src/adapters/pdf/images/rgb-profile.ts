import { concatenate } from '../../../core/kernel/bytes.ts'

/** CIE 1931 chromaticities. */
type Chromaticity = readonly [x: number, y: number]
export interface Primaries {
  white: Chromaticity
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
}

/** From the stored value to light, both from 0 to 1: an exponent, or a function. */
export type ToneCurve = number | ((value: number) => number)

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
/** The white of ICC profiles. */
const D50: Vector = [0.9642, 1, 0.8249]

const xyzOf = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y]

/** The colour of each component at its fullest, seen under D50; undefined where the primaries span no colours. */
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

/**
 * An ICC profile (version 2, matrix and curves) of an RGB space; undefined where the primaries span no colours.
 */
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

/** A tag of this many bytes behind its signature, filled up to a multiple of four. */
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

/** ASCII, and the empty Unicode and Macintosh texts that version 2 wants behind it. */
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

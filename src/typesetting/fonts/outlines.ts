import type { FontFace } from './face.ts'

/** Where a contour begins, and what follows as an SVG path of relative steps, in font units, y upwards. */
export interface Contour {
  x: number
  y: number
  steps: string
}

interface Point {
  x: number
  y: number
  isOn: boolean
}

/** Of the flags of a point in `glyf`. */
const ON_CURVE = 0x01
const X_SHORT = 0x02
const Y_SHORT = 0x04
const REPEAT = 0x08
const X_SAME = 0x10
const Y_SAME = 0x20
/** Of the flags of a part of a composite glyph. */
const ARE_WORDS = 0x0001
const ARE_OFFSETS = 0x0002
const HAS_SCALE = 0x0008
const HAS_MORE = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080
/** Parts may have parts; a damaged font may have itself as one. */
const DEEPEST = 8

/**
 * The outlines of a TrueType font, for those that draw without a PDF reader. What cannot be read is empty, as a
 * printer would leave it.
 */
export class GlyphOutlines {
  readonly #glyf: DataView | undefined
  readonly #loca: DataView | undefined
  readonly #isLong: boolean
  readonly #kept = new Map<number, readonly Contour[]>()

  constructor(face: Pick<FontFace, 'table'>) {
    this.#glyf = face.table('glyf')
    this.#loca = face.table('loca')
    this.#isLong = face.table('head')?.getInt16(50) === 1
  }

  contours(glyph: number): readonly Contour[] {
    let contours = this.#kept.get(glyph)
    if (!contours) {
      contours = this.#read(glyph)
      this.#kept.set(glyph, contours)
    }
    return contours
  }

  #read(glyph: number): Contour[] {
    try {
      return this.#points(glyph, 0).flatMap((points) => contourOf(points) ?? [])
    } catch (error) {
      if (error instanceof RangeError) return []
      throw error
    }
  }

  #points(glyph: number, depth: number): Point[][] {
    const data = this.#data(glyph)
    if (!data || depth > DEEPEST) return []
    const contours = data.getInt16(0)
    return contours < 0 ? this.#composite(data, depth) : simple(data, contours)
  }

  #data(glyph: number): DataView | undefined {
    const [glyf, loca] = [this.#glyf, this.#loca]
    if (!glyf || !loca) return undefined
    const at = (index: number) => (this.#isLong ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2)
    const start = at(glyph)
    const length = at(glyph + 1) - start
    return length > 0 ? new DataView(glyf.buffer, glyf.byteOffset + start, length) : undefined
  }

  #composite(data: DataView, depth: number): Point[][] {
    const whole: Point[][] = []
    let at = 10
    for (let flags = HAS_MORE; flags & HAS_MORE; ) {
      flags = data.getUint16(at)
      const part = this.#points(data.getUint16(at + 2), depth + 1)
      at += 4
      const words = (flags & ARE_WORDS) !== 0
      const isOffset = (flags & ARE_OFFSETS) !== 0
      const argument = (index: number) => {
        if (words) return isOffset ? data.getInt16(at + index * 2) : data.getUint16(at + index * 2)
        return isOffset ? data.getInt8(at + index) : data.getUint8(at + index)
      }
      const [first, second] = [argument(0), argument(1)]
      at += words ? 4 : 2
      const scale = (index: number) => data.getInt16(at + index * 2) / 16384
      let [a, b, c, d] = [1, 0, 0, 1]
      if (flags & HAS_SCALE) {
        a = d = scale(0)
        at += 2
      } else if (flags & HAS_TWO_SCALES) {
        a = scale(0)
        d = scale(1)
        at += 4
      } else if (flags & HAS_MATRIX) {
        ;[a, b, c, d] = [scale(0), scale(1), scale(2), scale(3)]
        at += 8
      }
      const turned = part.map((points) =>
        points.map(({ x, y, isOn }) => ({ x: a * x + c * y, y: b * x + d * y, isOn })),
      )
      const move = isOffset ? { x: first, y: second } : between(whole.flat()[first], turned.flat()[second])
      for (const points of turned) {
        whole.push(points.map(({ x, y, isOn }) => ({ x: x + move.x, y: y + move.y, isOn })))
      }
    }
    return whole
  }
}

/** How far a part moves to lay one of its points upon one of the whole. */
const between = (target: Point | undefined, own: Point | undefined): { x: number; y: number } =>
  target && own ? { x: target.x - own.x, y: target.y - own.y } : { x: 0, y: 0 }

const simple = (data: DataView, contours: number): Point[][] => {
  const ends = Array.from({ length: contours }, (_, index) => data.getUint16(10 + index * 2))
  const count = contours === 0 ? 0 : ends.at(-1)! + 1
  let at = 10 + contours * 2
  at += 2 + data.getUint16(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = data.getUint8(at++)
    flags.push(flag)
    if (!(flag & REPEAT)) continue
    for (let more = data.getUint8(at++); more > 0; more--) flags.push(flag)
  }
  const coordinates = (short: number, same: number): number[] => {
    let value = 0
    return flags.slice(0, count).map((flag) => {
      if (flag & short) value += flag & same ? data.getUint8(at++) : -data.getUint8(at++)
      else if (!(flag & same)) {
        value += data.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(X_SHORT, X_SAME)
  const ys = coordinates(Y_SHORT, Y_SAME)
  const points = xs.map((x, index) => ({ x, y: ys[index]!, isOn: (flags[index]! & ON_CURVE) !== 0 }))
  return ends.map((end, index) => points.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1))
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true })

/** Between two points off the curve stands one on it, which the font leaves out. */
const contourOf = (points: readonly Point[]): Contour | undefined => {
  if (points.length < 2) return undefined
  const first = points.findIndex(({ isOn }) => isOn)
  const start = first < 0 ? middle(points[0]!, points.at(-1)!) : points[first]!
  const rest = first < 0 ? points : [...points.slice(first + 1), ...points.slice(0, first)]
  let steps = ''
  let pen = start
  let control: Point | undefined
  const to = (point: Point) => {
    steps += control
      ? `q${control.x - pen.x} ${control.y - pen.y} ${point.x - pen.x} ${point.y - pen.y}`
      : `l${point.x - pen.x} ${point.y - pen.y}`
    pen = point
    control = undefined
  }
  for (const point of rest) {
    if (point.isOn) to(point)
    else {
      if (control) to(middle(control, point))
      control = point
    }
  }
  if (control) to(start)
  return { x: start.x, y: start.y, steps: `${steps}z` }
}

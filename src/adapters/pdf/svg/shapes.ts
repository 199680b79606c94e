import { drawPath, type Operator } from './path.ts'

/** Parses a length in pixels with an optional unit; undefined if it is invalid. */
export const lengthOf = (text: string | undefined): number | undefined => {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(px|pt|pc|mm|cm|in|)\s*$/i.exec(text ?? '')
  return match ? Number(match[1]) * PIXELS[match[2]!.toLowerCase()]! : undefined
}
const PIXELS: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 },
}

type Attributes = Readonly<Record<string, string>>

/** The name of an invalid attribute; undefined if the shape was drawn. */
type Fault = string | undefined

const numbersOf = (attributes: Attributes, names: readonly string[]): number[] | string => {
  const values: number[] = []
  for (const name of names) {
    const value = attributes[name] === undefined ? 0 : lengthOf(attributes[name])
    if (value === undefined) return name
    values.push(value)
  }
  return values
}

export const shapes: Readonly<Record<string, (attributes: Attributes, draw: Operator) => Fault>> = {
  path: (attributes, draw) => (drawPath(attributes.d ?? '', draw) ? undefined : 'd'),
  rect: (attributes, draw) => {
    const values = numbersOf(attributes, ['x', 'y', 'width', 'height', 'rx', 'ry'])
    if (typeof values === 'string') return values
    const [x, y, w, h, givenX, givenY] = values as [number, number, number, number, number, number]
    if (w <= 0 || h <= 0) return undefined
    const rx = Math.min(attributes.rx === undefined ? givenY : givenX, w / 2)
    const ry = Math.min(attributes.ry === undefined ? givenX : givenY, h / 2)
    drawPath(
      rx > 0 && ry > 0
        ? `M${x + rx} ${y}H${x + w - rx}A${rx} ${ry} 0 0 1 ${x + w} ${y + ry}V${y + h - ry}A${rx} ${ry} 0 0 1 ${x + w - rx} ${y + h}H${x + rx}A${rx} ${ry} 0 0 1 ${x} ${y + h - ry}V${y + ry}A${rx} ${ry} 0 0 1 ${x + rx} ${y}Z`
        : `M${x} ${y}h${w}v${h}h${-w}Z`,
      draw,
    )
    return undefined
  },
  circle: (attributes, draw) => {
    const values = numbersOf(attributes, ['cx', 'cy', 'r'])
    if (typeof values === 'string') return values
    ellipse(values[0]!, values[1]!, values[2]!, values[2]!, draw)
    return undefined
  },
  ellipse: (attributes, draw) => {
    const values = numbersOf(attributes, ['cx', 'cy', 'rx', 'ry'])
    if (typeof values === 'string') return values
    ellipse(values[0]!, values[1]!, values[2]!, values[3]!, draw)
    return undefined
  },
  line: (attributes, draw) => {
    const values = numbersOf(attributes, ['x1', 'y1', 'x2', 'y2'])
    if (typeof values === 'string') return values
    draw(values.slice(0, 2), 'm')
    draw(values.slice(2), 'l')
    return undefined
  },
  polyline: (attributes, draw) => points(attributes, '', draw),
  polygon: (attributes, draw) => points(attributes, 'Z', draw),
}

const ellipse = (cx: number, cy: number, rx: number, ry: number, draw: Operator): void => {
  if (rx <= 0 || ry <= 0) return
  drawPath(`M${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}Z`, draw)
}

const points = (attributes: Attributes, end: string, draw: Operator): Fault => {
  const text = (attributes.points ?? '').trim()
  if (text === '') return undefined
  return drawPath(`M${text}${end}`, draw) ? undefined : 'points'
}

/** Left, top, right, bottom. */
type Box = readonly [number, number, number, number]

/** Returns the bounds of a shape including the control points of its curves. */
export const outlineBox = ({ name, attributes }: { name: string; attributes: Attributes }): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  shapes[name]?.(attributes, (numbers) => {
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!]
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  })
  return [left, top, right, bottom]
}

/** Returns true if any boxes overlap, or if there are more than 200, which would take long to compare. */
export const overlap = (boxes: readonly Box[]): boolean =>
  boxes.length > 200 ||
  boxes.some(([x0, y0, x1, y1], index) =>
    boxes.slice(index + 1).some(([a, b, c, d]) => a < x1 && c > x0 && b < y1 && d > y0),
  )

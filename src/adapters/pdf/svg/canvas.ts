import { num } from '../../../typesetting/page/units.ts'

/** `[a b c d e f]` as in `cm`. */
export type Matrix = readonly [number, number, number, number, number, number]

const FUNCTION = /\s*([a-zA-Z]+)\s*\(([^)]*)\)[\s,]*/y

/** Returns the matrices of a `transform` attribute, outermost first; undefined if it is invalid. */
export const transformsOf = (text: string): Matrix[] | undefined => {
  const matrices: Matrix[] = []
  FUNCTION.lastIndex = 0
  while (FUNCTION.lastIndex < text.length) {
    const match = FUNCTION.exec(text)
    if (!match) return text.slice(FUNCTION.lastIndex).trim() === '' ? matrices : undefined
    const values = match[2]!
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const matrix = values.every(Number.isFinite) ? matricesOf(match[1]!, values) : undefined
    if (!matrix) return undefined
    matrices.push(...matrix)
  }
  return matrices
}

const matricesOf = (name: string, values: readonly number[]): Matrix[] | undefined => {
  const [a = 0, b] = values
  const radians = (a * Math.PI) / 180
  const count = values.length
  if (name === 'matrix' && count === 6) return [values as unknown as Matrix]
  if (name === 'translate' && count <= 2) return [[1, 0, 0, 1, a, b ?? 0]]
  if (name === 'scale' && count <= 2) return [[a, 0, 0, b ?? a, 0, 0]]
  if (name === 'skewX' && count === 1) return [[1, 0, Math.tan(radians), 1, 0, 0]]
  if (name === 'skewY' && count === 1) return [[1, Math.tan(radians), 0, 1, 0, 0]]
  if (name !== 'rotate' || (count !== 1 && count !== 3)) return undefined
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const turn: Matrix = [cos, sin, -sin, cos, 0, 0]
  if (count === 1) return [turn]
  const [, x, y] = values as [number, number, number]
  return [[1, 0, 0, 1, x, y], turn, [1, 0, 0, 1, -x, -y]]
}

/** Red, green, blue and opacity, from 0 to 1. */
export type Rgba = readonly [number, number, number, number]

/** Parses a CSS colour. Returns undefined if it isn't supported, and null for `none` and `transparent`. */
export const colourOf = (text: string): Rgba | null | undefined => {
  const value = text.trim().toLowerCase()
  if (value === 'none' || value === 'transparent') return null
  const named = names.get(value)
  if (named) return named
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1]
  if (hex) return ofHex(hex)
  const call = /^rgba?\(([^)]*)\)$/.exec(value)?.[1]
  return call === undefined ? undefined : ofCall(call)
}

const ofHex = (digits: string): Rgba | undefined => {
  if (digits.length === 5 || digits.length === 7) return undefined
  const isShort = digits.length < 6
  const parts = isShort ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [r, g, b, a = 1] = parts.map((part) => Number.parseInt(part, 16) / 255)
  return [r!, g!, b!, a]
}

const ofCall = (list: string): Rgba | undefined => {
  const parts = list.trim().split(/\s*[,/]\s*|\s+/)
  if (parts.length < 3 || parts.length > 4) return undefined
  const [r, g, b, a = 1] = parts.map((part, index) => {
    const isPercentage = part.endsWith('%')
    const number = Number(isPercentage ? part.slice(0, -1) : part)
    const whole = isPercentage ? 100 : index === 3 ? 1 : 255
    return part === '' ? Number.NaN : Math.min(1, Math.max(0, number / whole))
  })
  const colour: Rgba = [r!, g!, b!, a]
  return colour.every(Number.isFinite) ? colour : undefined
}

/** Named CSS colours, each with its six hex digits. */
const list = [
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc',
  'bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a',
  'burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50',
  'cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b',
  'darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b',
  'darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000',
  'darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f',
  'darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969',
  'dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22',
  'fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080',
  'green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c',
  'indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00',
  'lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2',
  'lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a',
  'lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899',
  'lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff',
  'maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db',
  'mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc',
  'mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5',
  'navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500',
  'orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee',
  'palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd',
  'powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1',
  'saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d',
  'silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa',
  'springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347',
  'turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00',
  'yellowgreen 9acd32',
]
const names: ReadonlyMap<string, Rgba> = new Map(
  list.flatMap((line) =>
    [...line.matchAll(/(\w+) (\w{6})/g)].map(([, name, digits]) => [name!, ofHex(digits!)!] as const),
  ),
)

/** A part of the drawing that is composited by itself: the page, or a group with an opacity. */
export interface SvgForm {
  operators: string
  /** The bounds of its content in points of its own space; undefined for the page. */
  box: readonly [number, number, number, number] | undefined
  forms: number[]
}

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

/** Collects PDF operators. Colours are in sRGB (`/S`), greys in black ink only. */
export class SvgCanvas {
  readonly forms: SvgForm[] = []
  /** Opacities of fills and strokes by the name of their graphics state. */
  readonly opacities = new Map<string, number>()
  readonly #page: readonly [number, number]
  #operators: string[] = []
  #drawn: number[] = []
  #matrix: Matrix

  constructor(page: readonly [number, number], matrix: Matrix) {
    this.#page = page
    this.#matrix = [1, 0, 0, 1, 0, 0]
    this.transform(matrix)
  }

  transform(matrix: Matrix): void {
    this.#matrix = times(matrix, this.#matrix)
    this.#operators.push(`${matrix.map(precise).join(' ')} cm`)
  }

  /** True if the current matrix has no area, so that nothing is visible. */
  get isFlat(): boolean {
    const [a, b, c, d] = this.#matrix
    return !(Math.abs(a * d - b * c) > 1e-9 * (Math.abs(a) + Math.abs(b)) * (Math.abs(c) + Math.abs(d)))
  }

  raw(operators: string): void {
    this.#operators.push(operators)
  }

  path(numbers: readonly number[], operator: string): void {
    this.#operators.push(numbers.length === 0 ? operator : `${numbers.map(precise).join(' ')} ${operator}`)
  }

  within(draw: () => void): void {
    const matrix = this.#matrix
    this.#operators.push('q')
    draw()
    this.#operators.push('Q')
    this.#matrix = matrix
  }

  group(opacity: number, draw: () => void): void {
    const box = this.#visible()
    if (!box) return
    const [operators, drawn] = [this.#operators, this.#drawn]
    this.#operators = []
    this.#drawn = []
    draw()
    this.forms.push({ operators: this.#operators.join('\n'), box, forms: this.#drawn })
    this.#operators = operators
    this.#drawn = drawn
    const form = this.forms.length - 1
    this.#drawn.push(form)
    this.#operators.push(`q /${this.#opacity('B', opacity)} gs /F${form} Do Q`)
  }

  fill(colour: Rgba, opacity: number): void {
    this.#operators.push(colourOperators(colour, 'cs', 'sc', 'g'))
    if (opacity < 1) this.#operators.push(`/${this.#opacity('f', opacity)} gs`)
  }

  stroke(colour: Rgba, opacity: number): void {
    this.#operators.push(colourOperators(colour, 'CS', 'SC', 'G'))
    if (opacity < 1) this.#operators.push(`/${this.#opacity('s', opacity)} gs`)
  }

  finish(): SvgForm {
    return { operators: this.#operators.join('\n'), box: undefined, forms: this.#drawn }
  }

  #opacity(kind: 'f' | 's' | 'B', opacity: number): string {
    const name = `${kind}${Math.round(opacity * 1000)}`
    this.opacities.set(name, opacity)
    return name
  }

  #visible(): readonly [number, number, number, number] | undefined {
    if (this.isFlat) return undefined
    const [a, b, c, d, e, f] = this.#matrix
    const determinant = a * d - b * c
    const [w, h] = this.#page
    const corners = [
      [0, 0],
      [w, 0],
      [0, h],
      [w, h],
    ].map(([x, y]) => [
      (d * (x! - e) - c * (y! - f)) / determinant,
      (a * (y! - f) - b * (x! - e)) / determinant,
    ])
    const xs = corners.map(([x]) => x!)
    const ys = corners.map(([, y]) => y!)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
}

/** Keeps six significant digits, because small drawings are scaled up. PDF has no exponents. */
const precise = (value: number): string => {
  const sane = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value))
  if (Number.isInteger(sane)) return String(sane)
  const zeros = Math.max(0, -Math.floor(Math.log10(Math.abs(sane))) - 1)
  return sane.toFixed(Math.min(20, 6 + zeros)).replace(/\.?0+$/, '')
}
const MAX_NUMBER = 1e12

const colourOperators = ([r, g, b]: Rgba, space: string, set: string, gray: string): string =>
  r === g && g === b ? `${num(r)} ${gray}` : `/S ${space} ${num(r)} ${num(g)} ${num(b)} ${set}`

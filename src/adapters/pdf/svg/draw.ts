import { colourOf, type Matrix, type Rgba, SvgCanvas, transformsOf } from './canvas.ts'
import { DrawingFault, type Report, type SvgNode, svgLimits } from './document.ts'
import { drawingFaults } from './sentences.ts'
import { lengthOf, outlineBox, overlap, shapes } from './shapes.ts'
import { descendants, type Style, type StyleSheet, styleSheet } from './style.ts'

const { sentence } = drawingFaults

interface SvgPage {
  /** In points. */
  width: number
  height: number
  /** Converts the drawing's units to points from the lower left corner. */
  matrix: Matrix
}

const POINTS_PER_PIXEL = 0.75
/** PDF's largest page. */
const MAX_POINTS = 14_400

/** Returns the size of an SVG and the matrix of its units. Throws `DrawingFault`. */
const svgPage = ({ attributes, line }: SvgNode): SvgPage => {
  const box = attributes.viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = box?.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0
  const [x, y, w, h] = isBox ? (box as [number, number, number, number]) : [0, 0, undefined, undefined]
  const given = [lengthOf(attributes.width), lengthOf(attributes.height)]
  const ratio = w !== undefined && h !== undefined ? w / h : undefined
  // A missing side follows from the other one and the aspect ratio of the view box.
  const across = given[0] ?? (given[1] !== undefined && ratio ? given[1] * ratio : w)
  const down = given[1] ?? (given[0] !== undefined && ratio ? given[0] / ratio : h)
  const isValid = (value: number | undefined): value is number =>
    value !== undefined && value > 0 && value * POINTS_PER_PIXEL <= MAX_POINTS
  if (!isValid(across) || !isValid(down)) {
    throw new DrawingFault(
      sentence('drawing_damaged.size', { line, limit: Math.floor((MAX_POINTS * 25.4) / 72) }),
    )
  }
  const [width, height] = [across * POINTS_PER_PIXEL, down * POINTS_PER_PIXEL]
  const { sx, sy, dx, dy } = fitted(attributes.preserveAspectRatio, [across, down], [w ?? across, h ?? down])
  const scale = POINTS_PER_PIXEL
  return {
    width,
    height,
    matrix: [sx * scale, 0, 0, -sy * scale, (dx - x * sx) * scale, height - (dy - y * sy) * scale],
  }
}

/** Returns the scales and the upper left corner of the view box on the page. */
const fitted = (
  text: string | undefined,
  [across, down]: readonly [number, number],
  [w, h]: readonly [number, number],
): { sx: number; sy: number; dx: number; dy: number } => {
  const [align = 'xMidYMid', fit] = (text ?? '').trim().split(/\s+/).filter(Boolean)
  const [sx, sy] = [across / w, down / h]
  if (align === 'none') return { sx, sy, dx: 0, dy: 0 }
  const scale = fit === 'slice' ? Math.max(sx, sy) : Math.min(sx, sy)
  const share = (name: string | undefined) => (name === 'Min' ? 0 : name === 'Max' ? 1 : 0.5)
  const [, horizontal, vertical] = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(align) ?? []
  return {
    sx: scale,
    sy: scale,
    dx: (across - w * scale) * share(horizontal),
    dy: (down - h * scale) * share(vertical),
  }
}

const silent = new Set(['defs', 'style', 'title', 'desc', 'metadata', 'clipPath', 'symbol', 'view'])
const groups = new Set(['g', 'a', 'svg'])
const texts = new Set(['text', 'tspan', 'textPath', 'tref'])
const described = new Set(['title', 'desc', 'metadata'])
const gradients = new Set(['linearGradient', 'radialGradient', 'pattern'])

export interface Drawing {
  page: SvgPage
  canvas: SvgCanvas
  /** The unsupported parts of the file. */
  faults: DrawingFault['sentence'][]
}

/** Draws an SVG. Throws `DrawingFault` if nothing can be drawn. */
export const drawSvg = (root: SvgNode): Drawing => {
  const page = svgPage(root)
  const canvas = new SvgCanvas([page.width, page.height], page.matrix)
  const faults = new Map<string, DrawingFault['sentence']>()
  const report: Report = (fault) => faults.set(fault.message, fault)
  const drawer = new Drawer(root, canvas, report)
  drawer.draw()
  // Unsupported content already explains why nothing is drawn.
  if (drawer.isEmpty && faults.size === 0) report(sentence('drawing_damaged.empty'))
  return { page, canvas, faults: [...faults.values()] }
}

class Drawer {
  readonly #root: SvgNode
  readonly #canvas: SvgCanvas
  readonly #report: Report
  readonly #sheet: StyleSheet
  readonly #ids = new Map<string, SvgNode>()
  #elements = 0
  #shapes = 0
  /** Targets of the `use` elements being drawn, to detect cycles. */
  readonly #open = new Set<SvgNode>()

  constructor(root: SvgNode, canvas: SvgCanvas, report: Report) {
    this.#root = root
    this.#canvas = canvas
    this.#report = report
    this.#sheet = styleSheet(root, report)
    for (const node of descendants(root)) {
      const { id } = node.attributes
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, node)
    }
  }

  draw(): void {
    const style = this.#sheet.styleOf(this.#root, {})
    this.#checkRoot(style)
    for (const child of this.#root.children) this.#element(child, style)
  }

  get isEmpty(): boolean {
    return this.#shapes === 0
  }

  /** Reports properties of the root element, which viewers apply inconsistently. */
  #checkRoot(style: Style): void {
    const { attributes, line } = this.#root
    const [, painted] = /(?:^|[;\s])background(?:-color)?\s*:\s*([^;]*)/i.exec(attributes.style ?? '') ?? []
    const background = painted?.trim().toLowerCase() ?? 'none'
    const all = {
      ...{ opacity: style.opacity ?? '1', 'clip-path': style['clip-path'] ?? 'none' },
      ...{ transform: style.transform ?? 'none', background },
    }
    const plain = new Set(['none', '1', '100%', 'transparent', 'white', '#fff', '#ffffff', 'initial', ''])
    for (const [name, value] of Object.entries(all))
      if (!plain.has(value))
        this.#report(sentence('drawing_unsupported.property', { line, name, value: value.slice(0, 80) }))
  }

  #element(node: SvgNode, parent: Style): void {
    const { name, line } = node
    if (silent.has(name) || gradients.has(name)) return
    if (++this.#elements > svgLimits.elements)
      throw new DrawingFault(sentence('file_too_complex.drawing', { limit: svgLimits.elements }))
    const style = this.#sheet.styleOf(node, parent)
    if (style.display === 'none') return
    const isDrawn = shapes[name] || name === 'use' || (groups.has(name) && name !== 'svg')
    if (!isDrawn) {
      if (texts.has(name)) this.#report(sentence('drawing_unsupported.text', { line }))
      else if (name === 'image') this.#report(sentence('drawing_unsupported.image', { line }))
      else this.#report(sentence('drawing_unsupported.element', { line, name }))
      return
    }
    this.#canvas.within(() => {
      if (!this.#place(node, style)) return
      const opacity = this.#share(node, 'opacity', style.opacity)
      if (opacity >= 1) this.#content(node, style)
      else if (opacity > 0) this.#canvas.group(opacity, () => this.#content(node, style))
    })
  }

  #content(node: SvgNode, style: Style): void {
    if (node.name === 'use') this.#use(node, style)
    else if (groups.has(node.name)) for (const child of node.children) this.#element(child, style)
    else this.#shape(node, style)
  }

  /** Applies transform and clip. Returns false if nothing is visible. */
  #place(node: SvgNode, style: Style): boolean {
    if (!this.#transform(node, style.transform)) return false
    if (style['clip-path'] === undefined || style['clip-path'] === 'none') return true
    return this.#clip(node, style['clip-path'], style)
  }

  #transform({ line }: SvgNode, text: string | undefined): boolean {
    if (text === undefined || text === 'none') return true
    const matrices = transformsOf(text)
    if (!matrices) {
      this.#report(
        sentence('drawing_damaged.attribute', { line, name: 'transform', value: text.slice(0, 80) }),
      )
      return false
    }
    for (const matrix of matrices) this.#canvas.transform(matrix)
    return !this.#canvas.isFlat
  }

  #clip(node: SvgNode, text: string, style: Style): boolean {
    const { line } = node
    const path = this.#referred(text)
    if (path?.name !== 'clipPath') {
      this.#report(sentence('drawing_unsupported.reference', { line, value: text.slice(0, 80) }))
      return false
    }
    const own = this.#sheet.styleOf(path, style)
    const isPlain =
      (path.attributes.clipPathUnits ?? 'userSpaceOnUse') === 'userSpaceOnUse' &&
      own.transform === undefined &&
      own['clip-path'] === undefined
    const shown = path.children
      .filter(({ name }) => !described.has(name))
      .map((child) => ({ child, style: this.#sheet.styleOf(child, own) }))
      .filter(
        ({ style: { display, visibility = 'visible' } }) => display !== 'none' && visibility === 'visible',
      )
    const isKnown = shown.every(
      ({ child, style: { transform = 'none', 'clip-path': clip = 'none' } }) =>
        shapes[child.name] && transform === 'none' && clip === 'none',
    )
    const rules = new Set(shown.map(({ style }) => style['clip-rule'] ?? 'nonzero'))
    const boxes = isKnown ? shown.map(({ child }) => outlineBox(child)) : []
    // Overlapping outlines would be combined by their winding direction.
    if (!isPlain || !isKnown || rules.size > 1 || overlap(boxes)) {
      this.#report(sentence('drawing_unsupported.element', { line: path.line, name: 'clipPath' }))
      return false
    }
    for (const { child } of shown) this.#outline(child)
    this.#canvas.raw(rules.has('evenodd') ? 'W* n' : 'W n')
    return shown.length > 0
  }

  #referred(text: string): SvgNode | undefined {
    const id = /^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(text.trim())?.[1]
    return id === undefined ? undefined : this.#ids.get(id)
  }

  #use(node: SvgNode, style: Style): void {
    const { line, attributes } = node
    const href = attributes.href ?? ''
    const target = href.startsWith('#') ? this.#ids.get(href.slice(1)) : undefined
    if (!target || this.#open.has(target)) {
      this.#report(sentence('drawing_unsupported.reference', { line, value: href.slice(0, 80) }))
      return
    }
    if (target.name === 'symbol' || target.name === 'svg') {
      this.#report(sentence('drawing_unsupported.element', { line: target.line, name: target.name }))
      return
    }
    const [x, y] = [
      this.#length(node, 'x', attributes.x ?? '0'),
      this.#length(node, 'y', attributes.y ?? '0'),
    ]
    if (x !== 0 || y !== 0) this.#canvas.transform([1, 0, 0, 1, x, y])
    this.#open.add(target)
    this.#element(target, style)
    this.#open.delete(target)
  }

  #outline(node: SvgNode): boolean {
    let isDrawn = false
    const fault = shapes[node.name]!(node.attributes, (numbers, operator) => {
      isDrawn ||= operator !== 'm' && operator !== 'h'
      this.#canvas.path(numbers, operator)
    })
    if (fault !== undefined) {
      const value = (node.attributes[fault] ?? '').slice(0, 80)
      this.#report(sentence('drawing_damaged.attribute', { line: node.line, name: fault, value }))
    }
    return isDrawn
  }

  #shape(node: SvgNode, style: Style): void {
    // Other children of a shape, such as animations, would change it.
    for (const { name, line } of node.children)
      if (!described.has(name)) this.#report(sentence('drawing_unsupported.element', { line, name }))
    if (style.visibility === 'hidden' || style.visibility === 'collapse') return
    const fill = node.name === 'line' ? null : this.#paint(node, style.fill ?? 'black', style)
    const width = this.#length(node, 'stroke-width', style['stroke-width'] ?? '1')
    const stroke = width > 0 ? this.#paint(node, style.stroke ?? 'none', style) : null
    const rule = style['fill-rule'] === 'evenodd' ? '*' : ''
    const paint = (operator: string) => {
      // A path without segments paints nothing and isn't valid in a PDF.
      this.#canvas.raw(this.#outline(node) ? operator : 'n')
      this.#shapes++
    }
    if (fill) {
      const opacity = this.#share(node, 'fill-opacity', style['fill-opacity']) * fill[3]
      this.#canvas.within(() => {
        this.#canvas.fill(fill, opacity)
        paint(`f${rule}`)
      })
    }
    if (!stroke) return
    const opacity = this.#share(node, 'stroke-opacity', style['stroke-opacity']) * stroke[3]
    this.#canvas.within(() => {
      this.#canvas.stroke(stroke, opacity)
      this.#lines(node, style, width)
      paint('S')
    })
  }

  #lines(node: SvgNode, style: Style, width: number): void {
    const canvas = this.#canvas
    canvas.path([width], 'w')
    const caps = ['butt', 'round', 'square'].indexOf(style['stroke-linecap'] ?? 'butt')
    const joins = ['miter', 'round', 'bevel'].indexOf(style['stroke-linejoin'] ?? 'miter')
    if (caps > 0) canvas.path([caps], 'J')
    if (joins > 0) canvas.path([joins], 'j')
    canvas.path([Math.max(1, Number(style['stroke-miterlimit'] ?? 4) || 4)], 'M')
    const dashes = style['stroke-dasharray']
    if (dashes === undefined || dashes === 'none') return
    const lengths = dashes
      .trim()
      .split(/[\s,]+/)
      .map((text) => this.#length(node, 'stroke-dasharray', text))
    if (lengths.some((length) => length < 0) || lengths.every((length) => length === 0)) return
    const offset = this.#length(node, 'stroke-dashoffset', style['stroke-dashoffset'] ?? '0')
    canvas.raw(`[${(lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths]).join(' ')}] ${offset} d`)
  }

  #paint({ line }: SvgNode, text: string, style: Style): Rgba | null {
    const value = text === 'currentColor' || text === 'currentcolor' ? (style.color ?? 'black') : text
    const colour = colourOf(value)
    if (colour !== undefined) return colour
    const params = { line, value: value.slice(0, 80) }
    if (!value.startsWith('url('))
      this.#report(sentence('drawing_damaged.attribute', { ...params, name: 'colour' }))
    else if (this.#referred(value)) this.#report(sentence('drawing_unsupported.paint', params))
    else this.#report(sentence('drawing_unsupported.reference', params))
    return null
  }

  #length({ line }: SvgNode, name: string, text: string): number {
    const length = lengthOf(text)
    if (length === undefined)
      this.#report(sentence('drawing_damaged.attribute', { line, name, value: text.slice(0, 80) }))
    return length ?? 0
  }

  #share({ line }: SvgNode, name: string, text = '1'): number {
    const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
    if (Number.isFinite(value)) return Math.min(1, Math.max(0, value))
    this.#report(sentence('drawing_damaged.attribute', { line, name, value: text.slice(0, 80) }))
    return 1
  }
}

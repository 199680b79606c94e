import type { PdfDocument } from '../import/document.ts'
import { isDict, nameOf, type PdfDict, PdfStream, type PdfValue } from '../import/objects.ts'
import { PdfParser } from '../import/parser.ts'
import { groupSpace, type Paint, paintOf, type Space, spaceOf } from './colour.ts'
import { TextPen, type TextState } from './text-pen.ts'
import { Bounds, type Matrix, scaleOf, times, type Uses } from './uses.ts'

/** Operators that are looked at in all of a page: beyond, a page has been judged by what it begins with. */
const MOST_OPERATORS = 2_000_000
const MOST_NESTED_FORMS = 12
/** Each look at a form inflates it anew, which the file's budget counts. */
const LOOKS_AT_A_FORM = 2
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

interface State extends TextState {
  fillSpace: Space
  strokeSpace: Space
  fill: Paint
  stroke: Paint
  lineWidth: number
}

const black = { inks: [0, 0, 0, 100] } as const
const gray: Space = { kind: 'gray' }

/**
 * Goes through the drawing operators of a page and of the forms that it draws, and notes what is printed with
 * which inks, how small, how thin and with how many dots. It draws nothing and clips nothing.
 */
export class Interpreter {
  readonly #document: PdfDocument
  readonly #uses: Uses
  readonly #looks = new Map<PdfStream, number>()
  #operators = 0

  constructor(document: PdfDocument, uses: Uses) {
    this.#document = document
    this.#uses = uses
  }

  run(content: Uint8Array, resources: PdfDict | undefined, matrix: Matrix, depth = 0): void {
    new Stream(this, this.#document, this.#uses, resources, matrix, depth).read(content)
  }

  /** False of a form that was looked at before: a logo may be drawn a thousand times. */
  looksAt(form: PdfStream): boolean {
    const looks = (this.#looks.get(form) ?? 0) + 1
    this.#looks.set(form, looks)
    return looks <= LOOKS_AT_A_FORM
  }

  /** False when there is no more patience for this page. */
  count(): boolean {
    return ++this.#operators <= MOST_OPERATORS
  }
}

class Stream {
  readonly #all: Interpreter
  readonly #document: PdfDocument
  readonly #uses: Uses
  readonly #resources: PdfDict | undefined
  readonly #depth: number
  readonly #saved: State[] = []
  #state: State
  #path = new Bounds()
  readonly #pen = new TextPen()

  constructor(
    all: Interpreter,
    document: PdfDocument,
    uses: Uses,
    resources: PdfDict | undefined,
    matrix: Matrix,
    depth: number,
  ) {
    this.#all = all
    this.#document = document
    this.#uses = uses
    this.#resources = resources
    this.#depth = depth
    this.#state = {
      matrix,
      fillSpace: gray,
      strokeSpace: gray,
      fill: black,
      stroke: black,
      lineWidth: 1,
      fontSize: 0,
      leading: 0,
      textMode: 0,
    }
  }

  read(content: Uint8Array): void {
    const parser = new PdfParser(content)
    let operands: PdfValue[] = []
    for (;;) {
      parser.skipWhite()
      if (parser.at >= content.length) return
      const token = parser.token()
      if (typeof token !== 'string') {
        operands.push(token)
        continue
      }
      if (!this.#all.count()) return
      if (token === 'BI') skipInlineImage(parser, content)
      else this.#do(token, operands)
      operands = []
    }
  }

  #do(operator: string, operands: readonly PdfValue[]): void {
    const numbers = operands.map((value) => (typeof value === 'number' ? value : 0))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    const state = this.#state
    switch (operator) {
      case 'q':
        this.#saved.push({ ...state })
        return
      case 'Q':
        this.#state = this.#saved.pop() ?? state
        return
      case 'cm':
        state.matrix = times([a, b, c, d, e, f], state.matrix)
        return
      case 'w':
        state.lineWidth = a
        return
      case 'gs':
        this.#extended(nameOf(operands[0]))
        return
      case 'm':
      case 'l':
      case 'v':
      case 'y':
      case 'c':
        for (let at = 0; at < numbers.length; at += 2)
          this.#path.point(state.matrix, numbers[at]!, numbers[at + 1] ?? 0)
        return
      case 're':
        this.#path.box(state.matrix, a, b, c, d)
        return
      case 'Do':
        this.#object(nameOf(operands[0]))
        return
      default:
        if (!this.#paint(operator) && !this.#colour(operator, operands, numbers))
          this.#write(operator, operands, numbers)
    }
  }

  /** Painting a path, which ends it. */
  #paint(operator: string): boolean {
    if (!/^(?:[fF]\*?|[bB]\*?|[sS]|n)$/.test(operator)) return false
    const { fill, stroke, lineWidth, matrix } = this.#state
    const area = this.#path.area
    if (/^[fFbB]/.test(operator)) this.#ink(fill, {}, area)
    if (/^[sSbB]/.test(operator)) {
      this.#ink(stroke, { isLine: true }, area)
      const widthPt = lineWidth * scaleOf(matrix)
      if (stroke !== undefined) this.#uses.add(`line ${widthPt.toFixed(2)}`, { kind: 'line', widthPt, area })
    }
    this.#path = new Bounds()
    return true
  }

  #ink(paint: Paint, use: { textPt?: number; isLine?: boolean }, area: Bounds['area']): void {
    if (paint === 'rgb') this.#uses.add('rgb', { kind: 'rgb', area })
    if (paint === undefined || paint === 'rgb') return
    const key = `${paint.inks.map(Math.round)} ${use.textPt?.toFixed(1)} ${use.isLine}`
    this.#uses.add(key, { kind: 'ink', cmyk: paint.inks, ...use, area })
  }

  #colour(operator: string, operands: readonly PdfValue[], numbers: readonly number[]): boolean {
    const state = this.#state
    const device = { g: 'gray', G: 'gray', rg: 'rgb', RG: 'rgb', k: 'cmyk', K: 'cmyk' } as const
    const kind = device[operator as keyof typeof device]
    if (kind) {
      const space = { kind }
      const paint = paintOf(space, numbers)
      Object.assign(
        state,
        operator === operator.toLowerCase()
          ? { fillSpace: space, fill: paint }
          : { strokeSpace: space, stroke: paint },
      )
      return true
    }
    if (operator === 'cs' || operator === 'CS') {
      const space = spaceOf(this.#document, operands[0], this.#resources)
      Object.assign(
        state,
        operator === 'cs'
          ? { fillSpace: space, fill: first(space) }
          : { strokeSpace: space, stroke: first(space) },
      )
      return true
    }
    // A pattern is named, and what it paints is not looked into.
    const paint = (space: Space) =>
      operands.some((value) => nameOf(value) !== undefined) ? undefined : paintOf(space, numbers)
    if (operator === 'sc' || operator === 'scn') state.fill = paint(state.fillSpace)
    else if (operator === 'SC' || operator === 'SCN') state.stroke = paint(state.strokeSpace)
    else return false
    return true
  }

  #write(operator: string, operands: readonly PdfValue[], numbers: readonly number[]): void {
    const shown = this.#pen.do(operator, operands, numbers, this.#state)
    if (!shown) return
    const { area, textPt } = shown
    if (shown.isFilled) this.#ink(this.#state.fill, { textPt }, area)
    if (shown.isStroked) this.#ink(this.#state.stroke, { textPt }, area)
  }

  #named(kind: string, name: string | undefined): PdfValue {
    const all = this.#document.resolve(this.#resources?.get(kind))
    return name !== undefined && isDict(all) ? this.#document.resolve(all.get(name)) : null
  }

  #extended(name: string | undefined): void {
    const state = this.#named('ExtGState', name)
    if (!isDict(state)) return
    const width = this.#document.resolve(state.get('LW'))
    if (typeof width === 'number') this.#state.lineWidth = width
  }

  #object(name: string | undefined): void {
    const object = this.#named('XObject', name)
    if (!(object instanceof PdfStream)) return
    const { dict } = object
    if (nameOf(this.#document.resolve(dict.get('Subtype'))) === 'Image') this.#image(dict)
    else this.#form(object)
  }

  #form(form: PdfStream): void {
    if (this.#depth >= MOST_NESTED_FORMS || !this.#all.looksAt(form)) return
    const own = this.#document.resolve(form.dict.get('Matrix'))
    const matrix =
      Array.isArray(own) && own.length === 6
        ? (own.map((value) => Number(this.#document.resolve(value))) as unknown as Matrix)
        : IDENTITY
    const resources = this.#document.resolve(form.dict.get('Resources'))
    const placed = times(matrix, this.#state.matrix)
    const blending = groupSpace(this.#document, form.dict, this.#resources)
    if (blending) {
      const box = this.#document.resolve(form.dict.get('BBox'))
      const [x = 0, y = 0, right = 0, top = 0] = Array.isArray(box)
        ? box.map((value) => Number(this.#document.resolve(value)))
        : []
      const { area } = new Bounds().box(placed, x, y, right - x, top - y)
      this.#uses.add(`blending ${blending}`, { kind: 'blending', space: blending, area })
    }
    const content = this.#document.decode(form)
    this.#all.run(content, isDict(resources) ? resources : this.#resources, placed, this.#depth + 1)
  }

  #image(dict: PdfDict): void {
    const { matrix, fill } = this.#state
    const { area } = new Bounds().box(matrix, 0, 0, 1, 1)
    if (this.#document.resolve(dict.get('ImageMask')) === true) {
      this.#ink(fill, {}, area)
      return
    }
    const [a, b, c, d] = matrix
    const size = (key: string) => Number(this.#document.resolve(dict.get(key)))
    const across = size('Width') / (Math.hypot(a, b) / 72)
    const down = size('Height') / (Math.hypot(c, d) / 72)
    const ppi = Math.min(across, down)
    if (!Number.isFinite(ppi)) return
    const isRgb = spaceOf(this.#document, dict.get('ColorSpace'), this.#resources).kind === 'rgb'
    this.#uses.add(`picture ${Math.round(ppi)} ${isRgb}`, { kind: 'picture', ppi, isRgb, area })
  }
}

/** The first colour of a space, which is black but for spot inks, which are full. */
const first = (space: Space): Paint =>
  space.kind === 'spot'
    ? paintOf(
        space,
        (space.inks ?? []).map(() => 1),
      )
    : paintOf(space, [0, 0, 0, 1])

/** An inline image ends with `EI` between white space; its bytes may hold anything else. */
const skipInlineImage = (parser: PdfParser, content: Uint8Array): void => {
  const isWhite = (byte: number | undefined) => byte === undefined || byte <= 32
  for (let at = parser.at; at < content.length - 1; at++) {
    if (content[at] !== 69 || content[at + 1] !== 73) continue
    if (isWhite(content[at - 1]) && isWhite(content[at + 2])) {
      parser.at = at + 2
      return
    }
  }
  parser.at = content.length
}

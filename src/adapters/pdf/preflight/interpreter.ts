import type { PdfObjects } from '../flatten/objects.ts'
import { eachOperation } from '../flatten/operations.ts'
import { isDict, nameOf, type PdfDict, PdfStream, type PdfValue } from '../import/objects.ts'
import { firstPaint, groupSpace, type Paint, paintOf, type Space, spaceOf, spotInks } from './colour.ts'
import { FilledLines } from './filled-lines.ts'
import { type FontWidths, fontWidths } from './font-widths.ts'
import { FormContents, placedForm } from './form.ts'
import { isWhite, vanishes } from './overprint.ts'
import { Path } from './path.ts'
import { extend, firstState, type State } from './state.ts'
import { TextPen } from './text-pen.ts'
import { type Area, Bounds, type Matrix, NOWHERE, scaleOf, times, type Uses, within } from './uses.ts'

/** Operators that are looked at in all of a page: beyond, a page has been judged by what it begins with. */
const MOST_OPERATORS = 2_000_000
const MOST_NESTED_FORMS = 24

/**
 * Goes through the drawing operators of a page and of the forms that it draws, and notes what is printed with
 * which inks, how small, how thin and with how many dots. It draws nothing. Of a clip it knows the box around it.
 */
export class Interpreter {
  readonly #document: PdfObjects
  readonly #uses: Uses
  readonly #forms: FormContents
  readonly lines: FilledLines
  #operators = 0

  constructor(document: PdfObjects, uses: Uses) {
    this.#document = document
    this.#uses = uses
    this.lines = new FilledLines(uses)
    this.#forms = new FormContents(document)
  }

  /** Also what breaks off has told what it has painted. */
  run(content: Uint8Array, resources: PdfDict | undefined, matrix: Matrix): void {
    try {
      this.runWithin(content, { resources, matrix, clip: undefined, depth: 0 })
    } finally {
      this.lines.end()
    }
  }

  runWithin(content: Uint8Array, place: Place): void {
    new Stream(this, this.#document, this.#uses, place).read(content)
  }

  contentOf(form: PdfStream): Uint8Array | undefined {
    return this.#forms.next(form)
  }

  /** False when there is no more patience for this page. */
  count(): boolean {
    return ++this.#operators <= MOST_OPERATORS
  }
}

/** Where operators stand: on a page, or in a form that is drawn on it. */
interface Place {
  resources: PdfDict | undefined
  matrix: Matrix
  clip: Area | undefined
  depth: number
}

class Stream {
  readonly #all: Interpreter
  readonly #document: PdfObjects
  readonly #uses: Uses
  readonly #resources: PdfDict | undefined
  readonly #depth: number
  readonly #saved: State[] = []
  readonly #spaces = new Map<string, Space>()
  #state: State
  #path = new Path()
  #clips = false
  readonly #fonts = new Map<string, FontWidths>()
  readonly #pen = new TextPen((name) => this.#font(name))

  constructor(all: Interpreter, document: PdfObjects, uses: Uses, { resources, matrix, clip, depth }: Place) {
    this.#all = all
    this.#document = document
    this.#uses = uses
    this.#resources = resources
    this.#depth = depth
    this.#state = firstState(matrix, clip)
  }

  read(content: Uint8Array): void {
    eachOperation(content, ({ operator, operands }) => {
      if (!this.#all.count()) return false
      this.#do(operator, operands)
      return true
    })
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
        this.#path.move(state.matrix, a, b)
        return
      case 'l':
        this.#path.line(state.matrix, a, b)
        return
      case 'v':
      case 'y':
      case 'c':
        this.#path.curve(state.matrix, numbers)
        return
      case 'h':
        this.#path.endPart()
        return
      case 're':
        this.#path.box(state.matrix, a, b, c, d)
        return
      case 'W':
      case 'W*':
        this.#clips = true
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
    const { fill, stroke, lineWidth, matrix, clip } = this.#state
    this.#path.endPart()
    const { area, rectangles } = this.#path
    if (/^[fFbB]/.test(operator)) this.#ink(fill, {}, area, clip)
    // What has an outline too is as wide as that makes it.
    if (/^[fF]/.test(operator) && fill !== undefined)
      for (const rectangle of rectangles) this.#all.lines.fill(rectangle, clip)
    if (/^[sSbB]/.test(operator)) {
      this.#ink(stroke, { isLine: true }, area, clip)
      const widthPt = lineWidth * scaleOf(matrix)
      if (stroke !== undefined)
        this.#uses.add(`line ${widthPt.toFixed(2)}`, { kind: 'line', widthPt, area }, clip)
    }
    if (this.#clips && area.w >= 0) this.#state.clip = narrowed(clip, area)
    this.#clips = false
    this.#path = new Path()
    return true
  }

  #ink(paint: Paint, use: { textPt?: number; isLine?: boolean }, area: Area, clip?: Area): void {
    if (paint === 'rgb' || paint === 'rgb white') this.#uses.add('rgb', { kind: 'rgb', area }, clip)
    if (typeof paint !== 'object') return
    const { overprints, fillSpace, strokeSpace } = this.#state
    const [space, isOn] = use.isLine ? [strokeSpace, overprints.stroke] : [fillSpace, overprints.fill]
    if (vanishes(paint, space, isOn, overprints.keepsOthers))
      this.#uses.add(`white ${use.textPt !== undefined}`, { kind: 'white_overprint', area }, clip)
    for (const ink of spotInks(space, paint.inks)) this.#uses.add(ink, { kind: 'spot', ink, area }, clip)
    const key = `${paint.inks.map(Math.round)} ${use.textPt?.toFixed(1)} ${use.isLine}`
    this.#uses.add(key, { kind: 'ink', cmyk: paint.inks, ...use, area }, clip)
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
      const space = this.#space(operands[0])
      const paint = firstPaint(space)
      Object.assign(
        state,
        operator === 'cs' ? { fillSpace: space, fill: paint } : { strokeSpace: space, stroke: paint },
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

  /** Read once: a table of colours is inflated for it. */
  #space(value: PdfValue | undefined): Space {
    const name = nameOf(value) ?? ''
    const space = this.#spaces.get(name) ?? spaceOf(this.#document, value, this.#resources)
    this.#spaces.set(name, space)
    return space
  }

  #write(operator: string, operands: readonly PdfValue[], numbers: readonly number[]): void {
    const shown = this.#pen.do(operator, operands, numbers, this.#state)
    if (!shown) return
    const { area, letters, textPt } = shown
    const { fill, stroke, clip, opacity } = this.#state
    const isFilled = shown.isFilled && opacity.fill > 0
    const isStroked = shown.isStroked && opacity.stroke > 0
    if (isFilled) this.#ink(fill, { textPt }, area)
    if (isStroked) this.#ink(stroke, { textPt }, area)
    if ((isFilled && !isWhite(fill)) || (isStroked && !isWhite(stroke))) this.#uses.addText(letters, clip)
  }

  #font(name = ''): FontWidths {
    const font = this.#fonts.get(name) ?? fontWidths(this.#document, this.#named('Font', name))
    this.#fonts.set(name, font)
    return font
  }

  #named(kind: string, name: string | undefined): PdfValue {
    const all = this.#document.resolve(this.#resources?.get(kind))
    return name !== undefined && isDict(all) ? this.#document.resolve(all.get(name)) : null
  }

  #extended(name: string | undefined): void {
    const dict = this.#named('ExtGState', name)
    if (isDict(dict)) extend(this.#state, dict, this.#document)
  }

  #object(name: string | undefined): void {
    const object = this.#named('XObject', name)
    if (!(object instanceof PdfStream)) return
    const { dict } = object
    if (nameOf(this.#document.resolve(dict.get('Subtype'))) === 'Image') this.#image(dict)
    else this.#form(object)
  }

  #form(form: PdfStream): void {
    const content = this.#depth < MOST_NESTED_FORMS ? this.#all.contentOf(form) : undefined
    if (!content) return
    const { matrix, box, resources = this.#resources } = placedForm(this.#document, form, this.#state.matrix)
    const blending = groupSpace(this.#document, form.dict, this.#resources)
    if (blending)
      this.#uses.add(`blending ${blending}`, { kind: 'blending', space: blending, area: box ?? NOWHERE })
    this.#all.runWithin(content, {
      resources,
      matrix,
      clip: narrowed(this.#state.clip, box),
      depth: this.#depth + 1,
    })
  }

  #image(dict: PdfDict): void {
    const { matrix, fill, clip } = this.#state
    const { area } = new Bounds().box(matrix, 0, 0, 1, 1)
    if (this.#document.resolve(dict.get('ImageMask')) === true) {
      this.#ink(fill, {}, area, clip)
      return
    }
    const [a, b, c, d] = matrix
    const size = (key: string) => Number(this.#document.resolve(dict.get(key)))
    const ppi = 72 * Math.min(size('Width') / Math.hypot(a, b), size('Height') / Math.hypot(c, d))
    if (!Number.isFinite(ppi)) return
    const isRgb = spaceOf(this.#document, dict.get('ColorSpace'), this.#resources).kind === 'rgb'
    this.#uses.add(`picture ${Math.round(ppi)} ${isRgb}`, { kind: 'picture', ppi, isRgb, area }, clip)
  }
}

/** What is shown of a box within another; undefined where neither is known. */
const narrowed = (outer: Area | undefined, box: Area | undefined): Area | undefined =>
  outer && box ? (within(box, outer) ?? NOWHERE) : (box ?? outer)

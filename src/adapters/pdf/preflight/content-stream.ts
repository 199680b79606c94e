import { inset } from '../../../core/template/geometry.ts'
import { isDict, nameOf, type PdfDict, PdfStream, type PdfValue } from '../reader/objects.ts'
import { eachOperation } from '../reader/operations.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { firstPaint, groupSpace, type Paint, paintOf, type Space, spaceOf, spotInks } from './colour.ts'
import { placedForm } from './form.ts'
import {
  applyState,
  isWhite,
  overprintsInWhite,
  type PageInterpreter,
  type State,
  type StreamContext,
} from './graphics-state.ts'
import { Path } from './path.ts'
import { type FontWidths, fontWidths, TextPen } from './text.ts'
import {
  type Area,
  areaAround,
  Bounds,
  EVERYWHERE,
  type Matrix,
  NOWHERE,
  scaleOf,
  times,
  type Uses,
  within,
} from './uses.ts'

/** If a pattern repeats more texts than this, the whole painted area counts as text. */
const MAX_TILES = 5_000

/** Returns the areas of all repetitions of a pattern cell's texts that are visible in a painted area. */
const tiled = (
  texts: readonly Area[],
  matrix: Matrix,
  [across, up]: readonly [across: number, up: number],
  painted: Area,
): Area[] => {
  const [a, b, c, d] = matrix
  const step: Matrix = [a * across, b * across, c * up, d * up, 0, 0]
  const inverse = inverseOf(step)
  if (!inverse || !hasNumbers(painted)) return [painted]
  const found: Area[] = []
  for (const text of texts) {
    // A repetition is visible if its box starts at most its own size to the left of or below the area.
    const reach = { w: painted.w + text.w, h: painted.h + text.h }
    const { area } = new Bounds().box(
      inverse,
      painted.x - text.x - text.w,
      painted.y - text.y - text.h,
      reach.w,
      reach.h,
    )
    const [left, right] = [Math.ceil(area.x), Math.floor(area.x + area.w)]
    const [bottom, top] = [Math.ceil(area.y), Math.floor(area.y + area.h)]
    const count = Math.max(0, right - left + 1) * Math.max(0, top - bottom + 1)
    if (!(found.length + count <= MAX_TILES)) return [painted]
    for (let i = left; i <= right; i++)
      for (let j = bottom; j <= top; j++)
        found.push({ ...text, x: text.x + i * step[0] + j * step[2], y: text.y + i * step[1] + j * step[3] })
  }
  return found
}

const hasNumbers = ({ x, y, w, h }: Area): boolean => [x, y, w, h].every(Number.isFinite)

const inverseOf = ([a, b, c, d]: Matrix): Matrix | undefined => {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return undefined
  return [d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0]
}

interface NamedColours {
  space(value: PdfValue | undefined): Space
  pattern(name: string): PdfValue
}

const device = { g: 'gray', G: 'gray', rg: 'rgb', RG: 'rgb', k: 'cmyk', K: 'cmyk' } as const

const setColour = (
  state: State,
  operator: string,
  operands: readonly PdfValue[],
  numbers: readonly number[],
  named: NamedColours,
): boolean => {
  const isFill = operator === operator.toLowerCase()
  const set = (space: Space, paint: Paint, pattern?: PdfValue) =>
    Object.assign(
      state,
      isFill
        ? { fillSpace: space, fill: paint, fillPattern: pattern }
        : { strokeSpace: space, stroke: paint, strokePattern: pattern },
    )
  const kind = Object.hasOwn(device, operator) ? device[operator as keyof typeof device] : undefined
  if (kind) {
    set({ kind }, paintOf({ kind }, numbers))
    return true
  }
  switch (operator) {
    case 'cs':
    case 'CS': {
      const space = named.space(operands[0])
      set(space, firstPaint(space))
      return true
    }
    case 'sc':
    case 'scn':
    case 'SC':
    case 'SCN': {
      const space = isFill ? state.fillSpace : state.strokeSpace
      const name = nameOf(operands.at(-1))
      // Only the texts of a pattern are analysed, not its colours.
      if (name === undefined) set(space, paintOf(space, numbers))
      else set(space, undefined, named.pattern(name))
      return true
    }
    default:
      return false
  }
}

export class ContentStream {
  readonly #page: PageInterpreter
  readonly #document: PdfObjects
  readonly #context: StreamContext
  readonly #uses: Uses
  readonly #resources: PdfDict | undefined
  readonly #depth: number
  /** The matrix of pattern space, which `cm` doesn't affect. */
  readonly #base: Matrix
  readonly #saved: State[] = []
  readonly #spaces = new Map<string, Space>()
  #state: State
  #path = new Path()
  #clips = false
  /** Texts of the open text object that are added to the clip. */
  #clipTexts: { line: Area; letters: Area }[] = []
  readonly #fonts = new Map<string, FontWidths>()
  readonly #pen = new TextPen((name) => this.#font(name))

  constructor(page: PageInterpreter, document: PdfObjects, context: StreamContext) {
    this.#page = page
    this.#document = document
    this.#context = context
    this.#uses = context.uses
    this.#resources = context.resources
    this.#depth = context.depth
    this.#state = { ...context.state }
    this.#base = context.state.matrix
  }

  read(content: Uint8Array): void {
    eachOperation(content, ({ operator, operands }) => {
      if (!this.#page.count()) return false
      this.#apply(operator, operands)
      return true
    })
  }

  #apply(operator: string, operands: readonly PdfValue[]): void {
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
        this.#path.endSubpath()
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
      case 'sh':
        this.#showTexts(EVERYWHERE)
        return
      case 'ET':
        this.#clipToTexts()
        return
      default:
        if (!this.#paint(operator) && !setColour(this.#state, operator, operands, numbers, this.#colours))
          this.#write(operator, operands, numbers)
    }
  }

  #paint(operator: string): boolean {
    if (!/^(?:[fF]\*?|[bB]\*?|[sS]|n)$/.test(operator)) return false
    const { fill, stroke, lineWidth, matrix, clip, fillPattern, strokePattern } = this.#state
    this.#path.endSubpath()
    const { area, rectangles } = this.#path
    if (/^[fFbB]/.test(operator)) {
      this.#ink(fill, {}, area, clip)
      if (!isWhite(fill)) this.#showTexts(area, fillPattern)
    }
    // A stroke would widen the rectangle, so only fills without one count.
    if (/^[fF]/.test(operator) && fill !== undefined)
      for (const rectangle of rectangles) this.#context.lines.fill(rectangle, clip)
    if (/^[sSbB]/.test(operator)) {
      const widthPt = lineWidth * scaleOf(matrix)
      this.#ink(stroke, { isLine: true }, area, clip)
      if (!isWhite(stroke)) this.#showTexts(inset(area, -widthPt / 2), strokePattern)
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
    if (overprintsInWhite(paint, space, isOn, overprints.keepsOthers))
      this.#uses.add(`white ${use.textPt !== undefined}`, { kind: 'white_overprint', area }, clip)
    for (const ink of spotInks(space, paint.inks)) this.#uses.add(ink, { kind: 'spot', ink, area }, clip)
    const key = `${paint.inks.map(Math.round)} ${use.textPt?.toFixed(1)} ${use.isLine}`
    this.#uses.add(key, { kind: 'ink', cmyk: paint.inks, ...use, area }, clip)
  }

  readonly #colours = {
    space: (value: PdfValue | undefined) => this.#space(value),
    pattern: (name: string) => this.#named('Pattern', name),
  }

  /** Caches colour spaces by name, because reading one may inflate a table. */
  #space(value: PdfValue | undefined): Space {
    const name = nameOf(value) ?? ''
    const space = this.#spaces.get(name) ?? spaceOf(this.#document, value, this.#resources)
    this.#spaces.set(name, space)
    return space
  }

  #write(operator: string, operands: readonly PdfValue[], numbers: readonly number[]): void {
    const shown = this.#pen.apply(operator, operands, numbers, this.#state)
    if (!shown) return
    const { area, letters, textPt } = shown
    if (shown.clips) this.#clipTexts.push({ line: area, letters })
    const { fill, stroke, clip, opacity } = this.#state
    const isFilled = shown.isFilled && opacity.fill > 0
    const isStroked = shown.isStroked && opacity.stroke > 0
    if (isFilled) this.#ink(fill, { textPt }, area, clip)
    if (isStroked) this.#ink(stroke, { textPt }, area, clip)
    const isSeen = (isPainted: boolean, paint: Paint) =>
      isPainted && (this.#context.includesWhiteText === true || !isWhite(paint))
    if (isSeen(isFilled, fill) || isSeen(isStroked, stroke)) this.#uses.addText(letters, clip)
  }

  /** Limits later painting to the letters of the text object that has ended. */
  #clipToTexts(): void {
    const texts = this.#clipTexts
    if (texts.length === 0) return
    const { clip } = this.#state
    this.#state.clipTexts = limitedTexts(texts.map(({ letters }) => letters))
    this.#state.clip = narrowed(clip, areaAround(texts.map(({ line }) => line)))
    this.#clipTexts = []
  }

  /** Records the texts that become visible when an area is painted: those of its pattern, clip and mask. */
  #showTexts(area: Area, pattern?: PdfValue): void {
    const { clip, clipTexts = [], maskTexts = [] } = this.#state
    const tiles = pattern instanceof PdfStream ? this.#tiles(pattern, area) : []
    for (const texts of [clipTexts, maskTexts, tiles]) {
      for (const text of texts) {
        if (!this.#page.count()) return
        const shown = within(text, area)
        if (shown) this.#uses.addText(shown, clip)
      }
    }
  }

  #tiles(pattern: PdfStream, area: Area): Area[] {
    const texts = this.#page.textsOf(pattern, this.#base, this.#depth)
    if (texts.length === 0) return []
    const { matrix } = placedForm(this.#document, pattern, this.#base)
    const step = (key: string) => Number(this.#document.resolve(pattern.dict.get(key)))
    const painted = this.#state.clip ? within(area, this.#state.clip) : area
    return painted ? tiled(texts, matrix, [step('XStep'), step('YStep')], painted) : []
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
    if (!isDict(dict)) return
    applyState(this.#state, dict, this.#document)
    const mask = this.#document.resolve(dict.get('SMask'))
    const group = isDict(mask) ? this.#document.resolve(mask.get('G')) : null
    if (group instanceof PdfStream)
      this.#state.maskTexts = limitedTexts(this.#page.textsOf(group, this.#state.matrix, this.#depth))
    else if (mask !== null) this.#state.maskTexts = undefined
  }

  #object(name: string | undefined): void {
    const object = this.#named('XObject', name)
    if (!(object instanceof PdfStream)) return
    const { dict } = object
    if (nameOf(this.#document.resolve(dict.get('Subtype'))) === 'Image') this.#image(dict)
    else this.#form(object)
  }

  #form(form: PdfStream): void {
    const content = this.#page.contentOf(form, this.#depth)
    if (!content) return
    const { matrix, box, resources = this.#resources } = placedForm(this.#document, form, this.#state.matrix)
    const blending = groupSpace(this.#document, form.dict, this.#resources)
    if (blending)
      this.#uses.add(`blending ${blending}`, { kind: 'blending', space: blending, area: box ?? NOWHERE })
    const state = { ...this.#state, matrix, clip: narrowed(this.#state.clip, box) }
    this.#page.runWithin(content, { ...this.#context, resources, state, depth: this.#depth + 1 })
  }

  #image(dict: PdfDict): void {
    const { matrix, fill, clip } = this.#state
    const { area } = new Bounds().box(matrix, 0, 0, 1, 1)
    this.#showTexts(area)
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

/** The most texts of a clip or mask; more become one box. Each text is compared with all painted areas. */
const MAX_SHAPES = 100
const limitedTexts = (texts: readonly Area[]): readonly Area[] =>
  texts.length > MAX_SHAPES ? [areaAround(texts)] : texts

/** Returns the intersection of two boxes, or the known one; undefined if neither is known. */
const narrowed = (outer: Area | undefined, box: Area | undefined): Area | undefined =>
  outer && box ? (within(box, outer) ?? NOWHERE) : (box ?? outer)

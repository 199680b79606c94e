import { isDict, nameOf, type PdfDict, PdfString, type PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import { type Area, Bounds, type Matrix, scaleOf, times } from './uses.ts'

/** Advance widths of a font, in ems. */
export interface FontWidths {
  codeBytes: 1 | 2
  widthOf(code: number): number
}

/** For fonts without widths: a glyph is about half an em wide. */
const unknownWidths: FontWidths = { codeBytes: 1, widthOf: () => 0.5 }

const MAX_CODES = 65_536

export const fontWidths = (document: PdfObjects, value: PdfValue): FontWidths => {
  const font = document.resolve(value)
  if (!isDict(font)) return unknownWidths
  const [descendant = null] = [document.resolve(font.get('DescendantFonts'))].flat()
  const inner = document.resolve(descendant)
  return isDict(inner) ? compositeWidths(document, inner) : simpleWidths(document, font)
}

const simpleWidths = (document: PdfObjects, font: PdfDict): FontWidths => {
  const widths = document.resolve(font.get('Widths'))
  if (!Array.isArray(widths) || !widths.some((width) => document.resolve(width) !== 0)) return unknownWidths
  const first = Number(document.resolve(font.get('FirstChar')) ?? 0)
  const descriptor = document.resolve(font.get('FontDescriptor'))
  const absent = isDict(descriptor) ? Number(document.resolve(descriptor.get('MissingWidth')) ?? 0) : 0
  const unit = nameOf(document.resolve(font.get('Subtype'))) === 'Type3' ? drawnUnit(document, font) : 0.001
  return {
    codeBytes: 1,
    widthOf(code) {
      const width = document.resolve(widths[code - first])
      return (typeof width === 'number' ? width : absent) * unit
    },
  }
}

/** Returns the unit of a Type 3 font's widths in ems, by its own matrix. */
const drawnUnit = (document: PdfObjects, font: PdfDict): number => {
  const matrix = document.resolve(font.get('FontMatrix'))
  return Array.isArray(matrix) ? Number(document.resolve(matrix[0])) : 0.001
}

/** Treats codes as glyph ids, which is what programs write when embedding fonts. */
const compositeWidths = (document: PdfObjects, font: PdfDict): FontWidths => {
  const usual = Number(document.resolve(font.get('DW')) ?? 1000)
  const widths = new Map<number, number>()
  const read = document.resolve(font.get('W'))
  const entries = (Array.isArray(read) ? read : []).map((entry) => document.resolve(entry))
  for (let at = 0; at + 1 < entries.length && widths.size < MAX_CODES; ) {
    const first = Number(entries[at])
    const second = entries[at + 1]
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries())
        widths.set(first + index, Number(document.resolve(width)))
      at += 2
    } else {
      const last = Math.min(Number(second), first + MAX_CODES)
      for (let code = first; code <= last; code++) widths.set(code, Number(entries[at + 2]))
      at += 3
    }
  }
  return { codeBytes: 2, widthOf: (code) => (widths.get(code) ?? usual) / 1000 }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** The cap height as a share of the font size. */
const CAPITAL = 0.7
const SPACE = 32

export interface TextState {
  matrix: Matrix
  font: FontWidths
  fontSize: number
  leading: number
  textMode: number
  letterSpace: number
  wordSpace: number
  /** Horizontal scaling; 1 is normal. */
  textScale: number
  rise: number
}

export const firstText = {
  ...{ font: unknownWidths, fontSize: 0, leading: 0, textMode: 0 },
  ...{ letterSpace: 0, wordSpace: 0, textScale: 1, rise: 0 },
} satisfies Omit<TextState, 'matrix'>

interface ShownText {
  area: Area
  /** The area from the baseline to the cap height. */
  letters: Area
  textPt: number
  isFilled: boolean
  isStroked: boolean
  /** True if the text is added to the clip at the end of the text object. */
  clips: boolean
}

/** Applies text operators, and tracks the text and line matrices that they change. */
export class TextPen {
  #text: Matrix = IDENTITY
  #line: Matrix = IDENTITY
  readonly #fontNamed: (name: string | undefined) => FontWidths

  constructor(fontNamed: (name: string | undefined) => FontWidths) {
    this.#fontNamed = fontNamed
  }

  apply(
    operator: string,
    operands: readonly PdfValue[],
    numbers: readonly number[],
    state: TextState,
  ): ShownText | undefined {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    switch (operator) {
      case 'BT':
        this.#place(IDENTITY)
        return undefined
      case 'Tm':
        this.#place([a, b, c, d, e, f])
        return undefined
      case 'TD':
        state.leading = -b
        this.#move(a, b)
        return undefined
      case 'Td':
        this.#move(a, b)
        return undefined
      case 'T*':
        this.#move(0, -state.leading)
        return undefined
      case '"':
        state.wordSpace = a
        state.letterSpace = b
        this.#move(0, -state.leading)
        return this.#show([operands.at(-1) ?? null], state)
      case "'":
        this.#move(0, -state.leading)
        return this.#show([operands.at(-1) ?? null], state)
      case 'Tj':
        return this.#show(operands, state)
      case 'TJ':
        return this.#show(Array.isArray(operands[0]) ? operands[0] : [], state)
      default:
        this.#set(operator, operands, numbers, state)
        return undefined
    }
  }

  #set(operator: string, operands: readonly PdfValue[], [a = 0, b = 0]: readonly number[], state: TextState) {
    if (operator === 'Tf') {
      state.fontSize = b
      state.font = this.#fontNamed(nameOf(operands[0]))
    } else if (operator === 'TL') state.leading = a
    else if (operator === 'Tr') state.textMode = a
    else if (operator === 'Tc') state.letterSpace = a
    else if (operator === 'Tw') state.wordSpace = a
    else if (operator === 'Tz') state.textScale = a / 100
    else if (operator === 'Ts') state.rise = a
  }

  #place(matrix: Matrix): void {
    this.#line = matrix
    this.#text = matrix
  }

  #move(x: number, y: number): void {
    this.#place(times([1, 0, 0, 1, x, y], this.#line))
  }

  #show(parts: readonly PdfValue[], state: TextState): ShownText | undefined {
    let advance = 0
    for (const part of parts) {
      if (part instanceof PdfString) advance += widthOf(part.bytes, state)
      else if (typeof part === 'number') advance -= (part / 1000) * state.fontSize * state.textScale
    }
    if (advance === 0) return undefined
    const { matrix, fontSize, textMode, rise } = state
    const placed = times(this.#text, matrix)
    const size = Math.abs(fontSize)
    const { area } = new Bounds().box(placed, 0, rise - 0.2 * size, advance, size)
    const letters = new Bounds().box(placed, 0, rise, advance, CAPITAL * fontSize).area
    this.#text = times([1, 0, 0, 1, advance, 0], this.#text)
    // Modes: 0 fills, 1 strokes, 2 does both, 3 is invisible. From 4 on they also clip.
    const mode = textMode % 4
    const textPt = size * scaleOf(placed)
    const isFilled = mode === 0 || mode === 2
    return { area, letters, textPt, isFilled, isStroked: mode === 1 || mode === 2, clips: textMode >= 4 }
  }
}

const widthOf = (
  bytes: Uint8Array,
  { font, fontSize, letterSpace, wordSpace, textScale }: TextState,
): number => {
  let width = 0
  for (let at = 0; at < bytes.length; at += font.codeBytes) {
    const code = font.codeBytes === 1 ? bytes[at]! : bytes[at]! * 256 + (bytes[at + 1] ?? 0)
    width += font.widthOf(code) * fontSize + letterSpace
    if (font.codeBytes === 1 && code === SPACE) width += wordSpace
  }
  return width * textScale
}

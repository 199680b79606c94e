import type { PdfDict, PdfStream, PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import type { Paint, Space } from './colour.ts'
import type { FilledLines } from './path.ts'
import { firstText, fontWidths, type TextState } from './text.ts'
import type { Area, Matrix, Uses } from './uses.ts'

/** Whether what is painted leaves other inks below it; `keepsOthers`: also those that its colour has none of. */
interface Overprints {
  fill: boolean
  stroke: boolean
  keepsOthers: boolean
}

const noOverprints: Overprints = { fill: false, stroke: false, keepsOthers: false }

/** As a graphics state sets them. */
const overprintsOf = (document: PdfObjects, state: PdfDict, before: Overprints): Overprints => {
  const flag = (key: string) => {
    const value = document.resolve(state.get(key))
    return value === null ? undefined : value === true || value === 1
  }
  return {
    stroke: flag('OP') ?? before.stroke,
    fill: flag('op') ?? flag('OP') ?? before.fill,
    keepsOthers: flag('OPM') ?? before.keepsOthers,
  }
}

/** Whether a colour is white and overprints, so that everything below it stays as it is. */
export const vanishes = (paint: Paint, { kind }: Space, isOn: boolean, keepsOthers: boolean): boolean =>
  isOn && (kind === 'spot' || (kind === 'cmyk' && keepsOthers)) && isWhite(paint)

export const isWhite = (paint: Paint): boolean =>
  typeof paint === 'object' ? paint.inks.every((ink) => ink === 0) : paint === 'rgb white'

/** What operators go by until they or `Q` change it. */
export interface State extends TextState {
  fillSpace: Space
  strokeSpace: Space
  fill: Paint
  stroke: Paint
  /** The pattern that is painted with instead of a colour. */
  fillPattern: PdfValue | undefined
  strokePattern: PdfValue | undefined
  lineWidth: number
  overprints: Overprints
  /** From 0, which leaves nothing to be seen, to 1. */
  opacity: { fill: number; stroke: number }
  /** A box around what is shown; undefined while nothing is hidden. */
  clip: Area | undefined
  /** Where letters are that a clip and a soft mask consist of. */
  clipTexts: readonly Area[] | undefined
  maskTexts: readonly Area[] | undefined
}

const black = { inks: [0, 0, 0, 100] } as const
const gray: Space = { kind: 'gray' }

/** As a page or a cell of a pattern begins. */
export const firstState = (matrix: Matrix, clip: Area | undefined): State => ({
  matrix,
  clip,
  fillSpace: gray,
  strokeSpace: gray,
  fill: black,
  stroke: black,
  fillPattern: undefined,
  strokePattern: undefined,
  clipTexts: undefined,
  maskTexts: undefined,
  lineWidth: 1,
  overprints: noOverprints,
  opacity: { fill: 1, stroke: 1 },
  ...firstText,
})

/** Sets what a dictionary of the graphics state says. */
export const extend = (state: State, dict: PdfDict, document: PdfObjects): void => {
  const number = (key: string, otherwise: number) => {
    const value = document.resolve(dict.get(key))
    return typeof value === 'number' ? value : otherwise
  }
  state.lineWidth = number('LW', state.lineWidth)
  state.opacity = { fill: number('ca', state.opacity.fill), stroke: number('CA', state.opacity.stroke) }
  state.overprints = overprintsOf(document, dict, state.overprints)
  const font = document.resolve(dict.get('Font'))
  if (!Array.isArray(font)) return
  state.font = fontWidths(document, font[0] ?? null)
  state.fontSize = Number(document.resolve(font[1])) || 0
}

/** Where operators stand: on a page, or in a form that is drawn on it. */
export interface Place {
  resources: PdfDict | undefined
  /** What they begin with. */
  state: State
  depth: number
  /** What they use, and the lines among it. */
  uses: Uses
  lines: FilledLines
  /** White texts count as well: what a mask or a pattern paints with them is not known. */
  isOfAnyColour?: boolean
}

/** What the operators of a page and of all that it draws have in common. */
export interface Reading {
  runWithin(content: Uint8Array, place: Place): void
  textsOf(stream: PdfStream, outer: Matrix, depth: number): Area[]
  contentOf(form: PdfStream, depth: number): Uint8Array | undefined
  count(): boolean
}

import type { PdfObjects } from '../flatten/objects.ts'
import type { PdfDict, PdfValue } from '../import/objects.ts'
import type { Paint, Space } from './colour.ts'
import { fontWidths } from './font-widths.ts'
import { noOverprints, type Overprints, overprintsOf } from './overprint.ts'
import { firstText, type TextState } from './text-pen.ts'
import type { Area, Matrix } from './uses.ts'

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

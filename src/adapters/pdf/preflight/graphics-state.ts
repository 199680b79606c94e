import type { PdfDict, PdfStream, PdfValue } from '../reader/objects.ts'
import type { PdfObjects } from '../reader/page-objects.ts'
import type { Paint, Space } from './colour.ts'
import type { FilledLines } from './path.ts'
import { firstText, fontWidths, type TextState } from './text.ts'
import type { Area, Matrix, Uses } from './uses.ts'

/** Whether fills and strokes overprint; `keepsOthers`: inks of value zero don't erase those below. */
interface Overprints {
  fill: boolean
  stroke: boolean
  keepsOthers: boolean
}

const noOverprints: Overprints = { fill: false, stroke: false, keepsOthers: false }

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

/** True if white paint overprints, so that it doesn't change what is below. */
export const overprintsInWhite = (
  paint: Paint,
  { kind }: Space,
  isOn: boolean,
  keepsOthers: boolean,
): boolean => isOn && (kind === 'spot' || (kind === 'cmyk' && keepsOthers)) && isWhite(paint)

export const isWhite = (paint: Paint): boolean =>
  typeof paint === 'object' ? paint.inks.every((ink) => ink === 0) : paint === 'rgb white'

export interface State extends TextState {
  fillSpace: Space
  strokeSpace: Space
  fill: Paint
  stroke: Paint
  /** The pattern used instead of a colour. */
  fillPattern: PdfValue | undefined
  strokePattern: PdfValue | undefined
  lineWidth: number
  overprints: Overprints
  /** From 0 (invisible) to 1. */
  opacity: { fill: number; stroke: number }
  /** A box around the visible area; undefined while nothing is clipped. */
  clip: Area | undefined
  /** Letters that form the clip or the soft mask. */
  clipTexts: readonly Area[] | undefined
  maskTexts: readonly Area[] | undefined
}

const black = { inks: [0, 0, 0, 100] } as const
const gray: Space = { kind: 'gray' }

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

export const applyState = (state: State, dict: PdfDict, document: PdfObjects): void => {
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

/** The context of a content stream: a page, or a form drawn on it. */
export interface StreamContext {
  resources: PdfDict | undefined
  state: State
  depth: number
  uses: Uses
  lines: FilledLines
  /** Whether white texts count too, because the colour painted through a mask or pattern is unknown. */
  includesWhiteText?: boolean
}

export interface PageInterpreter {
  runWithin(content: Uint8Array, context: StreamContext): void
  textsOf(stream: PdfStream, outer: Matrix, depth: number): Area[]
  contentOf(form: PdfStream, depth: number): Uint8Array | undefined
  count(): boolean
}

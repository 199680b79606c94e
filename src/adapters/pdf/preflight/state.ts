import type { Paint, Space } from './colour.ts'
import { noOverprints, type Overprints } from './overprint.ts'
import { firstText, type TextState } from './text-pen.ts'
import type { Area, Matrix } from './uses.ts'

/** What operators go by until they or `Q` change it. */
export interface State extends TextState {
  fillSpace: Space
  strokeSpace: Space
  fill: Paint
  stroke: Paint
  lineWidth: number
  overprints: Overprints
  /** A box around what is shown; undefined while nothing is hidden. */
  clip: Area | undefined
}

const black = { inks: [0, 0, 0, 100] } as const
const gray: Space = { kind: 'gray' }

/** As a page or a form begins. */
export const firstState = (matrix: Matrix, clip: Area | undefined): State => ({
  matrix,
  clip,
  fillSpace: gray,
  strokeSpace: gray,
  fill: black,
  stroke: black,
  lineWidth: 1,
  overprints: noOverprints,
  ...firstText,
})

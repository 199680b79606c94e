import type { PdfDict, PdfStream } from '../import/objects.ts'
import type { FilledLines } from './filled-lines.ts'
import type { State } from './state.ts'
import type { Area, Matrix, Uses } from './uses.ts'

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

import type { ShapedRun } from './run.ts'
import type { Stretch } from './stretch.ts'

export interface TextLine {
  /** In visual order, left to right. */
  runs: readonly ShapedRun[]
  /** The runs as operators that show them. */
  stretches: readonly Stretch[]
  /** In ems. */
  width: number
  rightToLeft: boolean
}

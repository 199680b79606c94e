import type { ShapedRun } from './run.ts'
import type { Stretch } from './stretch.ts'

export interface TextLine {
  /** In visual order, left to right. */
  runs: readonly ShapedRun[]
  /** The same, as the operators that show them. */
  stretches: readonly Stretch[]
  /** Ems. */
  width: number
  rightToLeft: boolean
}

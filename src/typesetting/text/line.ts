import type { ShapedRun } from './run.ts'
import { joinRuns, type Stretch } from './stretch.ts'

export class TextLine {
  /** In visual order, left to right. */
  readonly runs: readonly ShapedRun[]
  /** In ems. */
  readonly width: number
  readonly rightToLeft: boolean
  #stretches: readonly Stretch[] | undefined

  constructor(runs: readonly ShapedRun[], width: number, rightToLeft: boolean) {
    this.runs = runs
    this.width = width
    this.rightToLeft = rightToLeft
  }

  /** The runs as operators that show them: made when they are asked for, since most sizes are only tried. */
  get stretches(): readonly Stretch[] {
    this.#stretches ??= joinRuns(this.runs)
    return this.#stretches
  }
}

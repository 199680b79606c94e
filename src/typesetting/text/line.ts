import type { FontFace } from '../fonts/face.ts'
import type { RunPart, ShapedRun } from './run.ts'

/** Adjacent runs of one font, as operators that are valid at any size. */
interface Stretch {
  face: FontFace
  glyphs: readonly number[]
  shows: readonly { operators: string; rise: number }[]
}

const joinRuns = (runs: readonly ShapedRun[]): Stretch[] => {
  const joined: { face: FontFace; runs: ShapedRun[] }[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last?.face === run.face) last.runs.push(run)
    else joined.push({ face: run.face, runs: [run] })
  }
  return joined.map(({ face, runs: own }) => ({
    face,
    glyphs: own.flatMap((run) => run.glyphs),
    shows: showsOf(own.flatMap((run) => run.parts)),
  }))
}

/** Joins parts on the baseline that need no ActualText into one TJ. */
const showsOf = (parts: readonly RunPart[]): Stretch['shows'] => {
  const shows: { operators: string; rise: number }[] = []
  let joined = ''
  const flush = () => {
    // Joins adjacent strings without a move between them.
    if (joined !== '') shows.push({ operators: `[${joined.replaceAll('><', '')}]TJ`, rise: 0 })
    joined = ''
  }
  for (const { actual, shows: own } of parts) {
    if (actual !== undefined) {
      flush()
      shows.push({ operators: `/Span<</ActualText<${utf16Hex(actual)}>>>BDC`, rise: 0 })
    }
    for (const { tj, rise } of own) {
      if (rise === 0) {
        joined += tj
        continue
      }
      flush()
      shows.push({ operators: `[${tj}]TJ`, rise })
    }
    if (actual === undefined) continue
    flush()
    shows.push({ operators: 'EMC', rise: 0 })
  }
  flush()
  return shows
}

const utf16Hex = (text: string): string => {
  let hex = 'FEFF'
  for (let at = 0; at < text.length; at++)
    hex += text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()
  return hex
}

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

  /** Operators that show the runs. Created on demand, because most sizes are only tried. */
  get stretches(): readonly Stretch[] {
    this.#stretches ??= joinRuns(this.runs)
    return this.#stretches
  }
}

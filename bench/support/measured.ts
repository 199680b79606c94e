import { appendFileSync } from 'node:fs'

/** The target of a figure: for the median of its values, or of their ratios to a peer. */
export interface Aim {
  atLeast?: number
  atMost?: number
  /** The median by default; `max` if no value may exceed the limit. */
  of?: 'ratio' | 'max'
}

/** One figure of a bench, round by round. */
export interface Measured {
  /** The file or folder of the bench. */
  bench: string
  /** What was measured, always in the same words, because a later run replaces the row of the same name. */
  what: string
  unit: string
  values: number[]
  /** Amount measured, such as items or rounds. */
  size?: string
  aim?: Aim
  /** The same for a peer, in alternation; ratios divide the values of the same round. */
  comparedWith?: { name: string; values: number[] }
}

export type Figure = Omit<Measured, 'bench'>

/** File for a line of JSON per figure, set by the report. */
const file = process.env.BENCH_RECORDS

/** Returns the function with which a bench prints a line and records its figures for the report. */
export const sayFor =
  (bench: string) =>
  (line: string, ...figures: Figure[]): void => {
    console.log(line)
    if (file === undefined) return
    const lines = figures.map((figure) => `${JSON.stringify({ bench, ...figure } satisfies Measured)}\n`)
    appendFileSync(file, lines.join(''))
  }

/** Returns a percentile; `share` is from 0 to 1. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
/** Returns the median, the mean of the two middle values of an even number. */
export const median = (values: readonly number[]): number => {
  const middle = values.toSorted((a, b) => a - b).slice((values.length - 1) >> 1, (values.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

export const ratiosOf = ({ values, comparedWith }: Pick<Measured, 'values' | 'comparedWith'>): number[] =>
  comparedWith
    ? values.flatMap((value, round) => {
        const other = comparedWith.values[round]
        return other === undefined ? [] : [value / other]
      })
    : []

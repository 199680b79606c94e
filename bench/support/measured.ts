import { appendFileSync } from 'node:fs'

/** What the median of the values is held against; of several rounds beside something else, mostly the ratio. */
export interface Aim {
  atLeast?: number
  atMost?: number
  /** The median of the values where nothing is said; `max` where not a single one may pass. */
  of?: 'ratio' | 'max'
}

/** One figure of a bench, round by round. */
export interface Measured {
  /** The file or folder of the bench. */
  bench: string
  /** What was measured, in the same words each time: a later run replaces the row by it. */
  what: string
  unit: string
  values: number[]
  /** How much was measured: so many items, so many rounds. */
  size?: string
  aim?: Aim
  /** The same of something else, measured in turn: the ratio is each value through the one of the same round. */
  comparedWith?: { name: string; values: number[] }
}

export type Figure = Omit<Measured, 'bench'>

/** The file that takes a line of JSON for each figure; the report names it. */
const file = process.env.BENCH_RECORDS

/** How a bench says what it measured: a line for people, and the figures in it for the report. */
export const sayFor =
  (bench: string) =>
  (line: string, ...figures: Figure[]): void => {
    console.log(line)
    if (file === undefined) return
    const lines = figures.map((figure) => `${JSON.stringify({ bench, ...figure } satisfies Measured)}\n`)
    appendFileSync(file, lines.join(''))
  }

/** The value below which such a share of the values lies. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
/** Of an even number the middle between the two in the middle. */
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

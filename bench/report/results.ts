import { type Aim, type Measured, median, ratiosOf } from '../support/measured.ts'

export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  kernel: string
  node: string
  bun: string
  /** Microseconds of one synced write of 4 KiB. */
  syncUs: number
  /** How many programs wanted a processor before anything was measured, on average of a minute. */
  load: number
}

/** When, of what and where was measured. Null is what nobody wrote down. */
export interface Run {
  date: string | null
  revision: string | null
  /** The revision of the old build. */
  against?: string
  machine: Machine | null
}

export interface Row extends Measured {
  /** Where only the ratios were written down. */
  ratios?: number[]
}

/** What `docs/performance.json` keeps: each run with its rows. */
export type Results = (Run & { rows: Row[] })[]

/** What one bench measured now. One that broke off has only some of its rows. */
export interface Outcome {
  bench: string
  isComplete: boolean
  rows: Row[]
}

/**
 * The results with those of this run, the latest first. A bench that came to its end replaces all of its earlier rows, one that
 * broke off those that it measured again; what was not run keeps its rows with their run.
 */
export const merge = (earlier: Results, run: Run, outcomes: readonly Outcome[]): Results => {
  const isReplaced = (row: Row) =>
    outcomes.some(
      ({ bench, isComplete, rows }) =>
        bench === row.bench && (isComplete || rows.some(({ what }) => what === row.what)),
    )
  const kept = earlier.map((one) => ({ ...one, rows: one.rows.filter((row) => !isReplaced(row)) }))
  return [{ ...run, rows: outcomes.flatMap(({ rows }) => rows) }, ...kept].filter(
    ({ rows }) => rows.length > 0,
  )
}

export const ratiosOfRow = (row: Row): number[] => row.ratios ?? ratiosOf(row)

/** What the aim is about. */
export const judged = (row: Row, { of }: Aim): number =>
  of === 'ratio' ? median(ratiosOfRow(row)) : of === 'max' ? Math.max(...row.values) : median(row.values)

/** Undefined where there is no aim, or nothing to hold against it. */
export const verdictOf = (row: Row): 'met' | 'missed' | undefined => {
  if (!row.aim) return undefined
  const value = judged(row, row.aim)
  if (!Number.isFinite(value)) return undefined
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row.aim
  return value >= atLeast && value <= atMost ? 'met' : 'missed'
}

/** A line for each row, so that a difference shows what changed. */
export const resultsText = (results: Results): string => {
  const runs = results.map(({ rows, ...run }) => {
    const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
    return `  {"run": ${JSON.stringify(run)}, "rows": [\n${lines}\n  ]}`
  })
  return `[\n${runs.join(',\n')}\n]\n`
}

export const readResults = (text: string): Results =>
  (JSON.parse(text) as { run: Run; rows: Row[] }[]).map(({ run, rows }) => ({ ...run, rows }))

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
  /** Programs waiting for a processor before the run, averaged over a minute. */
  load: number
}

/** Date, revisions and machine of a run; null if not recorded. */
export interface Run {
  date: string | null
  revision: string | null
  /** Revision of the old build. */
  against?: string
  machine: Machine | null
}

export interface Row extends Measured {
  /** Set if only the ratios were recorded. */
  ratios?: number[]
}

/** The content of `docs/performance.json`: each run with its rows. */
export type Results = (Run & { rows: Row[] })[]

/** Results of one bench; an interrupted one has only some of its rows. */
export interface Outcome {
  bench: string
  isComplete: boolean
  rows: Row[]
}

/**
 * Merges the results of this run, the latest first. A complete bench replaces all of its earlier rows, an
 * interrupted one only those that it measured; other rows stay with their run.
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

/** Returns the value that the aim applies to. */
export const judged = (row: Row, { of }: Aim): number =>
  of === 'ratio' ? median(ratiosOfRow(row)) : of === 'max' ? Math.max(...row.values) : median(row.values)

/** Returns whether a row meets its aim; undefined without an aim, or without a value to compare. */
export const verdictOf = (row: Row): 'met' | 'missed' | undefined => {
  if (!row.aim) return undefined
  const value = judged(row, row.aim)
  if (!Number.isFinite(value)) return undefined
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row.aim
  return value >= atLeast && value <= atMost ? 'met' : 'missed'
}

/** Formats one row per line, so that a difference shows what changed. */
export const resultsText = (results: Results): string => {
  const runs = results.map(({ rows, ...run }) => {
    const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
    return `  {"run": ${JSON.stringify(run)}, "rows": [\n${lines}\n  ]}`
  })
  return `[\n${runs.join(',\n')}\n]\n`
}

export const readResults = (text: string): Results =>
  (JSON.parse(text) as { run: Run; rows: Row[] }[]).map(({ run, rows }) => ({ ...run, rows }))

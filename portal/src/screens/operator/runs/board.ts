import type { components } from '../../../api/types.gen.ts'
import { preparing } from './kinds.ts'

type Run = components['schemas']['PlatformRun']

/** Columns of the board in display order. */
export const columns = ['print', 'press', 'post', 'open'] as const
export type Column = (typeof columns)[number]

/** Why a run waits for an operator; undefined if it doesn't. */
export const troubleOf = ({
  status,
  uncertain,
  operatorReason,
  reason,
  findings,
}: Pick<Run, 'status' | 'uncertain' | 'operatorReason' | 'reason' | 'findings'>):
  | 'uncertain'
  | 'failed'
  | 'held'
  | undefined => {
  if (uncertain) return 'uncertain'
  if (status === 'FAILED') return 'failed'
  const isStuck = reason !== null || operatorReason !== null || findings.length > 0
  return isStuck && preparing.includes(status) ? 'held' : undefined
}

/**
 * Returns the column of a run; undefined once it is posted or cancelled. Members print the runs in a printer's
 * folder, so those are still to be printed.
 */
export const columnOf = (
  run: Pick<Run, 'status' | 'uncertain' | 'partner' | 'printedAt'>,
): Column | undefined => {
  const { status, uncertain, partner, printedAt } = run
  if (status === 'OPEN') return 'open'
  if (preparing.includes(status)) return 'print'
  if (status !== 'HANDED_TO_PRINTER') return undefined
  if (uncertain) return 'print'
  if (printedAt !== null || partner === 'manual') return 'post'
  return partner === 'folder' ? 'print' : 'press'
}

const order = ['failed', 'uncertain', 'held', undefined]

/** Sorts runs with trouble first, then by cutoff. */
export const byUrgency = <Row extends Run>(runs: readonly Row[]): Row[] =>
  runs.toSorted(
    (a, b) =>
      order.indexOf(troubleOf(a)) - order.indexOf(troubleOf(b)) || a.cutoffAt.localeCompare(b.cutoffAt),
  )

import { withNames } from '../../engine/audit/actor-names.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ActorThen } from '../../model/audit.ts'
import type { RunHistoryEntry, RunRow } from '../../model/runs.ts'
import { type PieceOutcome, pieceOutcomes, type RunStatus } from '../../model/runs-lifecycle.ts'
import type { Rows } from '../../ports/store.ts'
import { publicReason, reasonToWire } from './public-reason.ts'

/** What is noted when a run comes into a status. */
export const historyEntry = (status: RunStatus, at: number, reason?: string | null): RunHistoryEntry =>
  reason ? { status, at, reason } : { status, at }

/**
 * The statuses that a run has had, oldest first. What an earlier version has moved is known by the times in
 * the row, and by the status that it is in.
 */
export const historyOf = (run: RunRow): RunHistoryEntry[] => {
  const known = run.history ?? timesOf(run)
  if (known.at(-1)?.status === run.status) return known
  return [...known, historyEntry(run.status, run.updatedAt, run.reason)]
}

/** What is noted of a report: an entry for each outcome. */
export const reportEntries = (
  { status }: RunRow,
  outcomes: readonly PieceOutcome[],
  { reprint, by }: { reprint: boolean; by: ActorThen },
  at: number,
): RunHistoryEntry[] =>
  [...new Set(outcomes)].map((outcome) => {
    const pieces = outcomes.filter((one) => one === outcome).length
    const reprinted = reprint && pieceOutcomes[outcome] === 'NOT_SENT' ? pieces : 0
    return { status, at, report: { outcome, pieces, reprinted }, by }
  })

/**
 * The history with what was reported now. Pieces that came back and that one person scans one after the other
 * are one entry, or a return desk would push the statuses out of the history. Two that take turns have one each.
 */
export const withReports = (
  history: readonly RunHistoryEntry[],
  entries: readonly RunHistoryEntry[],
): RunHistoryEntry[] => {
  const [first, ...others] = entries
  if (first?.report?.outcome !== 'RETURNED') return [...history, ...entries]
  const isReturn = ({ status, report }: RunHistoryEntry) =>
    report?.outcome === 'RETURNED' && status === first.status
  const since = history.findLastIndex((entry) => !isReturn(entry)) + 1
  const at = history.findIndex(({ by }, index) => index >= since && by?.id === first.by?.id)
  if (at < 0) return [...history, ...entries]
  const pieces = history[at]!.report!.pieces + first.report.pieces
  return [...history.toSpliced(at, 1), { ...first, report: { ...first.report, pieces } }, ...others]
}

const timesOf = (run: RunRow): RunHistoryEntry[] => {
  const times: [RunStatus, number | null][] = [
    ['OPEN', run.createdAt],
    ['CUTOFF_REACHED', run.cutoffReachedAt],
    ['RENDERED', run.renderedAt],
    ['HANDED_TO_PRINTER', run.handedToPrinterAt],
    ['HANDED_TO_CARRIER', run.handedToCarrierAt],
    ['COMPLETED', run.completedAt],
  ]
  return times.flatMap(([status, at]) => (at === null ? [] : [{ status, at }]))
}

/** The history as customers see it, in their words. */
export const historyToWire = async (rows: Pick<Rows, 'users'>, run: RunRow) => {
  const history = historyOf(run)
  const named = await withNames(
    rows,
    history.map(({ by }) => by),
  )
  return {
    data: history
      .filter(({ report, remake }) => report === undefined && remake === undefined)
      .map(({ status, at, reason }) => ({
        status,
        at: toDateTime(at),
        ...reasonToWire(publicReason({ status, reason: reason ?? null, uncertain: false, findings: [] })),
      })),
    remakes: history.flatMap(({ at, remake, by }) =>
      remake ? [{ at: toDateTime(at), ...remake, by: named(by) }] : [],
    ),
    reports: history.flatMap(({ at, report, by }) =>
      report ? [{ at: toDateTime(at), ...report, by: named(by) }] : [],
    ),
  }
}

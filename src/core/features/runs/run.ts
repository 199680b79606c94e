import { withNames } from '../../engine/audit/actor.ts'
import type { ReadContext, Transaction } from '../../engine/context.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import { found } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { RecordedActor } from '../../model/audit.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import {
  type PieceOutcome,
  pieceOutcomes,
  type RunHistoryEntry,
  type RunRow,
  type RunStatus,
  runLifecycle,
} from '../../model/runs.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { mailingKey, mailingsByKey } from '../items/mailing.ts'
import { jobOfRun } from '../items/scheduling.ts'
import { isSameMailing, mailingsOfRun } from '../items/transaction-hooks.ts'
import { daysOfRun, type PlannedDays, plannedDaysToWire } from '../products/planned-days.ts'
import { specificationsAt } from '../products/specifications.ts'
import { type FirstPage, firstPagesOf } from '../templates/first-page.ts'
import { runLimits } from './limits.ts'
import { publicReason, type RunWire, reasonToWire } from './schema.ts'

const historyEntry = (status: RunStatus, at: number, reason?: string | null): RunHistoryEntry =>
  reason ? { status, at, reason } : { status, at }

/** Returns the history, oldest entry first; derived from the row's times for runs of an earlier version. */
export const historyOf = (run: RunRow): RunHistoryEntry[] => {
  const known = run.history ?? timesOf(run)
  if (known.at(-1)?.status === run.status) return known
  return [...known, historyEntry(run.status, run.updatedAt, run.reason)]
}

export const reportEntries = (
  { status }: RunRow,
  outcomes: readonly PieceOutcome[],
  { reprint, by }: { reprint: boolean; by: RecordedActor },
  at: number,
): RunHistoryEntry[] =>
  [...new Set(outcomes)].map((outcome) => {
    const pieces = outcomes.filter((one) => one === outcome).length
    const reprinted = reprint && pieceOutcomes[outcome] === 'NOT_SENT' ? pieces : 0
    return { status, at, report: { outcome, pieces, reprinted }, by }
  })

/** Joins a user's consecutive returns, which would push the statuses out of the history. */
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

type Wiring = Pick<ReadContext, 'services' | 'rows'>

/** Returns a conversion of these runs to their wire form, with one query of each kind for all of them. */
export const runsToWire = async (
  { services, rows }: Wiring,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => RunWire> => {
  const [specificationFor, firstPageOf] = await Promise.all([
    specificationsAt(services, rows, runs),
    firstPagesOfRuns({ services, rows }, runs),
  ])
  return (run) => {
    const specification = specificationFor(run)
    return {
      ...runFactsToWire(run),
      ...plannedDaysToWire(specification && daysOfRun(specification, run)),
      firstPage: firstPageOf(run),
    }
  }
}

export const runToWire = async (context: Wiring, run: RunRow): Promise<RunWire> =>
  (await runsToWire(context, [run]))(run)

const firstPagesOfRuns = async (
  { services, rows }: Wiring,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => FirstPage | null> => {
  const owners = { organisationIds: [...new Set(runs.map(({ organisationId }) => organisationId))] }
  const undrawn = runs.filter(({ drawn }) => drawn.length === 0)
  const mailings = await mailingsByKey(
    rows,
    owners,
    undrawn.flatMap((run) => mailingsOf(run).slice(0, 1)),
  )
  const versionOf = (run: RunRow): string | undefined => {
    const [first] = mailingsOf(run)
    return run.drawn[0]?.templateVersionId ?? (first && mailings.get(mailingKey(first))?.templateVersionId)
  }
  const ids = runs.flatMap((run) => versionOf(run) ?? [])
  const pages = await firstPagesOf(services, rows, owners, ids)
  return (run) => pages.get(versionOf(run) ?? '') ?? null
}

/** Returns the fields that the run's row suffices for. */
export const runFactsToWire = (run: RunRow): Omit<RunWire, 'firstPage' | keyof PlannedDays> => ({
  id: run.id,
  status: run.status,
  isTest: run.mode === 'test',
  productId: run.productId,
  productSpecificationId: run.specificationId,
  cutoffAt: toDateTime(run.cutoffAt),
  itemCount: run.itemCount,
  mailings: mailingsOf(run),
  parts: run.parts.map(({ name, bytes, pages, items, sha256, isOneSided = false }) => {
    return { name, bytes, pages, items, sha256, isOneSided }
  }),
  partner: run.partner,
  uncertain: run.uncertain,
  ...reasonToWire(publicReason(run)),
  findings: run.findings,
  cutoffReachedAt: toDateTimeOrNull(run.cutoffReachedAt),
  renderedAt: toDateTimeOrNull(run.renderedAt),
  handedToPrinterAt: toDateTimeOrNull(run.handedToPrinterAt),
  printedAt: toDateTimeOrNull(run.printedAt),
  handedToCarrierAt: toDateTimeOrNull(run.handedToCarrierAt),
  completedAt: toDateTimeOrNull(run.completedAt),
  createdAt: toDateTime(run.createdAt),
  updatedAt: toDateTime(run.updatedAt),
})

/** Returns the first mailings of a run: those rendered, or before rendering those of items that joined. */
export const mailingsOf = ({ drawn, mailings }: RunRow): MailingRef[] => {
  const distinct: MailingRef[] = []
  for (const { postflowId, postbatchId } of drawn.length > 0 ? drawn : (mailings ?? [])) {
    const mailing = { postflowId, postbatchId }
    if (!distinct.some((known) => isSameMailing(known, mailing))) distinct.push(mailing)
    if (distinct.length === mailingsOfRun) break
  }
  return distinct
}

export const successorsOf = async (
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
  items: readonly ItemRow[],
): Promise<Map<string, ItemRow>> => {
  const ids = items.flatMap(({ reprintedAs }) => reprintedAs ?? [])
  if (ids.length === 0) return new Map()
  const found = await rows.items.find(scope, { id: oneOf(ids) })
  return new Map(found.map((item) => [item.id, item]))
}

export const runItemToWire = (item: ItemRow, successor: ItemRow | undefined) => ({
  id: item.id,
  status: item.status,
  postflowId: item.postflowId,
  postbatchId: item.postbatchId,
  recipientName: item.recipientName,
  country: item.recipientCountry,
  sequence: item.sequence,
  reference: item.reference,
  reprintOfItemId: item.reprintOf,
  reprintedAsItemId: item.reprintedAs,
  reprintStatus: successor?.status ?? null,
  createdAt: toDateTime(item.createdAt),
  updatedAt: toDateTime(item.updatedAt),
})

export const runById = async (
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
  id: string,
): Promise<RunRow> => found(await rows.runs.get(scope, id), 'run')

/** Recorded when a run first reaches a status. Reaching it again after a retry emits nothing. */
const milestones: Partial<Record<RunStatus, { field: MilestoneField; event?: EventType }>> = {
  CUTOFF_REACHED: { field: 'cutoffReachedAt', event: 'run.cutoff_reached' },
  RENDERED: { field: 'renderedAt', event: 'run.rendered' },
  HANDED_TO_PRINTER: { field: 'handedToPrinterAt', event: 'run.handed_to_printer' },
  HANDED_TO_CARRIER: { field: 'handedToCarrierAt' },
  COMPLETED: { field: 'completedAt' },
}
type MilestoneField =
  | 'cutoffReachedAt'
  | 'renderedAt'
  | 'handedToPrinterAt'
  | 'handedToCarrierAt'
  | 'completedAt'

/** Moves a run; emits its event. Throws 409 if the lifecycle forbids it. Read `run` in this transaction. */
export const moveRun = async (
  { rows, work }: Transaction,
  run: RunRow,
  to: RunStatus,
  now: number,
  fields: Partial<RunRow> = {},
): Promise<RunRow> => {
  runLifecycle.assert(run.status, to)
  const milestone = milestones[to]
  const first = milestone && run[milestone.field] === null
  const patch: Partial<RunRow> = {
    reason: null,
    findings: [],
    ...fields,
    ...(first ? { [milestone.field]: now } : {}),
    ...(to === 'COMPLETED' || to === 'CANCELLED' ? { endedAt: work.realTime } : {}),
    status: to,
    history: [...historyOf(run), historyEntry(to, now, fields.reason)].slice(-runLimits.history),
    revision: run.revision + 1,
    updatedAt: now,
  }
  await rows.runs.update(run, run.id, patch)
  const moved = { ...run, ...patch }
  if (to === 'CANCELLED') work.enqueue(jobOfRun(run, 'runs.clean', now))
  if (first && milestone.event) {
    work.emit({
      type: milestone.event,
      organisationId: run.organisationId,
      mode: run.mode,
      at: now,
      data: {
        run: {
          id: run.id,
          status: to,
          productSpecificationId: run.specificationId,
          cutoffAt: toDateTime(run.cutoffAt),
          itemCount: moved.itemCount,
        },
      },
      runId: run.id,
    })
  }
  return moved
}

export const changeRun = async (
  rows: Pick<WritableRows, 'runs'>,
  run: RunRow,
  fields: Partial<RunRow>,
  now: number,
): Promise<RunRow> => {
  const patch = { ...fields, revision: run.revision + 1, updatedAt: now }
  await rows.runs.update(run, run.id, patch)
  return { ...run, ...patch }
}

/** Columns of a run that is rendered from the beginning: earlier parts no longer count. */
export const unrendered = { parts: [], drawn: [], renderedAt: null } satisfies Partial<RunRow>

/** Job payload: an operator has confirmed that no printer has the run. Each job passes it to the next. */
export const confirmedAbsentPayload = { again: true } as const
export type ConfirmedAbsent = typeof confirmedAbsentPayload

export const isConfirmedAbsent = ({ again }: { again?: boolean | undefined }): boolean => again === true

export const passedOn = (args: Parameters<typeof isConfirmedAbsent>[0]): { payload?: ConfirmedAbsent } =>
  isConfirmedAbsent(args) ? { payload: confirmedAbsentPayload } : {}

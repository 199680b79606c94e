import { withNames } from '../../engine/audit/actor.ts'
import type { ReadContext } from '../../engine/context.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { RecordedActor } from '../../model/audit.ts'
import { type ItemStatus, itemStatuses } from '../../model/items.ts'
import type { PostbatchRow, PostbatchTotalRow } from '../../model/postbatches.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { countOf, totalsOf } from '../counters/postbatch-totals.ts'
import { mailingToWire } from '../items/mailing.ts'
import { currentCatalogue } from '../products/current-catalogue.ts'
import { cutoffFor } from '../products/cutoffs.ts'
import {
  daysOfRun,
  isRunPosted,
  type PlannedDays,
  plannedDays,
  plannedDaysToWire,
} from '../products/planned-days.ts'
import { specificationsAt } from '../products/specifications.ts'
import { firstPagesOf } from '../templates/first-page.ts'
import { chargeOf, maySeeMoney } from './money.ts'
import type { Postbatch } from './schema.ts'

type Wiring = Pick<ReadContext, 'services' | 'rows' | 'scope' | 'caller' | 'now'>

/** Returns Postbatches in their wire form, with one query of each kind for all of them. */
export const postbatchesToWire = async (
  context: Wiring,
  postbatches: readonly PostbatchRow[],
): Promise<Postbatch[]> => {
  if (postbatches.length === 0) return []
  const { services, rows, scope, caller, now } = context
  const [counted, named, firstPages, catalogue] = await Promise.all([
    totalsOf(
      rows,
      scope,
      postbatches.map(({ id }) => id),
    ),
    withNames(
      rows,
      postbatches.map(({ rejectedBy }) => rejectedBy),
    ),
    firstPagesOf(
      services,
      rows,
      { organisationId: scope.organisationId },
      postbatches.map(({ templateVersionId }) => templateVersionId),
    ),
    currentCatalogue(services, rows),
  ])
  const totals = Map.groupBy(counted, (row) => row.postbatchId)
  const runIds = [...new Set(counted.flatMap(({ runId }) => runId ?? []))]
  const found = runIds.length === 0 ? [] : await rows.runs.find(scope, { id: oneOf(runIds) })
  const runs = new Map(found.map((run) => [run.id, run]))
  const specificationFor = await specificationsAt(services, rows, found)
  const seesMoney = maySeeMoney(caller)
  return postbatches.map((row) => {
    const own = totals.get(row.id) ?? []
    const ownRuns = runsOf(own, runs)
    const first = ownRuns.find(({ run, isPosted }) => isPosted && isRunPosted(run))?.run
    const specification = first ? specificationFor(first) : catalogue.specifications.get(row.specificationId)
    return {
      ...toWire(row, own, ownRuns),
      ...plannedDaysToWire(specification && daysOf(row, specification, first, now)),
      costCents: seesMoney ? chargeOf(own).amountCents : null,
      firstPage: firstPages.get(row.templateVersionId) ?? null,
      rejection: rejectionOf(row, named),
    }
  })
}

export const postbatchToWire = async (context: Wiring, postbatch: PostbatchRow): Promise<Postbatch> =>
  (await postbatchesToWire(context, [postbatch]))[0]!

type RunOfPostbatch = { run: RunRow; itemCount: number; isPosted: boolean }

/** Statuses of items that their run posts, or has posted. */
const posted: readonly ItemStatus[] = [
  'SCHEDULED',
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/**
 * Returns the days of the first run that posts items, or else of the next cutoff that the Postbatch could join.
 * Undefined once nothing is posted. Items of a cancelled run join a later one.
 */
const daysOf = (
  { status, sendOn }: PostbatchRow,
  specification: SpecificationRow,
  run: RunRow | undefined,
  now: number,
): PlannedDays | undefined => {
  if (status === 'CANCELLED') return undefined
  if (run) return daysOfRun(specification, run)
  const cutoffAt = status === 'COMPLETED' ? undefined : cutoffFor(specification.cutoff, now, sendOn)
  return cutoffAt === undefined ? undefined : plannedDays(specification, cutoffAt)
}

type ComputedApart = 'rejection' | 'firstPage' | 'costCents' | keyof PlannedDays

const toWire = (
  row: PostbatchRow,
  totals: readonly PostbatchTotalRow[],
  own: readonly RunOfPostbatch[],
): Omit<Postbatch, ComputedApart> => {
  return {
    id: row.id,
    ...mailingToWire(row),
    status: row.status,
    sendOn: row.sendOn,
    allowDuplicates: row.allowDuplicates,
    itemCount: countOf(totals),
    itemsByStatus: Object.fromEntries(
      itemStatuses.map((status) => [status, countOf(totals.filter((total) => total.status === status))]),
    ) as Postbatch['itemsByStatus'],
    runs: own.map(({ run, itemCount }) => ({ id: run.id, cutoffAt: toDateTime(run.cutoffAt), itemCount })),
    copy:
      row.copyOf === null
        ? null
        : {
            postbatchId: row.copyOf,
            isDone: row.copiedUntil === null,
            leftOutCount: row.copyLeftOut ?? 0,
            failureCode: row.copyFailureCode,
          },
    isCorrectingSalutations: row.salutationCorrections !== null,
    cancellableUntil: own[0] ? toDateTime(closingOf(own[0].run)) : null,
    revision: row.revision,
    createdAt: toDateTime(row.createdAt),
    updatedAt: toDateTime(row.updatedAt),
    validatedAt: toDateTimeOrNull(row.validatedAt),
    approvedAt: toDateTimeOrNull(row.approvedAt),
    scheduledAt: toDateTimeOrNull(row.scheduledAt),
    inProductionAt: toDateTimeOrNull(row.inProductionAt),
    completedAt: toDateTimeOrNull(row.completedAt),
    cancelledAt: toDateTimeOrNull(row.cancelledAt),
  }
}

/** Returns until when (ms) a run's items can be cancelled: its cutoff, or when it was closed early. */
const closingOf = ({ cutoffAt, cutoffReachedAt }: RunRow): number =>
  Math.min(cutoffAt, cutoffReachedAt ?? cutoffAt)

const rejectionOf = (
  { rejectedAt, rejectedBy, rejectionReason }: PostbatchRow,
  named: (actor: RecordedActor) => RecordedActor | null,
): Postbatch['rejection'] =>
  rejectedAt === null || rejectedBy === null
    ? null
    : { at: toDateTime(rejectedAt), by: named(rejectedBy) ?? rejectedBy, reason: rejectionReason }

const runsOf = (totals: readonly PostbatchTotalRow[], runs: ReadonlyMap<string, RunRow>): RunOfPostbatch[] =>
  [...Map.groupBy(totals, ({ runId }) => runId)]
    .flatMap(([id, own]) => {
      const run = id === null ? undefined : runs.get(id)
      const itemCount = countOf(own)
      const isPosted = own.some(({ status }) => posted.includes(status))
      return run && itemCount > 0 ? [{ run, itemCount, isPosted }] : []
    })
    .sort((one, other) => one.run.cutoffAt - other.run.cutoffAt)

import { withNames } from '../../engine/audit/actor.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, Transaction } from '../../engine/context.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import { found, problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { RecordedActor } from '../../model/audit.ts'
import { itemStatuses } from '../../model/items.ts'
import type { PostbatchRow, PostbatchTotalRow } from '../../model/postbatches.ts'
import { openStatuses, type PostbatchStatus, postbatchLifecycle } from '../../model/postbatches.ts'
import type { RunRow } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'
import { totalsOf } from '../counters/postbatch-totals.ts'
import { mailingToWire } from '../items/mailing.ts'
import type { Postbatch } from './schema.ts'
import { postbatchProblems } from './sentences.ts'

/** Returns Postbatches in their wire form, with one query each for totals, runs and users. */
export const postbatchesToWire = async (
  { rows, scope }: Pick<ReadContext, 'rows' | 'scope'>,
  postbatches: readonly PostbatchRow[],
): Promise<Postbatch[]> => {
  const totals = Map.groupBy(
    await totalsOf(
      rows,
      scope,
      postbatches.map(({ id }) => id),
    ),
    (row) => row.postbatchId,
  )
  const runIds = [...totals.values()].flat().flatMap(({ runId }) => runId ?? [])
  const found = runIds.length === 0 ? [] : await rows.runs.find(scope, { id: oneOf([...new Set(runIds)]) })
  const runs = new Map(found.map((run) => [run.id, run]))
  const named = await withNames(
    rows,
    postbatches.map(({ rejectedBy }) => rejectedBy),
  )
  return postbatches.map((row) => ({
    ...toWire(row, totals.get(row.id) ?? [], runs),
    rejection: rejectionOf(row, named),
  }))
}

export const postbatchToWire = async (
  context: Pick<ReadContext, 'rows' | 'scope'>,
  postbatch: PostbatchRow,
): Promise<Postbatch> => (await postbatchesToWire(context, [postbatch]))[0]!

const toWire = (
  row: PostbatchRow,
  totals: readonly PostbatchTotalRow[],
  runs: ReadonlyMap<string, RunRow>,
): Omit<Postbatch, 'rejection'> => {
  const own = runsOf(totals, runs)
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

const runsOf = (totals: readonly PostbatchTotalRow[], runs: ReadonlyMap<string, RunRow>) =>
  [...Map.groupBy(totals, ({ runId }) => runId)]
    .flatMap(([id, own]) => {
      const run = id === null ? undefined : runs.get(id)
      const itemCount = countOf(own)
      return run && itemCount > 0 ? [{ run, itemCount }] : []
    })
    .sort((one, other) => one.run.cutoffAt - other.run.cutoffAt)

export const countOf = (totals: readonly Pick<PostbatchTotalRow, 'itemCount'>[]): number =>
  totals.reduce((sum, { itemCount }) => sum + itemCount, 0)

export const postbatchById = async (rows: Rows, scope: ModeScope, id: string): Promise<PostbatchRow> =>
  found(await rows.postbatches.get(scope, id), 'Postbatch')

/** Throws 409 unless the content may change. */
export const assertOpen = (
  { status }: Pick<PostbatchRow, 'status'>,
  content: 'items' | 'import' | 'settings' | 'salutations',
): void => {
  if (openStatuses.includes(status)) return
  throw problem(postbatchProblems.sentence(`invalid_state.closed_${content}`, { status }))
}

/** Turns a validated Postbatch into a draft after its content changed; returns others unchanged. */
export const reopen = async (
  transaction: Transaction,
  postbatch: PostbatchRow,
  now: number,
): Promise<PostbatchRow> =>
  postbatch.status === 'VALIDATED'
    ? movePostbatch(transaction, postbatch, 'DRAFT', now, { validatedAt: null })
    : postbatch

/** Timestamp and event of each status. */
const milestones: Partial<Record<PostbatchStatus, { field: MilestoneField; event?: PostbatchEvent }>> = {
  VALIDATED: { field: 'validatedAt', event: 'postbatch.validated' },
  APPROVED: { field: 'approvedAt', event: 'postbatch.approved' },
  SCHEDULED: { field: 'scheduledAt', event: 'postbatch.scheduled' },
  IN_PRODUCTION: { field: 'inProductionAt' },
  COMPLETED: { field: 'completedAt', event: 'postbatch.completed' },
  CANCELLED: { field: 'cancelledAt', event: 'postbatch.cancelled' },
}
type PostbatchEvent = Extract<EventType, `postbatch.${string}`>
type MilestoneField =
  | 'validatedAt'
  | 'approvedAt'
  | 'scheduledAt'
  | 'inProductionAt'
  | 'completedAt'
  | 'cancelledAt'

/**
 * Moves a Postbatch to a status, saves it and emits its event. `postbatch` was read in this transaction.
 * Throws 409 if the lifecycle forbids the move. The caller moves its items.
 */
export const movePostbatch = async (
  { rows, work }: Transaction,
  postbatch: PostbatchRow,
  to: PostbatchStatus,
  now: number,
  fields: Partial<PostbatchRow> = {},
): Promise<PostbatchRow> => {
  postbatchLifecycle.assert(postbatch.status, to)
  const milestone = milestones[to]
  const patch: Partial<PostbatchRow> = {
    ...fields,
    ...(milestone ? { [milestone.field]: now } : {}),
    status: to,
    revision: postbatch.revision + 1,
    updatedAt: now,
  }
  const { id, organisationId, mode } = postbatch
  await rows.postbatches.update({ organisationId, mode }, id, patch)
  const moved = { ...postbatch, ...patch }
  if (milestone?.event) await emitPostbatchEvent({ rows, work }, moved, milestone.event, now)
  return moved
}

/** Emits an event with the Postbatch's present state. */
export const emitPostbatchEvent = async (
  { rows, work }: Transaction,
  { id, organisationId, mode, status }: PostbatchRow,
  type: PostbatchEvent,
  at: number,
): Promise<void> => {
  const itemCount = countOf(await totalsOf(rows, { organisationId }, [id]))
  work.emit({
    type: type as 'postbatch.approved',
    organisationId,
    mode,
    at,
    data: { postbatch: { id, status, itemCount } },
    postbatchId: id,
  })
}

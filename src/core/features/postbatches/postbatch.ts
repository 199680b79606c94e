import type { ModeScope } from '../../engine/caller.ts'
import type { Transaction } from '../../engine/context.ts'
import type { EventType } from '../../engine/events/catalogue.ts'
import { found, problem } from '../../kernel/errors.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { openStatuses, type PostbatchStatus, postbatchLifecycle } from '../../model/postbatches.ts'
import type { Rows } from '../../ports/store.ts'
import { countOf, totalsOf } from '../counters/postbatch-totals.ts'
import { postbatchProblems } from './sentences.ts'

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

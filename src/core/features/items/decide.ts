import { problem } from '../../kernel/errors.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { ActorThen } from '../../model/audit.ts'
import type { ItemDecision, ItemRow } from '../../model/items.ts'
import { wrongState } from './item.ts'
import { type MoveContext, moveItem } from './move.ts'
import { detachFromRun } from './scheduling.ts'
import { itemProblems } from './sentences.ts'
import { resettleItem } from './settle.ts'

/**
 * Whether the customer may still take a scheduled item out of its run: until the cutoff time, even if the job
 * that acts on it is late, and never once an operator has closed the run early.
 */
export const canBeTakenBack = async (context: MoveContext, item: ItemRow): Promise<boolean> => {
  if (item.status !== 'SCHEDULED' || item.runId === null) return true
  if (item.cancellableUntil !== null && context.now >= item.cancellableUntil) return false
  const scope = { organisationId: item.organisationId, mode: item.mode }
  const run = await context.transaction.rows.runs.get(scope, item.runId)
  return run === undefined || run.status === 'OPEN'
}

/**
 * Takes an item out of its run, where it has one, and returns the fields that change. Throws 409
 * `invalid_state` from the cutoff on.
 */
const takeBack = async (context: MoveContext, item: ItemRow): Promise<Partial<ItemRow>> => {
  if (item.status !== 'SCHEDULED') return {}
  if (!(await canBeTakenBack(context, item))) {
    const cutoff = item.cancellableUntil === null ? undefined : toDateTime(item.cancellableUntil)
    throw problem(itemProblems.say('invalid_state.cancel_late', { status: item.status, cutoff }))
  }
  return detachFromRun(context, item)
}

/*
 * What people decide about an item, one at a time or many. Each returns the changed row, which the caller persists,
 * or throws a 409 before anything has changed. `by` is who decided, for the history; an action that an earlier
 * version took down does not know.
 */

export const approve = async (
  context: MoveContext,
  item: ItemRow,
  by: ActorThen | null,
): Promise<ItemRow> => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'approve')
  const settled = await resettleItem(context, item, { approvedAt: context.now })
  return settled ? decided(context, item, settled, 'APPROVED', by) : item
}

export const reject = (
  context: MoveContext,
  item: ItemRow,
  reason: string | undefined,
  by: ActorThen | null,
): ItemRow => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'reject')
  const moved = moveItem(context, item, 'CANCELLED', {
    reason: reason?.trim() || undefined,
    patch: { rejectedAt: context.now },
  })
  return decided(context, item, moved, 'REJECTED', by)
}

export const cancel = async (context: MoveContext, item: ItemRow): Promise<ItemRow> =>
  moveItem(context, item, 'CANCELLED', { patch: await takeBack(context, item) })

/**
 * Writes the decision beside the first status that followed from it, and into the audit log. A decision about
 * many items has one entry there, of the action on them: what its job decides is recorded nowhere else.
 */
const decided = (
  { transaction }: MoveContext,
  item: ItemRow,
  moved: ItemRow,
  decision: ItemDecision,
  by: ActorThen | null,
): ItemRow => {
  const { id, organisationId, mode, status } = item
  transaction.work.record({
    resource: 'item',
    resourceId: id,
    organisationId,
    mode,
    before: { status, decision: null },
    after: { status: moved.status, decision },
  })
  const first = item.history.length
  const history = moved.history.map((entry, index) =>
    index === first ? { ...entry, decision, ...(by ? { by } : {}) } : entry,
  )
  return { ...moved, history }
}

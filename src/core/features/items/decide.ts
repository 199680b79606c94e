import type { ActorThen } from '../../model/audit.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemDecision } from '../../model/items-lifecycle.ts'
import { wrongState } from './item.ts'
import { type MoveContext, moveItem } from './move.ts'
import { resettleItem } from './settle.ts'
import { takeBack } from './take-back.ts'

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

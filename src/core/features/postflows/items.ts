import type { NewJob } from '../../engine/jobs/kinds.ts'
import { oneOf, type Where } from '../../kernel/query.ts'
import type { ItemRow, ItemStatus } from '../../model/items.ts'
import type { PostflowRow } from '../../model/postflows.ts'
import { canBeTakenBack } from '../items/decide.ts'
import { type MoveContext, moveItem } from '../items/move.ts'
import { detachFromRun } from '../items/scheduling.ts'
import { resettleItem } from '../items/settle.ts'

/** Moves the items of a Postflow after it was paused, resumed or archived. */
export const moveItemsJob = (postflow: PostflowRow, now: number, holdScheduled = false): NewJob => ({
  kind: 'postflows.moveItems',
  // Each change of status has its own job, so that a second pause does not lose what the first one asked for.
  subject: `${postflow.id}|${postflow.revision}`,
  organisationId: postflow.organisationId,
  mode: postflow.mode,
  dueAt: now,
  payload: { postflowId: postflow.id, holdScheduled },
})

/** The items that move because of a Postflow's status, and their new status. */
export interface ItemsMove {
  where: Where<ItemRow>
  each(context: MoveContext, item: ItemRow): Promise<ItemRow | undefined>
}

/** The move that follows from the Postflow's status; undefined where its items stay. */
export const itemsMoveOf = (postflow: PostflowRow, holdScheduled: boolean): ItemsMove | undefined => {
  const postflowId = postflow.id
  switch (postflow.status) {
    case 'PAUSED': {
      const held: ItemStatus[] = ['PENDING_APPROVAL', 'HELD', 'READY']
      const status = oneOf(holdScheduled ? [...held, 'SCHEDULED' as const] : held)
      return { where: { postflowId, status }, each: hold }
    }
    case 'ACTIVE':
      return {
        where: { postflowId, status: 'HELD', heldReason: 'POSTFLOW_PAUSED' },
        each: resettleItem,
      }
    case 'ARCHIVED':
      return {
        where: { postflowId, status: oneOf(['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']) },
        each: async (context, item) =>
          moveItem(context, item, 'CANCELLED', { reason: 'Its Postflow was archived.' }),
      }
    case 'DRAFT':
      return undefined
  }
}

const hold = async (context: MoveContext, item: ItemRow): Promise<ItemRow | undefined> => {
  if (item.heldReason === 'POSTFLOW_PAUSED') return undefined
  if (!(await canBeTakenBack(context, item))) return undefined
  const patch = item.status === 'SCHEDULED' ? await detachFromRun(context, item) : {}
  return moveItem(context, item, 'HELD', { heldReason: 'POSTFLOW_PAUSED', patch })
}

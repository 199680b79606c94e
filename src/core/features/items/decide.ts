import type { ItemRow } from '../../model/items.ts'
import { wrongState } from './item.ts'
import { type MoveContext, moveItem } from './move.ts'
import { resettleItem } from './settle.ts'
import { takeBack } from './take-back.ts'

/*
 * What people decide about an item, one at a time or many. Each returns the changed row, which the caller persists,
 * or throws a 409 before anything has changed.
 */

export const approve = async (context: MoveContext, item: ItemRow): Promise<ItemRow> => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'approve')
  return (await resettleItem(context, item, { approvedAt: context.now })) ?? item
}

export const reject = (context: MoveContext, item: ItemRow, reason: string | undefined): ItemRow => {
  if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'reject')
  return moveItem(context, item, 'CANCELLED', { reason: `Rejected: ${reason ?? 'no reason given'}.` })
}

export const cancel = async (context: MoveContext, item: ItemRow): Promise<ItemRow> =>
  moveItem(context, item, 'CANCELLED', { patch: await takeBack(context, item) })

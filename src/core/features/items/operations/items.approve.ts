import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { approve } from '../decide.ts'
import { itemFor, seenItem } from '../item.ts'
import { moveContext } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const approveItem = defineOperation({
  id: 'items.approve',
  method: 'POST',
  path: '/items/{id}/approve',
  summary: 'Approve an item that waits for it',
  description:
    'Only in PENDING_APPROVAL. The item goes on as if it had just been validated. Who approved it is kept in its history.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: [
    'item.ready',
    'item.scheduled',
    'item.held',
    'item.suppressed',
    'balance.low',
    'spending_cap.reached',
  ],
  async handler(context, { params, ifMatch }) {
    const { rows, scope, caller } = context
    const approved = await approve(
      moveContext(context),
      await seenItem(rows, scope, { id: params.id, ifMatch }),
      actorThen(caller),
    )
    await saveItem(rows, approved)
    return itemFor(context, approved)
  },
})

import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { reject } from '../decide.ts'
import { rejectInput } from '../input-schema.ts'
import { itemFor, seenItem } from '../item.ts'
import { moveContext } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const rejectItem = defineOperation({
  id: 'items.reject',
  method: 'POST',
  path: '/items/{id}/reject',
  summary: 'Reject an item that waits for approval',
  description:
    'Only in PENDING_APPROVAL. The item is CANCELLED and is not sent, which cannot be undone. Who rejected it, and the reason, are kept in its history.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  body: rejectInput,
  output: itemSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['item.cancelled'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, caller } = context
    const rejected = reject(
      moveContext(context),
      await seenItem(rows, scope, { id: params.id, ifMatch }),
      body.reason,
      actorThen(caller),
    )
    await saveItem(rows, rejected)
    return itemFor(context, rejected)
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { assertMayReprint } from '../../items/reprint-terms.ts'
import { eventsOfValidation } from '../../items/validate.ts'
import { assertConsistent, assertExpected, assertMayFilter, chosenItems, contradictions } from '../chosen.ts'
import {
  assertMay,
  assertRoom,
  callerOf,
  chunksOf,
  itemActionJob,
  itemActionToWire,
  newItemAction,
} from '../item-action.ts'
import { itemActionInput, itemActionSchema } from '../schema.ts'

export const createItemAction = defineOperation({
  id: 'itemActions.create',
  method: 'POST',
  path: '/item-actions',
  summary: 'Approve, reject, cancel or reprint many items',
  description:
    'Up to 10,000 items by their ids, or up to 1,000,000 by filters. Which items it is about is settled now, where the filters let up to 10,000 through: what they let through later makes no difference. More are gathered as soon as this is answered, without those created since; where they are not as many as was expected by then, it ends as `REFUSED`, and nothing is done. Send `expectedFingerprint` with filters, and `revisions` with ids, to act only on items as you have seen them. A job then acts on one after the other, as the operation on one item does. What an item refuses is a failure of that item (`itemActions.failures`) and does not stop the others. Cancelling and reprinting need the scope `items.write`, and filters on the recipient, reference, billing group, tracking code or metadata `items.read`. The events are those of the items.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  readsItems: 'internal',
  effect: 'write',
  body: itemActionInput,
  rules: ({ body }) => contradictions(body),
  output: itemActionSchema,
  status: 202,
  location: '/item-actions/{id}',
  errors: ['count_changed', 'invalid_state', 'revision_conflict'],
  emits: ['item.created', ...eventsOfValidation, 'item.cancelled'],
  async prepare({ services, scope, caller }, { body }) {
    assertConsistent(body)
    assertMayFilter(caller, body)
    return chosenItems(services, scope, body)
  },
  async handler(context, { body }, chosen) {
    const { rows, work, scope, caller } = context
    assertMay(caller, body.action)
    assertMayReprint(caller, body.charge ?? true)
    // Here, so that a repeated request gets its first answer.
    assertExpected(context, body, chosen)
    await assertRoom(rows, scope)
    const row = newItemAction(context, body, chosen)
    await rows.itemActions.insert(row)
    await rows.itemActionChunks.insertMany(chunksOf(row, chosen))
    work.enqueue(itemActionJob(row, context.now, callerOf(caller, row)))
    return itemActionToWire(context, row)
  },
})

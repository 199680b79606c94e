import { defineOperation } from '../../../engine/operation.ts'
import { itemPatch } from '../input-schema.ts'
import { itemFor } from '../item.ts'
import { checkPatch, patchItem } from '../patch.ts'
import { itemParams, itemSchema } from '../schema.ts'
import { eventsOfValidation } from '../validate.ts'

export const patchItemOperation = defineOperation({
  id: 'items.patch',
  method: 'PATCH',
  path: '/items/{id}',
  summary: 'Change a mail item',
  description:
    'A field that is not sent stays as it is. `recipient` and `metadata` merge (JSON merge patch): what is not sent in ' +
    'them stays, `null` removes it; `data` is replaced as a whole. Before SCHEDULED the item is validated anew and goes on ' +
    'from there. From SCHEDULED on only `reference` and `metadata` change, at any status; anything else is a 409.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  body: itemPatch,
  output: itemSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: eventsOfValidation,
  prepare: (context, { params, body }) => checkPatch(context, params.id, body),
  async handler(context, { params, body, ifMatch }, checked) {
    const item = await patchItem(context, params.id, body, ifMatch, checked)
    return itemFor(context, item)
  },
})

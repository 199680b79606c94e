import { defineOperation } from '../../../engine/operation.ts'
import { createBulk, prepareBulk } from '../bulk.ts'
import { bulkInput, itemInput } from '../input-schema.ts'
import { ofPostflow } from '../new-item.ts'
import { bulkResult } from '../schema.ts'
import { eventsOfValidation } from '../validate.ts'

export const createItemsInBulk = defineOperation({
  id: 'items.createBulk',
  method: 'POST',
  path: '/items/bulk',
  summary: 'Create up to 500 mail items',
  description:
    'A result for each row, in order. A row that cannot be read, or names no Postflow that takes items, is `invalid` and does not refuse the others.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  body: bulkInput,
  output: bulkResult,
  emits: ['item.created', ...eventsOfValidation],
  prepare: (context, { body }) => prepareBulk(context, body.items, itemInput, ofPostflow),
  handler: (context, _input, prepared) => createBulk(context, prepared),
})

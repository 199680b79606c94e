import { defineOperation } from '../../../engine/operation.ts'
import { currentCatalogue } from '../../products/current.ts'
import { reprintInput } from '../input-schema.ts'
import { itemById, itemFor } from '../item.ts'
import { moveContext } from '../move.ts'
import { reprintItem } from '../reprint.ts'
import { assertMayReprint, contentFindings, reprintTerms } from '../reprint-terms.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const reprint = defineOperation({
  id: 'items.reprint',
  method: 'POST',
  path: '/items/{id}/reprint',
  summary: 'Print a mail item again',
  description:
    'Makes a new item with the same recipient, words and template version, at today’s price; `reprintOfItemId` and `reprintedAsItemId` link the two. For items that left the printer, were not sent or failed. One successor at a time: what it became is reprinted in its turn. Not where its Postbatch was cancelled.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  rateClass: 'itemCreate',
  effect: 'write',
  params: itemParams,
  body: reprintInput,
  output: itemSchema,
  status: 201,
  location: '/items/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: [
    'item.created',
    'item.needs_attention',
    'item.suppressed',
    'item.held',
    'item.ready',
    'item.scheduled',
    'balance.low',
    'spending_cap.reached',
  ],
  async prepare({ services, scope, organisation }, { params }) {
    const [item] = await services.store.read((rows) =>
      // It is measured on the sheet of the catalogue, which another server may have changed.
      Promise.all([itemById(rows, scope, params.id), currentCatalogue(services, rows)]),
    )
    return contentFindings(services, organisation, item)
  },
  async handler(context, { params, body }, findings) {
    const { rows, scope, caller } = context
    assertMayReprint(caller, body.charge)
    const move = moveContext(context)
    const item = await itemById(rows, scope, params.id)
    const terms = await reprintTerms(move, item, body.charge)
    const apiKeyId = caller.lineId ?? null
    return itemFor(context, await reprintItem(move, item, { terms, findings, apiKeyId }))
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { priceOf } from '../../products/price.ts'
import { specificationOf } from '../../products/specification.ts'
import { compiledTemplate } from '../../templates/compiled.ts'
import { reprintInput } from '../input-schema.ts'
import { itemById, itemToWire } from '../item.ts'
import { moveContext } from '../move.ts'
import { reprintItem } from '../reprint.ts'
import { itemParams, itemSchema } from '../schema.ts'
import { checkContent } from '../validate.ts'

export const reprint = defineOperation({
  id: 'items.reprint',
  method: 'POST',
  path: '/items/{id}/reprint',
  summary: 'Print a mail item again',
  description:
    'Makes a new item with the same recipient, words and template version, at today’s price; `reprintOfItemId` and `reprintedAsItemId` link the two. For items that left the printer, were not sent or failed. One successor at a time: what it became is reprinted in its turn. Not where its Postbatch was cancelled.',
  permission: 'items.write',
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
  ],
  async prepare({ services, scope, organisation }, { params }) {
    const item = await services.store.read((rows) => itemById(rows, scope, params.id))
    const template = await compiledTemplate(services, item.templateVersionId)
    return checkContent(services, organisation.country, template, item)
  },
  async handler(context, { params, body }, findings) {
    const { services, rows, scope, organisation, caller } = context
    if (!body.charge && !caller.scopes.includes('runs.manage')) {
      throw problem('insufficient_scope', 'A reprint free of charge needs the scope runs.manage.')
    }
    const item = await itemById(rows, scope, params.id)
    const specification = await specificationOf(services, rows, item.specificationId)
    const price = priceOf(specification, organisation.country, item.recipient.country)
    const reprinted = await reprintItem(moveContext(context), item, {
      priceCents: body.charge ? price : 0,
      findings,
    })
    return itemToWire(services, reprinted)
  },
})

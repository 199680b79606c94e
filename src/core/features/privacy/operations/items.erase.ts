import { defineOperation } from '../../../engine/operation.ts'
import { itemById, itemFor } from '../../items/item.ts'
import { moveContext } from '../../items/move.ts'
import { itemParams, itemSchema } from '../../items/schema.ts'
import { requestErasure } from '../erase.ts'

export const eraseItem = defineOperation({
  id: 'items.erase',
  method: 'POST',
  path: '/items/{id}/erase',
  summary: 'Erase the recipient of a mail item',
  description:
    'For items whose life has ended (SUPPRESSED, COMPLETED, RETURNED, NOT_SENT, FAILED, CANCELLED) and whose run is ' +
    'completed. Name, address, merge fields, reference, metadata and every free text go at once; printed pages, ' +
    'previews and kept answers follow, and `erasure.completedAt` tells when nothing is left. Status, times, price and ' +
    'the digests of its evidence stay, and so does its suppression entry. Again changes nothing.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  status: 202,
  location: '/items/{id}',
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params }) {
    const item = await itemById(context.rows, context.scope, params.id)
    const erased = await requestErasure(moveContext(context), item, { asked: true })
    return itemFor(context, erased)
  },
})

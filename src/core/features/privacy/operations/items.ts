import { defineOperation } from '../../../engine/operation.ts'
import { itemById, itemFor } from '../../items/item.ts'
import { moveContext } from '../../items/move.ts'
import { itemParams, itemSchema } from '../../items/schema.ts'
import { requestErasure } from '../erase.ts'
import { aboutInput, aboutOutput } from '../schema.ts'
import { about, payloadsAbout } from '../subject-access.ts'

export const aboutRecipient = defineOperation({
  id: 'items.about',
  method: 'POST',
  path: '/items/about',
  summary: 'Show all that is held about a recipient',
  description:
    'For a person who asks what is known of them: items with their history, scans and printed pages, suppression ' +
    'entries, previews and what stopped connectors have stored, matched by the normalised address and, where one is given, by the name. Changes nothing. ' +
    '`items.erase` erases; what it has erased is not found here any more.',
  permission: 'items.read',
  effect: 'read',
  body: aboutInput,
  output: aboutOutput,
  prepare: (context, { body }) => payloadsAbout(context, body.recipient, body.cursor),
  handler: (context, { body }, payloads) => about(context, body.recipient, { cursor: body.cursor, payloads }),
})

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

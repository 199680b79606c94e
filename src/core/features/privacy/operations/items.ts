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
  summary: 'Get all data about a recipient',
  description:
    'For subject access requests: items with their history, scans and printed pages, suppression ' +
    'entries, previews and payloads stored by stopped connectors, matched by the normalised address and, if given, by the name. Changes nothing. ' +
    'Does not find data that `items.erase` has erased.',
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
  summary: 'Erase the recipient of an item',
  description:
    'For items that have ended (SUPPRESSED, COMPLETED, RETURNED, NOT_SENT, FAILED, CANCELLED) and whose run is ' +
    'completed. Name, address, merge fields, reference, metadata and all free text are erased immediately; printed pages, ' +
    'previews and stored answers follow, and `erasure.completedAt` is set when nothing is left. Status, times, price, ' +
    'the digests of its evidence and its suppression entry stay. Repeating the call changes nothing.',
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

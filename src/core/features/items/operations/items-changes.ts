import { recordedActor } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { currentCatalogue } from '../../products/current-catalogue.ts'
import { itemById, itemFor, seenItem } from '../item.ts'
import { moveContext } from '../move.ts'
import { checkPatch, patchItem } from '../patch.ts'
import { assertMayReprint, contentFindings, reprintItem, reprintTerms } from '../reprint.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemPatch, itemSchema, rejectInput, reprintInput } from '../schema.ts'
import { approve, cancel, reject } from '../settle.ts'
import { eventsOfValidation } from '../validate.ts'

export const patchItemOperation = defineOperation({
  id: 'items.patch',
  method: 'PATCH',
  path: '/items/{id}',
  summary: 'Update a mail item',
  description:
    'Omitted fields don’t change. `recipient` and `metadata` are merged (JSON merge patch): omitted members don’t change, ' +
    '`null` removes one; `data` is replaced as a whole. Before SCHEDULED, the item is validated again and proceeds ' +
    'from there. From SCHEDULED on, only `reference` and `metadata` can change, in any status; anything else is a 409.',
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

export const approveItem = defineOperation({
  id: 'items.approve',
  method: 'POST',
  path: '/items/{id}/approve',
  summary: 'Approve an item',
  description:
    'Only in PENDING_APPROVAL. The item proceeds as after validation. Its history records who approved it.',
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
      recordedActor(caller),
    )
    await saveItem(rows, approved)
    return itemFor(context, approved)
  },
})

export const rejectItem = defineOperation({
  id: 'items.reject',
  method: 'POST',
  path: '/items/{id}/reject',
  summary: 'Reject an item',
  description:
    'Only in PENDING_APPROVAL. The item is CANCELLED and not sent, which can’t be undone. Its history records who rejected it, and why.',
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
      recordedActor(caller),
    )
    await saveItem(rows, rejected)
    return itemFor(context, rejected)
  },
})

export const cancelItem = defineOperation({
  id: 'items.cancel',
  method: 'POST',
  path: '/items/{id}/cancel',
  summary: 'Cancel a mail item',
  description:
    'Possible until the cutoff of its run (`cancellableUntil`), to the millisecond. Reserved money is released.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope } = context
    const cancelled = await cancel(moveContext(context), await itemById(rows, scope, params.id))
    await saveItem(rows, cancelled)
    return itemFor(context, cancelled)
  },
})

export const reprint = defineOperation({
  id: 'items.reprint',
  method: 'POST',
  path: '/items/{id}/reprint',
  summary: 'Reprint a mail item',
  description:
    'Creates a new item with the same recipient, content and template version, at today’s price; `reprintOfItemId` and `reprintedAsItemId` link the two. For items that left the printer, were not sent or failed. Each item has one successor at a time; to reprint again, reprint the successor. Not possible if the Postbatch was cancelled.',
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
      // Text is measured on the sheet of the catalogue, which another server may have changed.
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

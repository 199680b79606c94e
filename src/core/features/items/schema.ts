import * as v from 'valibot'
import { recipientOutput, recipientPatch, recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { dateTime, fields, id, integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'
import { itemDecisions } from '../../model/items.ts'
import { heldReason, itemStatus, itemsByStatus, suppressionMatchPart } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { itemInputSentences } from './sentences.ts'

const suppression = v.nullable(
  namedObject('ItemSuppression', 'The suppression entry that matched, as it was then.', {
    id: described(v.string(), 'The entry of the suppression list, `sup_…`.'),
    reason: described(v.string(), 'Key of its reason, e.g. `opt_out`.'),
    advertisingCategory: described(
      v.nullable(v.string()),
      'Key of the category that the entry is limited to; null if it is not limited to one.',
    ),
    matchedBy: described(v.array(suppressionMatchPart), 'What of the item matched the entry.'),
  }),
)

export const itemSchema = namedObject('Item', 'A piece of mail to one recipient.', {
  id: described(v.string(), 'The item, `itm_…`.'),
  isTest: fields.isTest,
  postflowId: described(
    v.nullable(v.string()),
    'The Postflow that it belongs to, `pfl_…`; null for an item of a Postbatch.',
  ),
  postbatchId: described(
    v.nullable(v.string()),
    'The Postbatch that it belongs to, `pbt_…`; null for an item of a Postflow.',
  ),
  templateVersionId: described(v.string(), 'The version of the template that is printed, `tv_…`.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of what it advertises, e.g. `retail`; null for transactional mail.',
  ),
  status: described(itemStatus, 'Where the item is now.'),
  heldReason: described(v.nullable(heldReason), 'Why it is HELD; null in every other status.'),
  findings: described(
    v.array(findingSchema),
    'What is wrong with it (errors, in NEEDS_ATTENTION) or worth knowing (warnings); empty if nothing is.',
  ),
  recipient: described(
    recipientOutput,
    'Whom it is for. Once the recipient’s personal data were erased only the country is left.',
  ),
  addressOverride: described(
    v.boolean(),
    'True if the caller takes responsibility for the address: errors of the address are warnings.',
  ),
  data: described(
    v.record(v.string(), v.string()),
    'Merge fields that are printed, by name, as text: `{"firstName": "Zoë"}`.',
  ),
  reference: described(
    v.nullable(v.string()),
    'The caller’s own reference, e.g. an order number; null if there is none.',
  ),
  billingGroup: described(
    v.nullable(v.string()),
    'The cost centre that it is charged to; null if there is none.',
  ),
  apiKeyId: described(
    v.nullable(v.string()),
    'The API key that created it, `key_…`, or the first of those that it took the place of; null if a person, a list or a connector did.',
  ),
  metadata: described(
    v.record(v.string(), v.string()),
    'The caller’s own keys and values; they are not printed.',
  ),
  sendOn: described(
    v.nullable(v.string()),
    'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
  ),
  approvalRequired: described(
    v.boolean(),
    'True if it is sent only once it is approved: its Postflow asked for that when it was created, or has since. Changing the Postflow does not release it.',
  ),
  approvedAt: described(
    v.nullable(dateTime),
    'When it was approved, RFC 3339 in UTC; null if it was not, or need not be.',
  ),
  rejectedAt: described(
    v.nullable(dateTime),
    'When it was rejected and so CANCELLED, RFC 3339 in UTC; null if it was not, or before this was kept.',
  ),
  runId: described(v.nullable(v.string()), 'The run that it is attached to, `run_…`; null before SCHEDULED.'),
  sequence: described(
    v.nullable(integer),
    'Place in the run’s package, counted from 1; null before the run is rendered.',
  ),
  cancellableUntil: described(
    v.nullable(dateTime),
    'The cutoff of its run, RFC 3339 in UTC: until then it can be cancelled. Null if it is not attached to a run.',
  ),
  suppression: described(
    suppression,
    'The suppression entry that stopped it; null if none did, and without `items.read`.',
  ),
  tracking: described(
    v.object({
      code: described(v.string(), 'The code that identifies the piece, as it is printed: 12 characters.'),
      url: described(
        v.string(),
        'Web address in the QR code; it leads on to the tracking target. In capitals, which makes the code smaller.',
      ),
      optOutUrl: described(v.string(), 'Web address at which the recipient refuses further mail.'),
    }),
    'The QR code on the piece.',
  ),
  scanCount: described(integer, 'How often its QR code has been scanned.'),
  reprintOfItemId: described(
    v.nullable(v.string()),
    'The item that this one prints again, `itm_…`; null if it is no reprint.',
  ),
  reprintedAsItemId: described(
    v.nullable(v.string()),
    'The item that prints this one again, `itm_…`; null if it was not reprinted.',
  ),
  correctionOfItemId: described(
    v.nullable(v.string()),
    'The rejected item that this one is a corrected copy of, `itm_…`; null if it is none.',
  ),
  correctedAsItemId: described(
    v.nullable(v.string()),
    'The corrected copy that was made of this one after it was rejected, the last of them, `itm_…`; null if there is none.',
  ),
  erasure: described(
    v.nullable(
      v.object({
        requestedAt: described(dateTime, 'When it was asked for, RFC 3339 in UTC.'),
        completedAt: described(
          v.nullable(dateTime),
          'When they were gone from every place, RFC 3339 in UTC; null until then.',
        ),
      }),
    ),
    'The erasure of the recipient’s personal data; null if none was requested.',
  ),
  priceCents: described(integer, 'Price in cents, net of VAT.'),
  currency: fields.currency,
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type Item = v.InferOutput<typeof itemSchema>

export const bulkResult = namedObject('ItemBulkResult', 'What became of each row.', {
  results: described(
    v.array(
      v.variant('status', [
        namedObject('ItemBulkCreated', 'A row that became an item.', {
          index: described(integer, 'Place of the row in the request, counted from 0.'),
          status: described(v.literal('created'), 'The row became an item.'),
          item: described(itemSchema, 'The item.'),
        }),
        namedObject('ItemBulkInvalid', 'A row that did not become an item.', {
          index: described(integer, 'Place of the row in the request, counted from 0.'),
          status: described(v.literal('invalid'), 'The row did not become an item.'),
          errors: described(v.array(parameterErrorSchema), 'Every offending part of the row.'),
        }),
      ]),
    ),
    'One for each row, in their order.',
  ),
  createdCount: described(integer, 'How many rows became items.'),
  invalidCount: described(integer, 'How many rows did not.'),
})

export const itemCounts = namedObject('ItemCounts', 'How many items the filters let through.', {
  byStatus: described(itemsByStatus, 'How many of them are in each status now.'),
  totalCount: described(integer, 'How many they are in all statuses together.'),
  isCapped: described(
    v.boolean(),
    'True if 10,000 items were counted, with `exact=true` 1,000,000, and older ones were not: the numbers are those of the newest then.',
  ),
  fingerprint: described(
    v.nullable(v.string()),
    'With `exact=true`: names these items in their present revisions, for `expectedFingerprint` of `itemActions.create`. It is another one once an item was changed, has left the filters or has come into them. Opaque; null without `exact=true`, and where `isCapped` is true.',
  ),
})

export const validationResult = namedObject('ItemValidation', 'What `items.create` would answer now.', {
  valid: described(v.boolean(), 'Whether there are no error findings and no suppression.'),
  status: described(itemStatus, 'The status in which the item would come to rest.'),
  heldReason: described(v.nullable(heldReason), 'Why it would be HELD; null if it would not.'),
  findings: described(v.array(findingSchema), 'What is wrong (errors) or worth knowing (warnings).'),
  suppression: described(
    suppression,
    'The suppression entry that would stop it; null if none would, and without `items.read`.',
  ),
  waits: described(
    v.array(findingSchema),
    'Why a live piece would be rendered and then wait instead of being printed, each a warning: `no_live_printer` (the shop was given no printer), `live_printing_held`. Creating is not refused for it; empty in test mode.',
  ),
  templateVersionId: described(v.string(), 'The version of the template that would be printed, `tv_…`.'),
  priceCents: described(integer, 'Price in cents, net of VAT.'),
  currency: fields.currency,
  cancellableUntil: described(
    v.nullable(dateTime),
    'The cutoff of the run that would take it, RFC 3339 in UTC; null if it would not be scheduled.',
  ),
})

export type BulkResult = v.InferOutput<typeof bulkResult>

export const itemParams = v.strictObject({ id: described(v.string(), 'The item, `itm_…`.') })

export const historySchema = namedObject('ItemHistory', 'The statuses that an item has had.', {
  data: described(
    v.array(
      v.object({
        status: described(itemStatus, 'The status that it came into.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
        heldReason: described(v.nullable(heldReason), 'Why it was HELD; null in every other status.'),
        reason: described(
          v.nullable(v.string()),
          'Why, as a sentence, or as it was typed where it was rejected; null if no reason was given.',
        ),
        decision: described(
          v.nullable(v.picklist(itemDecisions)),
          '`APPROVED` or `REJECTED` where somebody decided that it goes on, or that it does not; null otherwise.',
        ),
        by: described(
          v.nullable(actorSchema),
          'Who decided, a person by their name; null where nobody did, or where it was not kept.',
        ),
      }),
    ),
    'Every status that the item has had, oldest first.',
  ),
})

const text = (max: number) => v.pipe(v.string(), v.maxLength(max), storable)

/** Numbers are taken as they are written in JSON; on paper everything is text. */
const dataValue = v.pipe(
  v.union(
    [text(limits.dataValueLength), v.pipe(v.number(), v.finite())],
    itemInputSentences.message('invalid_type.merge_field'),
  ),
  v.transform(String),
)
/** What an item puts into merge fields, and a preview of it. */
export const itemData = v.pipe(
  v.record(v.pipe(text(limits.dataNameLength), v.minLength(1)), dataValue),
  v.maxEntries(limits.dataFields),
)
const metadataKey = v.pipe(text(limits.metadataKeyLength), v.minLength(1))
const metadataValue = text(limits.metadataValueLength)
const metadata = v.pipe(v.record(metadataKey, metadataValue), v.maxEntries(limits.metadataEntries))
/** Every entry that there may be can be removed and as many others set in one request. */
const metadataPatch = v.pipe(
  v.record(metadataKey, v.nullable(metadataValue)),
  v.maxEntries(2 * limits.metadataEntries),
)
const reference = text(limits.referenceLength)
/** The name of a cost centre. */
export const billingGroup = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(limits.billingGroupLength),
  storable,
)
/** A day of the calendar, `YYYY-MM-DD`. */
export const itemDay = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))

const words = {
  recipient: described(recipientSchema, 'Whom it is for.'),
  data: described(
    v.optional(itemData, {}),
    'Merge fields to print, by name: `{"firstName": "Zoë"}`. Numbers are printed as they are written in JSON. What the template needs and is missing is a finding.',
  ),
  reference: described(
    v.optional(v.nullable(reference), null),
    'Your own reference, e.g. an order number; lists filter by it. Null if there is none.',
  ),
  billingGroup: described(
    v.optional(v.nullable(billingGroup)),
    'The cost centre that it is charged to, at most 64 characters: monthly invoices and analytics show each by itself. Where it is not sent, that of the Postflow or Postbatch; null for none.',
  ),
  metadata: described(
    v.optional(v.nullable(metadata), null),
    'Your own keys and values, not printed: `{"campaign": "spring"}`. Null if there are none.',
  ),
  addressOverride: described(
    v.optional(v.boolean(), false),
    'True takes responsibility for the recipient: errors of the address, and a second piece to the same person (`duplicate_recipient`), become warnings.',
  ),
}
export const itemInput = namedStrictObject('ItemCreate', 'A new item of a Postflow.', {
  postflowId: described(id, 'The Postflow that it belongs to, `pfl_…`.'),
  ...words,
  sendOn: described(
    v.optional(v.nullable(itemDay), null),
    'Earliest day of production, `YYYY-MM-DD`, in the organisation’s time zone; not in the past. Null for the next run.',
  ),
  correctionOfItemId: described(
    v.optional(v.nullable(id)),
    'The rejected item that this one is a corrected copy of, `itm_…`; it names this one in `correctedAsItemId`. One copy at a time: another is refused until that one has ended without being printed. Null if it is no copy.',
  ),
})
export const postbatchItemInput = namedStrictObject(
  'PostbatchItemCreate',
  'A new item of a Postbatch, which knows template, product and settings.',
  words,
)
export type PostbatchItemInput = v.InferOutput<typeof postbatchItemInput>

export type ItemInput = v.InferOutput<typeof itemInput>

export const itemPatch = namedStrictObject(
  'ItemUpdate',
  'Changes to an item; a field that is not sent stays as it is.',
  {
    recipient: described(
      v.optional(recipientPatch),
      'Merged with the recipient: fields that are not sent stay, null removes one.',
    ),
    data: described(v.optional(itemData), 'Replaces all merge fields.'),
    reference: described(
      v.optional(v.nullable(reference)),
      'Your own reference; null removes it. It may change at any status.',
    ),
    billingGroup: described(
      v.optional(v.nullable(billingGroup)),
      'The cost centre that it is charged to; null for none. It may change before SCHEDULED.',
    ),
    metadata: described(
      v.optional(v.nullable(metadataPatch)),
      'Merged with the metadata: keys that are not sent stay, null removes one; null for the whole removes all. It may change at any status.',
    ),
    sendOn: described(
      v.optional(v.nullable(itemDay)),
      'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
    ),
    addressOverride: described(
      v.optional(v.boolean()),
      'True takes responsibility for the recipient: errors of the address, and a second piece to the same person (`duplicate_recipient`), become warnings. Changing the address resets it to false, unless the same request sets it.',
    ),
  },
)
export type ItemPatch = v.InferOutput<typeof itemPatch>

/**
 * Rows are read one by one, so that a bad one does not refuse the others, and later (`prepareBulk`): the API
 * document says what they are, and here every one is taken as it comes.
 */
const bulkOf = <S extends typeof itemInput | typeof postbatchItemInput>(name: string, row: S) => {
  const anyRow = { ...v.union([row, v.unknown()]), '~run': v.unknown()['~run'] }
  return namedStrictObject(name, 'Items to create in one request.', {
    items: described(
      v.pipe(v.array(anyRow), v.minLength(1), v.maxLength(limits.bulkItems)),
      'The items, 1 to 500. Each is read by itself: a wrong one does not refuse the others.',
    ),
  })
}
export const bulkInput = bulkOf('ItemBulkCreate', itemInput)
export const postbatchBulkInput = bulkOf('PostbatchItemBulkCreate', postbatchItemInput)

export const rejectInput = v.optional(
  namedStrictObject('ItemReject', 'Why an item is rejected.', {
    reason: described(v.optional(text(limits.reasonLength)), 'Why, for the item’s history.'),
  }),
  {},
)

export const reprintInput = v.optional(
  namedStrictObject('ItemReprint', 'How an item is printed again.', {
    charge: described(
      v.optional(v.boolean(), true),
      'False prints it free of charge; only operators may ask for that.',
    ),
  }),
  { charge: true },
)

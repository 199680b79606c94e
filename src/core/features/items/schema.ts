import * as v from 'valibot'
import { recipientOutput, recipientPatch, recipientSchema } from '../../address/schema.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  namedObject,
  namedStrictObject,
  storable,
} from '../../kernel/wire-schema.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'
import { itemDecisions } from '../../model/items.ts'
import { heldReason, itemStatus, itemsByStatus, suppressionMatchPart } from '../../model/wire-enums.ts'
import { actorSchema } from '../audit/schema.ts'
import { itemInputSentences } from './sentences.ts'

const suppression = v.nullable(
  namedObject('ItemSuppression', 'The matching suppression entry, as of then.', {
    id: described(v.string(), 'The suppression entry, `sup_…`.'),
    reason: described(v.string(), 'Key of its reason, e.g. `opt_out`.'),
    advertisingCategory: described(
      v.nullable(v.string()),
      'Key of the entry’s advertising category; null if it isn’t limited to one.',
    ),
    matchedBy: described(v.array(suppressionMatchPart), 'Parts of the item that matched the entry.'),
  }),
)

export const itemSchema = namedObject('Item', 'A piece of mail to one recipient.', {
  id: described(v.string(), 'The item, `itm_…`.'),
  isTest: fields.isTest,
  postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
  postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
  templateVersionId: described(v.string(), 'The printed template version, `tv_…`.'),
  productId: fields.productId,
  productSpecificationId: fields.productSpecificationId,
  advertisingCategory: described(
    v.nullable(v.string()),
    'Key of the advertising category, e.g. `retail`; null for transactional mail.',
  ),
  status: described(itemStatus, 'Present status.'),
  heldReason: described(v.nullable(heldReason), 'Why it is HELD; null in other statuses.'),
  findings: described(v.array(findingSchema), 'Errors (in NEEDS_ATTENTION) and warnings; empty without any.'),
  recipient: described(
    recipientOutput,
    'The recipient. After erasure of the personal data, only the country is left.',
  ),
  addressOverride: described(
    v.boolean(),
    'True if the caller takes responsibility for the address: its errors become warnings.',
  ),
  data: described(
    v.record(v.string(), v.string()),
    'Printed merge fields by name, as text: `{"firstName": "Zoë"}`.',
  ),
  reference: described(
    v.nullable(v.string()),
    'The caller’s reference, e.g. an order number; null for none.',
  ),
  billingGroup: described(v.nullable(v.string()), 'The cost centre; null for none.'),
  apiKeyId: described(
    v.nullable(v.string()),
    'The API key that created it, `key_…`, or the first key of its rotations; null for users, imports and connectors.',
  ),
  metadata: described(v.record(v.string(), v.string()), 'The caller’s keys and values; not printed.'),
  sendOn: described(
    v.nullable(v.string()),
    'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
  ),
  approvalRequired: described(
    v.boolean(),
    'True if it is sent only after approval: its Postflow required that when the item was created, or has since. Changing the Postflow doesn’t release it.',
  ),
  approvedAt: described(
    v.nullable(dateTime),
    'When it was approved, RFC 3339 in UTC; null if it was not, or need not be.',
  ),
  rejectedAt: described(
    v.nullable(dateTime),
    'When it was rejected and became CANCELLED, RFC 3339 in UTC; null if it was not, or before this was recorded.',
  ),
  runId: described(v.nullable(v.string()), 'Its run, `run_…`; null before SCHEDULED.'),
  sequence: described(
    v.nullable(integer),
    'Position in the run’s package, starting at 1; null before rendering.',
  ),
  cancellableUntil: described(
    v.nullable(dateTime),
    'The cutoff of its run, RFC 3339 in UTC, until which it can be cancelled. Null without a run.',
  ),
  suppression: described(
    suppression,
    'The suppression entry that stopped it; null if none did, and without `items.read`.',
  ),
  tracking: described(
    v.object({
      code: described(v.string(), 'The printed code that identifies the piece: 12 characters.'),
      url: described(
        v.string(),
        'URL in the QR code, which redirects to the tracking target. In upper case, which makes the code smaller.',
      ),
      optOutUrl: described(v.string(), 'URL where the recipient opts out of further mail.'),
    }),
    'The QR code on the piece.',
  ),
  scanCount: described(integer, 'Number of scans of the QR code.'),
  reprintOfItemId: described(
    v.nullable(v.string()),
    'The item that this one reprints, `itm_…`; null if it isn’t a reprint.',
  ),
  reprintedAsItemId: described(
    v.nullable(v.string()),
    'The reprint of this item, `itm_…`; null without one.',
  ),
  correctionOfItemId: described(
    v.nullable(v.string()),
    'The rejected item that this one corrects, `itm_…`; null if there is none.',
  ),
  correctedAsItemId: described(
    v.nullable(v.string()),
    'The latest corrected copy of this rejected item, `itm_…`; null without one.',
  ),
  erasure: described(
    v.nullable(
      v.object({
        requestedAt: described(dateTime, 'When erasure was requested, RFC 3339 in UTC.'),
        completedAt: described(
          v.nullable(dateTime),
          'When the data were erased everywhere, RFC 3339 in UTC; null until then.',
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

export const bulkResult = namedObject('ItemBulkResult', 'Outcome of each row.', {
  results: described(
    v.array(
      v.variant('status', [
        namedObject('ItemBulkCreated', 'A row that became an item.', {
          index: described(integer, 'Position of the row in the request, starting at 0.'),
          status: described(v.literal('created'), 'The row became an item.'),
          item: described(itemSchema, 'The item.'),
        }),
        namedObject('ItemBulkInvalid', 'A row that did not become an item.', {
          index: described(integer, 'Position of the row in the request, starting at 0.'),
          status: described(v.literal('invalid'), 'The row did not become an item.'),
          errors: described(v.array(parameterErrorSchema), 'All offending fields of the row.'),
        }),
      ]),
    ),
    'A result for each row, in order.',
  ),
  createdCount: described(integer, 'Number of rows that became items.'),
  invalidCount: described(integer, 'Number of rows that did not.'),
})

export const itemCounts = namedObject('ItemCounts', 'Number of items that match the filters.', {
  byStatus: described(itemsByStatus, 'Number of matching items in each status.'),
  totalCount: described(integer, 'Total number in all statuses.'),
  isCapped: described(
    v.boolean(),
    'True if counting stopped at 10,000 items, or 1,000,000 with `exact=true`: the numbers are those of the newest items.',
  ),
  fingerprint: described(
    v.nullable(v.string()),
    'With `exact=true`: identifies these items in their present revisions, for `expectedFingerprint` of `itemActions.create`. It changes when an item changes or starts or stops matching the filters. Opaque; null without `exact=true`, and if `isCapped` is true.',
  ),
})

export const validationResult = namedObject('ItemValidation', 'The predicted result of `items.create`.', {
  valid: described(v.boolean(), 'Whether there are no errors and no suppression.'),
  status: described(itemStatus, 'The predicted status.'),
  heldReason: described(v.nullable(heldReason), 'Why it would be HELD; null otherwise.'),
  findings: described(v.array(findingSchema), 'Errors and warnings.'),
  suppression: described(
    suppression,
    'The suppression entry that would stop it; null if none would, and without `items.read`.',
  ),
  waits: described(
    v.array(findingSchema),
    'Why a live piece would be rendered and then wait instead of being printed, each as a warning: `no_live_printer` (no printer is configured), `live_printing_held` (printing is paused). Creating is still allowed; empty in test mode.',
  ),
  templateVersionId: described(v.string(), 'The template version to print, `tv_…`.'),
  priceCents: described(integer, 'Price in cents, net of VAT.'),
  currency: fields.currency,
  cancellableUntil: described(
    v.nullable(dateTime),
    'The cutoff of the run that would take it, RFC 3339 in UTC; null if it would not be scheduled.',
  ),
})

export type BulkResult = v.InferOutput<typeof bulkResult>

export const itemParams = v.strictObject({ id: described(v.string(), 'The item, `itm_…`.') })

export const historySchema = namedObject('ItemHistory', 'A status of an item.', {
  data: described(
    v.array(
      v.object({
        status: described(itemStatus, 'The status.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
        heldReason: described(v.nullable(heldReason), 'Why it was HELD; null in other statuses.'),
        reason: described(
          v.nullable(v.string()),
          'The reason as a sentence, or as entered for a rejection; null for none.',
        ),
        decision: described(
          v.nullable(v.picklist(itemDecisions)),
          '`APPROVED` or `REJECTED` if a user or key decided; null otherwise.',
        ),
        by: described(
          v.nullable(actorSchema),
          'Who decided, users by name; null without a decision, or if not recorded.',
        ),
      }),
    ),
    'Every status of the item, oldest first.',
  ),
})

const text = (max: number) => v.pipe(v.string(), v.maxLength(max), storable)

/** Numbers are accepted as written in JSON; printed values are text. */
const dataValue = v.pipe(
  v.union(
    [text(limits.dataValueLength), v.pipe(v.number(), v.finite())],
    itemInputSentences.message('invalid_type.merge_field'),
  ),
  v.transform(String),
)
/** Merge field values of items and previews. */
export const itemData = v.pipe(
  v.record(v.pipe(text(limits.dataNameLength), v.minLength(1)), dataValue),
  v.maxEntries(limits.dataFields),
)
const metadataKey = v.pipe(text(limits.metadataKeyLength), v.minLength(1))
const metadataValue = text(limits.metadataValueLength)
const metadata = v.pipe(v.record(metadataKey, metadataValue), v.maxEntries(limits.metadataEntries))
/** One request may remove every possible entry and set as many others. */
const metadataPatch = v.pipe(
  v.record(metadataKey, v.nullable(metadataValue)),
  v.maxEntries(2 * limits.metadataEntries),
)
const reference = text(limits.referenceLength)
/** Name of a cost centre. */
export const billingGroup = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(limits.billingGroupLength),
  storable,
)
/** A calendar day, `YYYY-MM-DD`. */
export const itemDay = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))

const words = {
  recipient: described(recipientSchema, 'The recipient.'),
  data: described(
    v.optional(itemData, {}),
    'Merge fields to print, by name: `{"firstName": "Zoë"}`. Numbers are printed as written in JSON. Missing required fields are findings.',
  ),
  reference: described(
    v.optional(v.nullable(reference), null),
    'Your reference, e.g. an order number; lists filter by it. Null for none.',
  ),
  billingGroup: described(
    v.optional(v.nullable(billingGroup)),
    'Cost centre, at most 64 characters: monthly invoices and analytics list each separately. Default: that of the Postflow or Postbatch; null for none.',
  ),
  metadata: described(
    v.optional(v.nullable(metadata), null),
    'Your keys and values, not printed: `{"campaign": "spring"}`. Null for none.',
  ),
  addressOverride: described(
    v.optional(v.boolean(), false),
    'True takes responsibility for the recipient: errors of the address, and a second piece to the same recipient (`duplicate_recipient`), become warnings.',
  ),
}
export const itemInput = namedStrictObject('ItemCreate', 'A new item of a Postflow.', {
  postflowId: described(id, 'Its Postflow, `pfl_…`.'),
  ...words,
  sendOn: described(
    v.optional(v.nullable(itemDay), null),
    'Earliest day of production, `YYYY-MM-DD`, in the organisation’s time zone; not in the past. Null for the next run.',
  ),
  correctionOfItemId: described(
    v.optional(v.nullable(id)),
    'The rejected item that this one corrects, `itm_…`, which then names this one in `correctedAsItemId`. One copy at a time: another is refused until that one has ended without being printed. Null if it corrects none.',
  ),
})
export const postbatchItemInput = namedStrictObject(
  'PostbatchItemCreate',
  'A new item of a Postbatch, which has the template, product and settings.',
  words,
)
export type PostbatchItemInput = v.InferOutput<typeof postbatchItemInput>

export type ItemInput = v.InferOutput<typeof itemInput>

export const itemPatch = namedStrictObject('ItemUpdate', 'Changes to an item. Omitted fields don’t change.', {
  recipient: described(
    v.optional(recipientPatch),
    'Merged into the recipient: omitted fields don’t change, null removes one.',
  ),
  data: described(v.optional(itemData), 'Replaces all merge fields.'),
  reference: described(
    v.optional(v.nullable(reference)),
    'Your reference; null removes it. Can change in any status.',
  ),
  billingGroup: described(
    v.optional(v.nullable(billingGroup)),
    'Cost centre; null for none. Can change before SCHEDULED.',
  ),
  metadata: described(
    v.optional(v.nullable(metadataPatch)),
    'Merged into the metadata: omitted keys don’t change, null removes one; null instead of an object removes all. Can change in any status.',
  ),
  sendOn: described(
    v.optional(v.nullable(itemDay)),
    'Earliest day of production, `YYYY-MM-DD`; null for the next run.',
  ),
  addressOverride: described(
    v.optional(v.boolean()),
    'True takes responsibility for the recipient: errors of the address, and a second piece to the same recipient (`duplicate_recipient`), become warnings. Changing the address resets it to false, unless the same request sets it.',
  ),
})
export type ItemPatch = v.InferOutput<typeof itemPatch>

/**
 * Rows are parsed separately in `prepareBulk`, so that a bad one doesn't refuse the others. The API document
 * shows their schema; here any value is accepted.
 */
const bulkOf = <S extends typeof itemInput | typeof postbatchItemInput>(name: string, row: S) => {
  const anyRow = { ...v.union([row, v.unknown()]), '~run': v.unknown()['~run'] }
  return namedStrictObject(name, 'Items to create in one request.', {
    items: described(
      v.pipe(v.array(anyRow), v.minLength(1), v.maxLength(limits.bulkItems)),
      'The items, 1 to 500. Each is validated separately: an invalid one doesn’t refuse the others.',
    ),
  })
}
export const bulkInput = bulkOf('ItemBulkCreate', itemInput)
export const postbatchBulkInput = bulkOf('PostbatchItemBulkCreate', postbatchItemInput)

export const rejectInput = v.optional(
  namedStrictObject('ItemReject', 'The reason of a rejection.', {
    reason: described(v.optional(text(limits.reasonLength)), 'The reason, for the item’s history.'),
  }),
  {},
)

export const reprintInput = v.optional(
  namedStrictObject('ItemReprint', 'Options of a reprint.', {
    charge: described(v.optional(v.boolean(), true), 'False reprints free of charge, for operators only.'),
  }),
  { charge: true },
)

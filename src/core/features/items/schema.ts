import * as v from 'valibot'
import { recipientOutput, recipientPatch, recipientSchema } from '../../address/index.ts'
import { findingSchema } from '../../kernel/finding.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'
import { heldReason, itemStatus, suppressionMatchPart } from '../../model/wire-enums.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** What neither UTF-8 nor a database can keep. */
const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'The text holds characters that cannot be stored.',
)
const text = (max: number) => v.pipe(v.string(), v.maxLength(max), storable)

/** Numbers are taken as they are written in JSON; on paper everything is text. */
const dataValue = v.pipe(
  v.union(
    [text(limits.dataValueLength), v.pipe(v.number(), v.finite())],
    'A merge field is text or a number.',
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
/** A day of the calendar, `YYYY-MM-DD`. */
export const itemDay = v.pipe(
  v.string(),
  v.check(isCalendarDay, 'Write a day of the calendar as YYYY-MM-DD.'),
)

const suppression = v.nullable(
  namedObject('ItemSuppression', 'The suppression entry that matched, as it was then.', {
    id: v.string(),
    reason: v.string(),
    advertisingCategory: v.nullable(v.string()),
    matchedBy: v.array(suppressionMatchPart),
  }),
)

export const itemSchema = namedObject('Item', 'A piece of mail to one recipient.', {
  id: v.string(),
  isTest: v.boolean(),
  /** Null for an item of a Postbatch. */
  postflowId: v.nullable(v.string()),
  postbatchId: v.nullable(v.string()),
  templateVersionId: v.string(),
  productId: v.string(),
  productSpecificationId: v.string(),
  advertisingCategory: v.nullable(v.string()),
  status: itemStatus,
  heldReason: v.nullable(heldReason),
  /** What is wrong (errors, in NEEDS_ATTENTION) or worth knowing (warnings). */
  findings: v.array(findingSchema),
  recipient: recipientOutput,
  addressOverride: v.boolean(),
  data: v.record(v.string(), v.string()),
  reference: v.nullable(v.string()),
  metadata: v.record(v.string(), v.string()),
  /** Earliest day of production, `YYYY-MM-DD`. */
  sendOn: v.nullable(v.string()),
  approvedAt: v.nullable(dateTime),
  runId: v.nullable(v.string()),
  /** 1-based place in the run's package, once rendered. */
  sequence: v.nullable(integer),
  /** The cutoff of its run: from then on it cannot be cancelled. */
  cancellableUntil: v.nullable(dateTime),
  suppression,
  /** What the QR code on the piece says, and where its recipient refuses further mail. */
  tracking: v.object({ code: v.string(), url: v.string(), optOutUrl: v.string() }),
  scanCount: integer,
  /** The item that this one prints again. */
  reprintOfItemId: v.nullable(v.string()),
  /** The item that prints this one again. */
  reprintedAsItemId: v.nullable(v.string()),
  /** Null while its recipient is known; `completedAt` is null until they are gone from every place. */
  erasure: v.nullable(v.object({ requestedAt: dateTime, completedAt: v.nullable(dateTime) })),
  /** Net of VAT. */
  priceCents: integer,
  currency: v.string(),
  revision: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type Item = v.InferOutput<typeof itemSchema>

const words = {
  recipient: recipientSchema,
  data: v.optional(itemData, {}),
  reference: v.optional(v.nullable(reference), null),
  metadata: v.optional(v.nullable(metadata), null),
  addressOverride: v.optional(v.boolean(), false),
}
export const itemInput = namedStrictObject('ItemCreate', 'A new item of a Postflow.', {
  postflowId: id,
  ...words,
  sendOn: v.optional(v.nullable(itemDay), null),
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
    recipient: v.optional(recipientPatch),
    data: v.optional(itemData),
    reference: v.optional(v.nullable(reference)),
    metadata: v.optional(v.nullable(metadataPatch)),
    sendOn: v.optional(v.nullable(itemDay)),
    addressOverride: v.optional(v.boolean()),
  },
)
export type ItemPatch = v.InferOutput<typeof itemPatch>

/**
 * Rows are read one by one, so that a bad one does not refuse the others, and later (`prepareBulk`): the API document
 * says what they are, and here every one is taken as it comes.
 */
const bulkOf = <S extends typeof itemInput | typeof postbatchItemInput>(name: string, row: S) => {
  const anyRow = { ...v.union([row, v.unknown()]), '~run': v.unknown()['~run'] }
  return namedStrictObject(name, 'Items to create in one request.', {
    items: v.pipe(v.array(anyRow), v.minLength(1), v.maxLength(limits.bulkItems)),
  })
}
export const bulkInput = bulkOf('ItemBulkCreate', itemInput)
export const postbatchBulkInput = bulkOf('PostbatchItemBulkCreate', postbatchItemInput)

export const bulkResult = namedObject('ItemBulkResult', 'What became of each row.', {
  /** One for each row, in their order. */
  results: v.array(
    v.variant('status', [
      namedObject('ItemBulkCreated', 'A row that became an item.', {
        index: integer,
        status: v.literal('created'),
        item: itemSchema,
      }),
      namedObject('ItemBulkInvalid', 'A row that did not become an item.', {
        index: integer,
        status: v.literal('invalid'),
        errors: v.array(parameterErrorSchema),
      }),
    ]),
  ),
  createdCount: integer,
  invalidCount: integer,
})

export const validationResult = namedObject('ItemValidation', 'What `items.create` would answer now.', {
  /** No error findings and no suppression. */
  valid: v.boolean(),
  /** What `items.create` would answer now. */
  status: itemStatus,
  heldReason: v.nullable(heldReason),
  findings: v.array(findingSchema),
  suppression,
  templateVersionId: v.string(),
  priceCents: integer,
  currency: v.string(),
  /** The cutoff of the run that would take it; null where it would not be scheduled. */
  cancellableUntil: v.nullable(dateTime),
})

export type BulkResult = v.InferOutput<typeof bulkResult>

export const itemParams = v.strictObject({ id: v.string() })

export const rejectInput = v.optional(
  namedStrictObject('ItemReject', 'Why an item is rejected.', {
    reason: v.optional(text(limits.reasonLength)),
  }),
  {},
)

export const reprintInput = v.optional(
  namedStrictObject('ItemReprint', 'How an item is printed again.', {
    /** `false`: free of charge, for operators. */
    charge: v.optional(v.boolean(), true),
  }),
  { charge: true },
)

export const historySchema = namedObject('ItemHistory', 'The statuses that an item has had.', {
  data: v.array(
    v.object({
      status: itemStatus,
      at: dateTime,
      heldReason: v.nullable(heldReason),
      reason: v.nullable(v.string()),
    }),
  ),
})

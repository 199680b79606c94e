import * as v from 'valibot'
import { recipientPatch, recipientSchema } from '../../address/schema.ts'
import { ruleSentences } from '../../kernel/rule-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { id, storable } from '../../kernel/wire-fields.ts'
import { described, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'
import { itemInputSentences } from './sentences.ts'

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

import * as v from 'valibot'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemStatuses } from '../../model/items-lifecycle.ts'
import { postbatchStatus, priceZone } from '../../model/wire-enums.ts'
import { mailingSettings, mailingName as name } from '../items/mailing-schema.ts'
import { itemDay } from '../items/schema.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())

export const postbatchSchema = namedObject(
  'Postbatch',
  'A mailing to a list of recipients, approved and sent as a whole.',
  {
    id: v.string(),
    isTest: v.boolean(),
    name: v.string(),
    description: v.nullable(v.string()),
    status: postbatchStatus,
    templateId: v.string(),
    /** Pinned: publishing a new version changes nothing until the Postbatch is patched. */
    templateVersionId: v.string(),
    productId: v.string(),
    productSpecificationId: v.string(),
    advertisingCategory: v.nullable(v.string()),
    returnAddressId: v.nullable(v.string()),
    trackingTargetUrl: v.nullable(v.string()),
    /** Earliest day of production, `YYYY-MM-DD`. */
    sendOn: v.nullable(v.string()),
    allowDuplicates: v.boolean(),
    itemCount: integer,
    /** How many of its items are in each status now. */
    itemsByStatus: v.object(
      Object.fromEntries(itemStatuses.map((status) => [status, integer])) as Record<
        (typeof itemStatuses)[number],
        typeof integer
      >,
    ),
    /** The runs that hold its items: one, unless a cutoff passed while they were being scheduled. */
    runs: v.array(v.object({ id: v.string(), cutoffAt: dateTime, itemCount: integer })),
    /** The earliest cutoff of those runs: from then on it cannot be cancelled. Null before it is scheduled. */
    cancellableUntil: v.nullable(dateTime),
    revision: integer,
    createdAt: dateTime,
    updatedAt: dateTime,
    validatedAt: v.nullable(dateTime),
    approvedAt: v.nullable(dateTime),
    scheduledAt: v.nullable(dateTime),
    inProductionAt: v.nullable(dateTime),
    completedAt: v.nullable(dateTime),
    cancelledAt: v.nullable(dateTime),
  },
)
export type Postbatch = v.InferOutput<typeof postbatchSchema>

const settings = {
  ...mailingSettings,
  sendOn: v.optional(v.nullable(itemDay)),
  /** The same person at the same address may get it twice; otherwise the second one needs attention. */
  allowDuplicates: v.optional(v.boolean()),
}
export const postbatchInput = namedStrictObject(
  'PostbatchCreate',
  'A new Postbatch: exactly one of `templateVersionId` and `templateId`.',
  { name, ...settings },
)
export const postbatchPatch = namedStrictObject(
  'PostbatchUpdate',
  'Changes to a Postbatch; a field that is not sent stays as it is.',
  { name: v.optional(name), ...settings },
)
export type PostbatchPatch = v.InferOutput<typeof postbatchPatch>

export const postbatchParams = v.strictObject({ id: v.string() })

export const quoteSchema = namedObject('PostbatchQuote', 'What a Postbatch costs as it is now.', {
  postbatchId: v.string(),
  status: postbatchStatus,
  currency: v.string(),
  /** By country zone, seen from the organisation's country. */
  lines: v.array(
    v.object({
      zone: priceZone,
      quantity: integer,
      unitPriceCents: integer,
      amountCents: integer,
    }),
  ),
  quantity: integer,
  /** Net of VAT: what approving reserves, and what production captures. */
  subtotalCents: integer,
  vatRate: integer,
  vatCents: integer,
  totalCents: integer,
  /** Items that are not sent and not charged. */
  leftOut: v.object({ needsAttention: integer, suppressed: integer }),
  /** What may be spent now; null in test mode and where nothing is prepaid. */
  availableCents: v.nullable(integer),
  /** What has to be topped up before it can be approved; null where no balance is needed. */
  missingCents: v.nullable(integer),
})
export type Quote = v.InferOutput<typeof quoteSchema>

import * as v from 'valibot'
import { postflowStatuses } from './lifecycle.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'The text holds characters that cannot be stored.',
    ),
  )
const name = v.pipe(text(120), v.minLength(1))
const webAddress = v.pipe(
  text(2_000),
  v.check((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Write a web address: https://…'),
)
const approval = v.picklist(['NONE', 'PER_ITEM'])
const duplicateWindowDays = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365))

export const postflowSchema = v.object({
  id: v.string(),
  isTest: v.boolean(),
  name: v.string(),
  description: v.nullable(v.string()),
  status: v.picklist(postflowStatuses),
  templateId: v.string(),
  /** Pinned: publishing a new version changes nothing until the Postflow is patched. */
  templateVersionId: v.string(),
  productId: v.string(),
  productSpecificationId: v.string(),
  advertisingCategory: v.nullable(v.string()),
  /** `PER_ITEM`: each item waits in PENDING_APPROVAL. */
  approval,
  returnAddressId: v.nullable(v.string()),
  trackingTargetUrl: v.nullable(v.string()),
  duplicateWindowDays: integer,
  revision: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  activatedAt: v.nullable(dateTime),
  archivedAt: v.nullable(dateTime),
})
export type Postflow = v.InferOutput<typeof postflowSchema>

/** What create and patch share. */
const settings = {
  description: v.optional(v.nullable(text(500))),
  /** One published version … */
  templateVersionId: v.optional(id),
  /** … or a template: its latest published version, as of now. */
  templateId: v.optional(id),
  advertisingCategory: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(41)))),
  approval: v.optional(approval),
  /** Above the recipient; null for the organisation's default. */
  returnAddressId: v.optional(v.nullable(id)),
  /** Where a scan of a piece's QR code leads. */
  trackingTargetUrl: v.optional(v.nullable(webAddress)),
  /** Days within which the same recipient again is a `duplicate_recipient`; 0 (the default) switches it off. */
  duplicateWindowDays: v.optional(duplicateWindowDays),
}
export const postflowInput = v.strictObject({ name, ...settings })
export const postflowPatch = v.strictObject({ name: v.optional(name), ...settings })
export type PostflowPatch = v.InferOutput<typeof postflowPatch>

export const postflowParams = v.strictObject({ id: v.string() })

export const pauseInput = v.optional(
  v.strictObject({
    /** Takes items back that are scheduled, as long as their run is open. */
    holdScheduled: v.optional(v.boolean(), false),
  }),
  {},
)

import * as v from 'valibot'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { postflowStatus } from '../../model/wire-enums.ts'
import { mailingSettings, mailingName as name } from '../items/mailing-schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())
const approval = named(
  'PostflowApproval',
  '`NONE`: items go as they come; `PER_ITEM`: each item waits in PENDING_APPROVAL until it is approved.',
  v.picklist(['NONE', 'PER_ITEM']),
)
const duplicateWindowDays = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365))

export const postflowSchema = namedObject(
  'Postflow',
  'A standing mailing: items are added one by one and go with the next production run.',
  {
    id: v.string(),
    isTest: v.boolean(),
    name: v.string(),
    description: v.nullable(v.string()),
    status: postflowStatus,
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
  },
)
export type Postflow = v.InferOutput<typeof postflowSchema>

/** What create and patch share. */
const settings = {
  ...mailingSettings,
  approval: v.optional(approval),
  /** Days within which the same recipient again is a `duplicate_recipient`; 0 (the default) switches it off. */
  duplicateWindowDays: v.optional(duplicateWindowDays),
}
export const postflowInput = namedStrictObject(
  'PostflowCreate',
  'A new Postflow: exactly one of `templateVersionId` and `templateId`.',
  { name, ...settings },
)
export const postflowPatch = namedStrictObject(
  'PostflowUpdate',
  'Changes to a Postflow; a field that is not sent stays as it is.',
  { name: v.optional(name), ...settings },
)
export type PostflowPatch = v.InferOutput<typeof postflowPatch>

export const postflowParams = v.strictObject({ id: v.string() })

export const pauseInput = v.optional(
  namedStrictObject('PostflowPause', 'How a Postflow is paused.', {
    /** Takes items back that are scheduled, as long as their run is open. */
    holdScheduled: v.optional(v.boolean(), false),
  }),
  {},
)

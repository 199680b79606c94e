import * as v from 'valibot'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { postflowStatus } from '../../model/wire-enums.ts'
import { mailingFields, mailingName as name } from '../items/mailing-schema.ts'

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
    id: described(v.string(), 'The Postflow, `pfl_…`.'),
    isTest: fields.isTest,
    name: described(v.string(), 'Name for people.'),
    description: described(v.nullable(v.string()), 'A note for people; null if there is none.'),
    status: described(postflowStatus, 'Whether it takes items.'),
    templateId: fields.templateId,
    templateVersionId: described(
      v.string(),
      'The version of the template that is printed, `tv_…`. Publishing a new version changes nothing until the Postflow is patched.',
    ),
    productId: fields.productId,
    productSpecificationId: fields.productSpecificationId,
    advertisingCategory: described(
      v.nullable(v.string()),
      'Key of what it advertises, e.g. `retail`; null for transactional mail.',
    ),
    approval: described(approval, 'Whether its items wait for approval.'),
    returnAddressId: described(
      v.nullable(v.string()),
      'The return address, `ret_…`; null for the organisation’s default.',
    ),
    trackingTargetUrl: described(
      v.nullable(v.string()),
      'Web address to which a scan of a piece’s QR code leads; null if nowhere.',
    ),
    duplicateWindowDays: described(
      integer,
      'Days within which an item to the same recipient is a duplicate and needs attention; 0: never.',
    ),
    revision: fields.revision,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    activatedAt: described(
      v.nullable(dateTime),
      'When it was activated last, RFC 3339 in UTC; null until then.',
    ),
    archivedAt: described(v.nullable(dateTime), 'When it was archived, RFC 3339 in UTC; null if it was not.'),
  },
)
export type Postflow = v.InferOutput<typeof postflowSchema>

/** What create and patch share. */
const settings = {
  ...mailingFields,
  approval: described(v.optional(approval), 'Whether its items wait for approval; `NONE` by default.'),
  duplicateWindowDays: described(
    v.optional(duplicateWindowDays),
    'Days within which an item to the same recipient is a duplicate (`duplicate_recipient`) and needs attention; 0, the default, switches it off.',
  ),
}
export const postflowInput = namedStrictObject(
  'PostflowCreate',
  'A new Postflow: exactly one of `templateVersionId` and `templateId`.',
  { name: described(name, 'Name for people, 1 to 120 characters.'), ...settings },
)
export const postflowPatch = namedStrictObject(
  'PostflowUpdate',
  'Changes to a Postflow; a field that is not sent stays as it is.',
  { name: described(v.optional(name), 'Name for people, 1 to 120 characters.'), ...settings },
)
export type PostflowPatch = v.InferOutput<typeof postflowPatch>

export const postflowParams = v.strictObject({ id: described(v.string(), 'The Postflow, `pfl_…`.') })

export const pauseInput = v.optional(
  namedStrictObject('PostflowPause', 'How a Postflow is paused.', {
    holdScheduled: described(
      v.optional(v.boolean(), false),
      'Also takes back items that are scheduled, as long as their run is open.',
    ),
  }),
  {},
)

import * as v from 'valibot'
import {
  dateTime,
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { postflowStatus } from '../../model/wire-enums.ts'
import { mailingAnswer, mailingFields, mailingName as name } from '../items/mailing-settings.ts'

const approval = named(
  'PostflowApproval',
  '`NONE`: items proceed without approval; `PER_ITEM`: each item waits in PENDING_APPROVAL until approved.',
  v.picklist(['NONE', 'PER_ITEM']),
)
const duplicateWindowDays = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365))

export const postflowSchema = namedObject(
  'Postflow',
  'A standing mailing: items are added one by one and go with the next production run.',
  {
    id: described(v.string(), 'The Postflow, `pfl_…`.'),
    ...mailingAnswer('Postflow'),
    status: described(postflowStatus, 'Present status.'),
    approval: described(approval, 'Whether its items wait for approval.'),
    duplicateWindowDays: described(
      integer,
      'Days within which an item to the same recipient is a duplicate and needs attention; 0: never.',
    ),
    revision: fields.revision,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    activatedAt: described(
      v.nullable(dateTime),
      'When it was last activated, RFC 3339 in UTC; null until then.',
    ),
    archivedAt: described(v.nullable(dateTime), 'When it was archived, RFC 3339 in UTC; null if it was not.'),
  },
)
export type Postflow = v.InferOutput<typeof postflowSchema>

/** Shared by create and patch. */
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
  { name: described(name, 'Display name, 1 to 120 characters.'), ...settings },
)
export const postflowPatch = namedStrictObject(
  'PostflowUpdate',
  'Changes to a Postflow. Omitted fields don’t change.',
  { name: described(v.optional(name), 'Display name, 1 to 120 characters.'), ...settings },
)
export type PostflowPatch = v.InferOutput<typeof postflowPatch>

export const postflowParams = v.strictObject({ id: described(v.string(), 'The Postflow, `pfl_…`.') })

export const pauseInput = v.optional(
  namedStrictObject('PostflowPause', 'Options of a pause.', {
    holdScheduled: described(
      v.optional(v.boolean(), false),
      'Also holds scheduled items, as long as their run is open.',
    ),
  }),
  {},
)

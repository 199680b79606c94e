import * as v from 'valibot'
import { sentFilters } from '../../engine/list/page.ts'
import { defaultConfig } from '../../kernel/config.ts'
import { type ErrorCode, errorCatalogue } from '../../kernel/errors.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
  storable,
} from '../../kernel/wire-schema.ts'
import { itemActionFailureCodes, itemActionKinds, itemActionStatuses } from '../../model/item-actions.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'

const itemActionKind = named(
  'ItemActionKind',
  'The action on each item: `APPROVE`, `REJECT`, `CANCEL` or `REPRINT`, like `items.approve` and so on.',
  v.picklist(itemActionKinds),
)

const itemActionStatus = named(
  'ItemActionStatus',
  'Status of an item action. `PENDING`: waits; `PROCESSING`: in progress; `COMPLETED`: every item was processed or refused; `CANCELLED`: stopped, processed items stay processed; `REFUSED`: the filters matched another number of items than expected when more than 10,000 were gathered, and nothing was done, or another reason given by `failureCode`.',
  v.picklist(itemActionStatuses),
)

export const itemActionInput = namedStrictObject('ItemActionCreate', 'A new action on many items.', {
  action: described(itemActionKind, 'The action on each item.'),
  ids: described(
    v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(limits.actionIds))),
    'The items, `itm_…`, 1 to 10,000, without repetition, processed in this order. Either these or `filters`.',
  ),
  filters: described(
    v.optional(sentFilters(limits.actionFilters)),
    'Selects the items that match now, at most 1,000,000, processed oldest first. Filters of `items.list`, written as there: `?filter[status]=PENDING_APPROVAL` becomes `"filter[status]": "PENDING_APPROVAL"`; `{}` selects every item. Requires `expectedCount`.',
  ),
  expectedCount: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(defaultConfig.itemsByFilters))),
    'With `filters`: the number of matching items that the caller saw, from `items.counts` with `exact=true`. If it is now another number, nothing is done (409 `count_changed`, or the status `REFUSED`).',
  ),
  expectedFingerprint: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.fingerprintLength))),
    'With `filters`: the `fingerprint` from `items.counts` with the same filters and `exact=true`. If an item has changed since, nothing is done (412 `revision_conflict`, without `items.read` 409 `count_changed`, or the status `REFUSED`); an item that changes before it is processed fails with `revision_conflict` and doesn’t change.',
  ),
  revisions: described(
    v.optional(
      v.pipe(v.array(v.pipe(integer, v.minValue(1))), v.minLength(1), v.maxLength(limits.actionIds)),
    ),
    'With `ids`: the revision of each item that the caller saw, in order of `ids`. An item with another revision fails with `revision_conflict` and doesn’t change.',
  ),
  reason: described(
    v.optional(v.pipe(v.string(), v.maxLength(limits.reasonLength), storable)),
    'With `REJECT`: the reason, for the history of each item.',
  ),
  charge: described(
    v.optional(v.boolean()),
    'With `REPRINT`: false reprints free of charge, for operators only. Default: true.',
  ),
})
export type ItemActionInput = v.InferOutput<typeof itemActionInput>

export const itemActionSchema = namedObject('ItemAction', 'A background action on many items.', {
  id: described(v.string(), 'The item action, `act_…`.'),
  isTest: fields.isTest,
  action: described(itemActionKind, 'The action on each item.'),
  reason: described(v.nullable(v.string()), 'The reason of a rejection; null for none.'),
  charge: described(v.boolean(), 'Whether reprints are charged; true for other actions.'),
  status: described(itemActionStatus, 'Present status.'),
  failureCode: described(
    v.nullable(v.picklist(itemActionFailureCodes)),
    'Why it was REFUSED. `permission_withdrawn`: its caller lost the permission; processed items stay processed, and `itemActions.restart` does the rest. `revision_conflict`: an item changed before all were gathered, so `expectedFingerprint` no longer fits, and nothing was done. Null otherwise.',
  ),
  totalCount: described(integer, 'Number of items.'),
  doneCount: described(integer, 'Number of processed items, succeeded and failed.'),
  succeededCount: described(integer, 'Number of items that succeeded.'),
  failedCount: described(
    integer,
    'Number of items that failed: `itemActions.failures` lists them with reasons.',
  ),
  createdAt: fields.createdAt,
  completedAt: described(
    v.nullable(dateTime),
    'When it was COMPLETED, CANCELLED or REFUSED, RFC 3339 in UTC; null until then.',
  ),
  expiresAt: described(
    dateTime,
    'When it is deleted with its failures, RFC 3339 in UTC: thirty days of real time after the request. In test mode shown on the test clock, like `createdAt`.',
  ),
})
export type ItemAction = v.InferOutput<typeof itemActionSchema>

export const itemActionFailureSchema = namedObject(
  'ItemActionFailure',
  'An item that failed and didn’t change.',
  {
    index: described(integer, 'Position of the item in the action, starting at 0.'),
    itemId: described(v.string(), 'The item, `itm_…`.'),
    code: described(
      v.picklist(Object.keys(errorCatalogue) as ErrorCode[]),
      'Problem code of the operation on this item alone.',
    ),
    detail: described(v.string(), 'The problem as a sentence.'),
  },
)

export const itemActionParams = v.strictObject({ id: described(v.string(), 'The item action, `act_…`.') })

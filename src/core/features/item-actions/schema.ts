import * as v from 'valibot'
import { sentFilters } from '../../engine/list/page.ts'
import { defaultConfig } from '../../kernel/config.ts'
import { type ErrorCode, errorCatalogue } from '../../kernel/errors.ts'
import { dateTime, fields, id, integer, storable } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemActionFailureCodes, itemActionKinds, itemActionStatuses } from '../../model/item-actions.ts'
import { itemLimits as limits } from '../../model/item-limits.ts'

const itemActionKind = named(
  'ItemActionKind',
  'What is done to each item: `APPROVE`, `REJECT`, `CANCEL` or `REPRINT`, as `items.approve` and so on do it.',
  v.picklist(itemActionKinds),
)

const itemActionStatus = named(
  'ItemActionStatus',
  'How far an item action is. `PENDING`: waits; `PROCESSING`: is being done; `COMPLETED`: every item was acted on or refused it; `CANCELLED`: stopped, what was done by then stays done; `REFUSED`: its filters let another number of items through than was expected by the time that more than 10,000 were gathered, and nothing was done; or another reason, which `failureCode` gives.',
  v.picklist(itemActionStatuses),
)

export const itemActionInput = namedStrictObject('ItemActionCreate', 'What to do to many items.', {
  action: described(itemActionKind, 'What to do to each of them.'),
  ids: described(
    v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(limits.actionIds))),
    'The items, `itm_…`, 1 to 10,000, each once. They are acted on in this order. Either these, or `filters`.',
  ),
  filters: described(
    v.optional(sentFilters(limits.actionFilters)),
    'The items that these filters let through now, at most 1,000,000; they are acted on oldest first. Filters of `items.list`, written as there: `?filter[status]=PENDING_APPROVAL` is `"filter[status]": "PENDING_APPROVAL"` here; `{}` is every item. Goes with `expectedCount`.',
  ),
  expectedCount: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(defaultConfig.itemsByFilters))),
    'With `filters`: how many items they let through when the caller looked. `items.counts` counts them, with `exact=true` by any filter. Where it is another number now, nothing is done (409 `count_changed`, or the status `REFUSED`).',
  ),
  expectedFingerprint: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.fingerprintLength))),
    'With `filters`: the `fingerprint` that `items.counts` answered by the same filters and `exact=true`. Where an item was changed since, nothing is done (412 `revision_conflict`, without `items.read` 409 `count_changed`, or the status `REFUSED`); an item that is changed before its turn comes refuses with `revision_conflict` and stays as it was.',
  ),
  revisions: described(
    v.optional(
      v.pipe(v.array(v.pipe(integer, v.minValue(1))), v.minLength(1), v.maxLength(limits.actionIds)),
    ),
    'With `ids`: the revision in which the caller has seen each item, in the order of `ids`. An item that has another one by then refuses with `revision_conflict` and stays as it was.',
  ),
  reason: described(
    v.optional(v.pipe(v.string(), v.maxLength(limits.reasonLength), storable)),
    'With `REJECT`: why, for the history of each item.',
  ),
  charge: described(
    v.optional(v.boolean()),
    'With `REPRINT`: false prints free of charge, which only operators may ask for. True if it is not sent.',
  ),
})
export type ItemActionInput = v.InferOutput<typeof itemActionInput>

export const itemActionSchema = namedObject('ItemAction', 'What is done to many items in the background.', {
  id: described(v.string(), 'The item action, `act_…`.'),
  isTest: fields.isTest,
  action: described(itemActionKind, 'What is done to each item.'),
  reason: described(v.nullable(v.string()), 'Why items are rejected; null if no reason was given.'),
  charge: described(v.boolean(), 'Whether reprints are paid for; true for every other action.'),
  status: described(itemActionStatus, 'How far it is.'),
  failureCode: described(
    v.nullable(v.picklist(itemActionFailureCodes)),
    'Why it was REFUSED. `permission_withdrawn`: its caller lost the permission; what was done by then stays done, and `itemActions.restart` does the rest. `revision_conflict`: an item was changed before all of them were gathered, so that `expectedFingerprint` is not theirs, and nothing was done. Null otherwise.',
  ),
  totalCount: described(integer, 'How many items it is about.'),
  doneCount: described(
    integer,
    'How many it has come to so far: those that succeeded and those that failed.',
  ),
  succeededCount: described(integer, 'How many items did what was asked of them.'),
  failedCount: described(integer, 'How many refused it: `itemActions.failures` says which and why.'),
  createdAt: fields.createdAt,
  completedAt: described(
    v.nullable(dateTime),
    'When it was COMPLETED, CANCELLED or REFUSED, RFC 3339 in UTC; null until then.',
  ),
  expiresAt: described(
    dateTime,
    'When it is forgotten, with its failures, RFC 3339 in UTC: thirty days of real time after it was asked for. In test mode it is given on the test clock, as `createdAt` is.',
  ),
})
export type ItemAction = v.InferOutput<typeof itemActionSchema>

export const itemActionFailureSchema = namedObject(
  'ItemActionFailure',
  'An item that refused what was asked of it, and stayed as it was.',
  {
    index: described(integer, 'Its place among the items of the action, counted from 0.'),
    itemId: described(v.string(), 'The item, `itm_…`.'),
    code: described(
      v.picklist(Object.keys(errorCatalogue) as ErrorCode[]),
      'Why, for programs: the code of the problem that the operation on this item alone answers.',
    ),
    detail: described(v.string(), 'Why, as a sentence for people.'),
  },
)

export const itemActionParams = v.strictObject({ id: described(v.string(), 'The item action, `act_…`.') })

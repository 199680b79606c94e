import * as v from 'valibot'
import { dateTime, described, integer, named, namedObject, storable } from '../../kernel/wire-schema.ts'

/** Documented in `docs/limits.md`. */
export const searchLimits = {
  /** Minimum and maximum characters of the search text. */
  shortest: 2,
  longest: 120,
  /** Maximum hits of each kind. */
  hits: 5,
  /** Number of newest items in which a part of a name is searched. */
  namedItems: 100_000,
} as const

export const attentionLimits = {
  /** Rows counted individually. */
  rows: 10_000,
  /** Number of newest unfinished runs examined. */
  runs: 200,
  /** Number of oldest waiting and of newest failed remakes examined. */
  remakes: 200,
  /** Days for which failed imports and rejected items are reported. */
  importDays: 7,
  rejectedDays: 7,
} as const

export const searchInput = v.strictObject({
  q: described(
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(searchLimits.shortest),
      v.maxLength(searchLimits.longest),
      storable,
    ),
    'Part of a name, the beginning of a reference or an id, or a tracking code.',
  ),
})

const kind = named(
  'SearchKind',
  'Kinds of search results.',
  v.picklist(['item', 'postflow', 'postbatch', 'template', 'run']),
)
const match = named(
  'SearchMatch',
  'The matching field.',
  v.picklist(['id', 'trackingCode', 'reference', 'name']),
)

export const searchHit = namedObject('SearchHit', 'A search result.', {
  kind: described(kind, 'Kind of the result.'),
  id: described(v.string(), 'Id of the result, e.g. `itm_…`.'),
  name: described(
    v.nullable(v.string()),
    'Name; of an item, that of the recipient. Null for a run, which has none.',
  ),
  reference: described(
    v.nullable(v.string()),
    'The caller’s own reference of an item; null if there is none.',
  ),
  status: described(v.string(), 'Status, as in its own operation: `SCHEDULED`, `ACTIVE`, ….'),
  matchedBy: described(match, 'The matching field.'),
  createdAt: described(dateTime, 'When it was created, RFC 3339 in UTC.'),
})
export type SearchHit = v.InferOutput<typeof searchHit>

const numberOf = (what: string, needs: string) =>
  described(v.nullable(integer), `${what} Null without the permission ${needs}.`)

export const attentionSchema = namedObject(
  'Attention',
  'Counts of what requires attention. Null if the caller lacks the permission.',
  {
    itemsNeedingAttention: numberOf('Items in NEEDS_ATTENTION, which must be corrected.', 'items.read'),
    itemsPendingApproval: numberOf('Items in PENDING_APPROVAL.', 'items.read'),
    itemsRejected: numberOf(
      'Items rejected in the last seven days without a corrected copy (`correctionOfItemId`), up to 10,000. They are CANCELLED; corrected copies may be created.',
      'items.read',
    ),
    itemsHeldForFunds: numberOf(
      'Items that are HELD because the balance does not cover them, up to 10,000.',
      'items.read',
    ),
    itemsHeldForCap: numberOf(
      'Items that are HELD because they would exceed a spending cap, up to 10,000.',
      'items.read',
    ),
    postbatchesToApprove: numberOf('Postbatches in VALIDATED, waiting for approval.', 'items.read'),
    postbatchesRejected: numberOf(
      'Postbatches in DRAFT after a rejection, to be corrected and validated again.',
      'items.read',
    ),
    importsFailed: numberOf(
      'Imports that failed in the last seven days, except cancelled ones, and imports that are `stalled`.',
      'items.read',
    ),
    connectorsStopped: numberOf(
      'Inbound connectors that only store payloads because their maker lost the permission to create items. An owner must adopt them.',
      'items.read',
    ),
    connectorsToReview: numberOf(
      'Inbound connectors of an earlier version without a recorded maker, which an owner should adopt.',
      'items.read',
    ),
    importsFailedPostbatchId: described(
      v.nullable(v.string()),
      'The Postbatch of all of them, `pbt_…`; null if there is none or more than one.',
    ),
    runsHeldUp: numberOf(
      'Runs that failed, that wait for the correction of their `findings`, whose hand-over is uncertain, or that their printer did not finish.',
      'items.read',
    ),
    suppressionsProposed: numberOf(
      'Live suppression entries proposed by returned mail, in both modes, each to be accepted or dropped.',
      'suppressions.manage',
    ),
    suppressionsUndecided: numberOf(
      'Suppression entries of test mode that await a decision whether they are requests of recipients (`suppressions.testEntries`), in both modes.',
      'suppressions.manage',
    ),
    remakesHeldUp: numberOf(
      'Remakes of spoiled pieces that wait for their printer, whose hand-over is uncertain, that the printer did not finish, or that failed while the printer has their run and no other remake was requested.',
      'runs.manage',
    ),
    remakesHeldUpRunId: described(
      v.nullable(v.string()),
      'The run of the earliest requested of them, `run_…`; null if there is none.',
    ),
    printersAway: numberOf(
      'Printers in use that did not answer, or accepted nothing, at the last attempt; for operators.',
      'printers.manage',
    ),
    endpointsDisabled: numberOf(
      'Webhook endpoints that were disabled after failed deliveries.',
      'webhooks.manage',
    ),
    deliveriesUndelivered: numberOf(
      'Undelivered events (`webhooks.undelivered`), up to 10,000.',
      'webhooks.manage',
    ),
    isBalanceLow: described(
      v.nullable(v.boolean()),
      'Whether the available balance is below the threshold, for prepaying organisations. Null without the permission billing.read, and in test mode.',
    ),
  },
)
export type Attention = v.InferOutput<typeof attentionSchema>

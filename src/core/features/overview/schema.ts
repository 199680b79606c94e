import * as v from 'valibot'
import { dateTime, integer, storable } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'

/** The limits of a search (`docs/limits.md`). */
export const searchLimits = {
  /** Characters of what is looked for. */
  shortest: 2,
  longest: 120,
  /** Hits of each kind. */
  hits: 5,
  /** Items, the newest, among which part of a name is looked for. */
  namedItems: 100_000,
} as const

/** What `attention.get` looks at. */
export const attentionLimits = {
  /** Rows that are counted one by one. */
  rows: 10_000,
  /** Unfinished runs, the newest. */
  runs: 200,
  /** Remakes that wait, the oldest, and that failed, the newest. */
  remakes: 200,
  /** How long a failed import and a rejected item are told of. */
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
    'What to look for: part of a name, the beginning of a reference or of an id, or a tracking code.',
  ),
})

const kind = named(
  'SearchKind',
  'What a search can find.',
  v.picklist(['item', 'postflow', 'postbatch', 'template', 'run']),
)
const match = named(
  'SearchMatch',
  'What of a hit is what was looked for.',
  v.picklist(['id', 'trackingCode', 'reference', 'name']),
)

export const searchHit = namedObject('SearchHit', 'Something that was found.', {
  kind: described(kind, 'What it is.'),
  id: described(v.string(), 'Its id, e.g. `itm_…`.'),
  name: described(
    v.nullable(v.string()),
    'Its name: of an item that of the recipient; null for a run, which has none.',
  ),
  reference: described(
    v.nullable(v.string()),
    'The caller’s own reference of an item; null where there is none.',
  ),
  status: described(v.string(), 'Where it is now, as reading it says: `SCHEDULED`, `ACTIVE`, ….'),
  matchedBy: described(match, 'What of it matches.'),
  createdAt: described(dateTime, 'When it was created, RFC 3339 in UTC.'),
})
export type SearchHit = v.InferOutput<typeof searchHit>

const numberOf = (what: string, needs: string) =>
  described(v.nullable(integer), `${what} Null without the permission ${needs}.`)

export const attentionSchema = namedObject(
  'Attention',
  'What waits for a person. A number that the caller may not know is null.',
  {
    itemsNeedingAttention: numberOf(
      'Items in NEEDS_ATTENTION: something in them has to be mended.',
      'items.read',
    ),
    itemsPendingApproval: numberOf('Items in PENDING_APPROVAL.', 'items.read'),
    itemsRejected: numberOf(
      'Items that were rejected in the last seven days and of which there is no corrected copy (`correctionOfItemId`), up to 10,000: they are CANCELLED, and whoever made them may make others.',
      'items.read',
    ),
    itemsHeldForFunds: numberOf(
      'Items that are HELD because the balance does not cover them, up to 10,000.',
      'items.read',
    ),
    itemsHeldForCap: numberOf(
      'Items that are HELD because their price would pass a spending cap, up to 10,000.',
      'items.read',
    ),
    postbatchesToApprove: numberOf('Postbatches in VALIDATED: they wait for approval.', 'items.read'),
    postbatchesRejected: numberOf(
      'Postbatches that were rejected and are in DRAFT since: they have to be mended and validated anew.',
      'items.read',
    ),
    importsFailed: numberOf(
      'Imports that failed in the last seven days, without those that were cancelled, and imports that are `stalled`.',
      'items.read',
    ),
    connectorsStopped: numberOf(
      'Inbound connectors that only store what they are sent, because their maker lost the right to create items: an owner has to adopt them.',
      'items.read',
    ),
    connectorsToReview: numberOf(
      'Inbound connectors from before their makers were kept, which an owner should adopt.',
      'items.read',
    ),
    importsFailedPostbatchId: described(
      v.nullable(v.string()),
      'The Postbatch that all of them are of, `pbt_…`; null where there is none, or more than one.',
    ),
    runsHeldUp: numberOf(
      'Runs that failed, that wait until what their `findings` name is mended, of which it is not known whether the printer has them, or that their printer did not finish.',
      'items.read',
    ),
    suppressionsProposed: numberOf(
      'Live suppression entries that returned mail proposes, in both modes: a person accepts or drops each.',
      'suppressions.manage',
    ),
    suppressionsUndecided: numberOf(
      'Suppression entries of test mode of which nobody has said yet whether they are wishes of people (`suppressions.testEntries`), in both modes.',
      'suppressions.manage',
    ),
    remakesHeldUp: numberOf(
      'Remakes of spoiled pieces that wait for their printer, of which it is not known whether the printer has them, that it did not finish, or that failed, while the printer has their run and until another is asked for.',
      'runs.manage',
    ),
    remakesHeldUpRunId: described(
      v.nullable(v.string()),
      'The run of the one of them that was asked for first, `run_…`; null where there is none.',
    ),
    printersAway: numberOf(
      'Printers in use that did not answer, or took nothing, when they were last asked or handed something; for operators.',
      'printers.manage',
    ),
    endpointsDisabled: numberOf(
      'Webhook endpoints that were disabled because nothing reached them.',
      'webhooks.manage',
    ),
    deliveriesUndelivered: numberOf(
      'Events that an endpoint does not have (`webhooks.undelivered`), up to 10,000.',
      'webhooks.manage',
    ),
    isBalanceLow: described(
      v.nullable(v.boolean()),
      'Whether the available balance is below the threshold, where the organisation prepays. Null without the permission billing.read, and in test mode.',
    ),
  },
)
export type Attention = v.InferOutput<typeof attentionSchema>

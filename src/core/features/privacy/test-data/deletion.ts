import * as v from 'valibot'
import { setFact } from '../../../engine/facts.ts'
import type { IdPrefix } from '../../../engine/ids.ts'
import type { JobContext } from '../../../engine/jobs/job.ts'
import { problem } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { isNotNull, lt, oneOf, type Where } from '../../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../../kernel/wire-schema.ts'
import { type SuppressionRow, suppressionSources, wishSources } from '../../../model/suppressions.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { testDataFact } from '../../counters/rollups.ts'
import { privacyProblems } from '../sentences.ts'

const status = named(
  'TestDataDeletionStatus',
  'Whether the test data are being deleted.',
  v.picklist(['NONE', 'RUNNING', 'COMPLETED']),
)

export const testDataDeletion = namedObject(
  'TestDataDeletion',
  'The latest deletion of an organisation’s test data.',
  {
    status: described(
      status,
      '`NONE` where it was never asked for, `RUNNING` until everything is gone, then `COMPLETED`.',
    ),
    askedAt: described(
      v.nullable(dateTime),
      'When it was asked for, RFC 3339 in UTC, by real time; null where it never was.',
    ),
    completedAt: described(
      v.nullable(dateTime),
      'When everything was gone, RFC 3339 in UTC, by real time; null until then.',
    ),
    itemCount: described(integer, 'How many test items there were when it was asked for.'),
    undecidedSuppressionCount: described(
      integer,
      'Test entries of the suppression list that versions before 0.3.0 made and that may be wishes of people. They are not deleted: `suppressions.assignMode` decides about each.',
    ),
    deleted: described(
      v.object({
        items: described(integer, 'Items.'),
        postbatches: described(integer, 'Postbatches.'),
        runs: described(integer, 'Runs.'),
        events: described(integer, 'Events.'),
      }),
      'What is gone so far.',
    ),
  },
)

/** What is counted while it is deleted. */
export type Counted = 'items' | 'postbatches' | 'runs' | 'events'

/** How far the deletion of an organisation's test data is, stored as a fact. */
export interface Deletion {
  status: 'RUNNING' | 'COMPLETED'
  /** In real time, as `completedAt`. */
  askedAt: number
  /** What the test clock showed. */
  testTime: number
  /** A ULID minted with the request: what has an earlier id existed then. */
  before: string
  /** How many items there were. */
  itemCount: number
  deleted: Record<Counted, number>
  completedAt: number | null
}

export const deletionOf = async (rows: Rows, organisationId: string): Promise<Deletion | undefined> => {
  const fact = await rows.facts.get(everyone, testDataFact(organisationId))
  return fact && (JSON.parse(fact.value) as Deletion)
}

/** Throws 409 while the deletion that was asked for before is going on. */
export const assertNotDeleting = (deletion: Deletion | undefined): void => {
  if (deletion?.status !== 'RUNNING') return
  throw problem(privacyProblems.say('invalid_state.deleting_since', { time: toDateTime(deletion.askedAt) }))
}

export const writeDeletion = (
  rows: WritableRows,
  organisationId: string,
  deletion: Deletion,
): Promise<void> => setFact(rows, testDataFact(organisationId), JSON.stringify(deletion))

/** Counts what the transaction has deleted. */
export const noteDeleted = async (
  rows: WritableRows,
  organisationId: string,
  counted: Counted,
  count: number,
): Promise<void> => {
  const deletion = await deletionOf(rows, organisationId)
  if (!deletion || count === 0) return
  const deleted = { ...deletion.deleted, [counted]: deletion.deleted[counted] + count }
  await writeDeletion(rows, organisationId, { ...deletion, deleted })
}

const noWishes = suppressionSources.filter((source) => !wishSources.some((one) => one === source))

/** Test entries that are no wish of a person, or that a member has decided about. */
export const decidedEntries: readonly Where<SuppressionRow>[] = [
  { isUndecided: null, addressKeyV2: isNotNull },
  { isUndecided: null, addressKeyV2: null, source: oneOf(noWishes) },
]

/** How many test entries wait for a decision, those included that `items.renewKeys` has not come to. */
export const undecidedCount = async (rows: Rows, organisationId: string): Promise<number> => {
  const scope = { organisationId, mode: 'test' as const }
  const [marked, unmarked] = await Promise.all([
    rows.suppressions.count(scope, { isUndecided: true }),
    rows.suppressions.count(scope, { isUndecided: null, addressKeyV2: null, source: oneOf(wishSources) }),
  ])
  return marked + unmarked
}

export const deletionToWire = (
  deletion: Deletion | undefined,
  undecidedSuppressionCount: number,
): v.InferOutput<typeof testDataDeletion> => ({
  status: deletion?.status ?? 'NONE',
  askedAt: toDateTimeOrNull(deletion?.askedAt ?? null),
  completedAt: toDateTimeOrNull(deletion?.completedAt ?? null),
  itemCount: deletion?.itemCount ?? 0,
  undecidedSuppressionCount,
  deleted: deletion?.deleted ?? { items: 0, postbatches: 0, runs: 0, events: 0 },
})

/** What a step deletes from: the organisation's test data that existed when the deletion was asked for. */
export interface Deleting {
  context: JobContext
  deletion: Deletion
  scope: { organisationId: string; mode: Mode }
}

/** The condition on ids of a kind that existed. */
export const existed = ({ deletion }: Pick<Deleting, 'deletion'>, prefix: IdPrefix) => ({
  id: lt(`${prefix}_${deletion.before}`),
})

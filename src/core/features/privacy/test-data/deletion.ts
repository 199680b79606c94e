import * as v from 'valibot'
import { setFact } from '../../../engine/facts.ts'
import type { IdPrefix } from '../../../engine/ids.ts'
import type { JobContext } from '../../../engine/jobs/job.ts'
import { problem } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { isNotNull, lt, oneOf, type Where } from '../../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, described, integer, named, namedObject } from '../../../kernel/wire-schema.ts'
import { type SuppressionRow, suppressionSources, wishSources } from '../../../model/suppressions.ts'
import { everyone, type Rows, type WritableRows } from '../../../ports/store.ts'
import { testDataFact } from '../../counters/rollups.ts'
import { privacyProblems } from '../sentences.ts'

const status = named(
  'TestDataDeletionStatus',
  'Whether test data is being deleted.',
  v.picklist(['NONE', 'RUNNING', 'COMPLETED']),
)

export const testDataDeletion = namedObject(
  'TestDataDeletion',
  'The latest deletion of an organisation’s test data.',
  {
    status: described(
      status,
      '`NONE` if never requested, `RUNNING` until everything is deleted, then `COMPLETED`.',
    ),
    askedAt: described(
      v.nullable(dateTime),
      'Time of the request, RFC 3339 in UTC, in real time; null if never requested.',
    ),
    completedAt: described(
      v.nullable(dateTime),
      'Time of completion, RFC 3339 in UTC, in real time; null until then.',
    ),
    itemCount: described(integer, 'Number of test items at the time of the request.'),
    undecidedSuppressionCount: described(
      integer,
      'Test entries of the suppression list made by versions before 0.3.0 that may be requests of recipients. They are not deleted: `suppressions.assignMode` decides about each.',
    ),
    deleted: described(
      v.object({
        items: described(integer, 'Items.'),
        postbatches: described(integer, 'Postbatches.'),
        runs: described(integer, 'Runs.'),
        events: described(integer, 'Events.'),
      }),
      'What has been deleted so far.',
    ),
  },
)

export type Counted = 'items' | 'postbatches' | 'runs' | 'events'

/** Stored as a fact. */
export interface Deletion {
  status: 'RUNNING' | 'COMPLETED'
  /** Real time, like `completedAt`. */
  askedAt: number
  /** Time of the test clock. */
  testTime: number
  /** A ULID created with the request: rows with smaller ids existed then. */
  before: string
  itemCount: number
  deleted: Record<Counted, number>
  completedAt: number | null
}

export const deletionOf = async (rows: Rows, organisationId: string): Promise<Deletion | undefined> => {
  const fact = await rows.facts.get(everyone, testDataFact(organisationId))
  return fact && (JSON.parse(fact.value) as Deletion)
}

export const assertNotDeleting = (deletion: Deletion | undefined): void => {
  if (deletion?.status !== 'RUNNING') return
  throw problem(
    privacyProblems.sentence('invalid_state.deleting_since', { time: toDateTime(deletion.askedAt) }),
  )
}

export const writeDeletion = (
  rows: WritableRows,
  organisationId: string,
  deletion: Deletion,
): Promise<void> => setFact(rows, testDataFact(organisationId), JSON.stringify(deletion))

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

/** Conditions for test entries that no recipient requested, or about which a member has decided. */
export const decidedEntries: readonly Where<SuppressionRow>[] = [
  { isUndecided: null, addressKeyV2: isNotNull },
  { isUndecided: null, addressKeyV2: null, source: oneOf(noWishes) },
]

/** Counts entries that wait for a decision, including those that `items.renewKeys` has not reached. */
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

/** A deletion in progress. It covers test data that existed when it was requested. */
export interface DeletionScope {
  context: JobContext
  deletion: Deletion
  scope: { organisationId: string; mode: Mode }
}

export const existedThen = ({ deletion }: Pick<DeletionScope, 'deletion'>, prefix: IdPrefix) => ({
  id: lt(`${prefix}_${deletion.before}`),
})

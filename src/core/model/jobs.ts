import type { Mode } from '../kernel/mode.ts'
import { oneOf } from '../kernel/query.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

/**
 * The statuses of a job that waits to be run. `RESERVED` is `PENDING` of the kinds that servers of 0.2.0 must not
 * run: they look for `PENDING` alone. A trigger of PostgreSQL writes it, whichever server puts the
 * job back; restored and moved shops bring it to other stores.
 */
export const waitingStatuses = ['PENDING', 'RESERVED'] as const
type WaitingStatus = (typeof waitingStatuses)[number]

/** Condition of jobs that wait to be run. */
export const isWaiting = { status: oneOf(waitingStatuses) }

/** Work that is due at a time, on the real clock or on an organisation's test clock. */
export const jobsTable = defineTable(
  'jobs',
  'none',
  {
    id: text(),
    kind: text(),
    organisationId: textOrNull(),
    mode: textOrNull<Mode>(),
    /** `real`, or the id of the organisation whose test clock it waits on. */
    clock: text(),
    /** When the job is due, in ms on that clock. */
    dueAt: integer(),
    /**
     * The real instant (ms) at which it is due as that clock stands; updated when the test clock is moved.
     */
    wakeAt: integer(),
    status: text<WaitingStatus | 'RUNNING' | 'FAILED'>(),
    leaseToken: textOrNull(),
    leaseUntil: integerOrNull(),
    /** Consecutive failures; 0 after a success. */
    attempts: integer(),
    payload: json<Record<string, string | number | boolean | null>>(),
    lastError: textOrNull(),
    /** At most one job with this key waits at a time. */
    dedupeKey: text(),
    createdAt: integer(),
  },
  {
    unique: [['dedupeKey']],
    indexes: [
      ['status', 'wakeAt'],
      ['status', 'clock', 'dueAt'],
      // For the few jobs that fail among the many that wait.
      ['attempts'],
    ],
  },
)
export type JobRow = RowOf<typeof jobsTable>

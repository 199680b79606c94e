import type { Mode } from '../kernel/mode.ts'
import { oneOf } from '../kernel/query.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

/**
 * `RESERVED` is `PENDING` for kinds that servers of 0.2.0 must not run: they look for `PENDING` only. A
 * PostgreSQL trigger sets it, whichever server requeues the job; other stores contain it only after a restore
 * or move from PostgreSQL.
 */
export const waitingStatuses = ['PENDING', 'RESERVED'] as const
type WaitingStatus = (typeof waitingStatuses)[number]

export const isWaiting = { status: oneOf(waitingStatuses) }

/** Work due at a time, on the real clock or an organisation's test clock. */
export const jobsTable = defineTable(
  'jobs',
  'none',
  {
    id: text(),
    kind: text(),
    organisationId: textOrNull(),
    mode: textOrNull<Mode>(),
    /** `real`, or the id of the organisation whose test clock applies. */
    clock: text(),
    /** In ms on that clock. */
    dueAt: integer(),
    /** Due time in real time (ms) with the clock as it is now; updated when the test clock moves. */
    wakeAt: integer(),
    status: text<WaitingStatus | 'RUNNING' | 'FAILED'>(),
    leaseToken: textOrNull(),
    leaseUntil: integerOrNull(),
    /** Consecutive failures; 0 after a success. */
    attempts: integer(),
    payload: json<Record<string, string | number | boolean | null>>(),
    lastError: textOrNull(),
    /** At most one job with this key waits. */
    dedupeKey: text(),
    createdAt: integer(),
  },
  {
    unique: [['dedupeKey']],
    indexes: [
      ['status', 'wakeAt'],
      ['status', 'clock', 'dueAt'],
      // For the few failing jobs among many waiting ones.
      ['attempts'],
    ],
  },
)
export type JobRow = RowOf<typeof jobsTable>

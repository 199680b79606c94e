import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, type RowOf, text } from '../kernel/table.ts'
import type { ItemStatus } from './items.ts'

/**
 * Daily rollups (docs/api-rules.md#analytics). Counters of events belong to the day of the event, counters of
 * statuses to the day on which the item was created, following its present status.
 */
export const analyticsDaysTable = defineTable(
  'analytics_days',
  'mode',
  {
    /** `organisationId|mode|grain|subjectId|day` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    grain: text<'organisation' | 'postflow' | 'postbatch' | 'billingGroup'>(),
    /** Id of the subject; the name of a billing group. */
    subjectId: text(),
    day: text(),
    created: integer(),
    sent: integer(),
    cancelled: integer(),
    failed: integer(),
    scans: integer(),
    /** Items scanned for the first time. */
    scannedItems: integer(),
    spendCents: integer(),
    nowCreated: integer(),
    nowNeedsAttention: integer(),
    nowSuppressed: integer(),
    nowPendingApproval: integer(),
    nowHeld: integer(),
    nowReady: integer(),
    nowScheduled: integer(),
    nowInProduction: integer(),
    nowHandedToCarrier: integer(),
    nowCompleted: integer(),
    nowReturned: integer(),
    nowNotSent: integer(),
    nowFailed: integer(),
    nowCancelled: integer(),
  },
  { unique: [['organisationId', 'mode', 'grain', 'subjectId', 'day']] },
)
export type AnalyticsDayRow = RowOf<typeof analyticsDaysTable>

export const statusCounter = {
  CREATED: 'nowCreated',
  NEEDS_ATTENTION: 'nowNeedsAttention',
  SUPPRESSED: 'nowSuppressed',
  PENDING_APPROVAL: 'nowPendingApproval',
  HELD: 'nowHeld',
  READY: 'nowReady',
  SCHEDULED: 'nowScheduled',
  IN_PRODUCTION: 'nowInProduction',
  HANDED_TO_CARRIER: 'nowHandedToCarrier',
  COMPLETED: 'nowCompleted',
  RETURNED: 'nowReturned',
  NOT_SENT: 'nowNotSent',
  FAILED: 'nowFailed',
  CANCELLED: 'nowCancelled',
} as const satisfies Record<ItemStatus, keyof AnalyticsDayRow>

import * as v from 'valibot'
import { listOf } from '../../engine/list/page.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { namedObject } from '../../kernel/wire-schema.ts'
import { itemStatuses } from '../../model/items-lifecycle.ts'
import { postflowStatus } from '../../model/wire-enums.ts'

const day = v.pipe(
  v.string(),
  v.check(isCalendarDay, 'Write a day of the calendar as YYYY-MM-DD, e.g. 2026-01-31.'),
)
const subjectId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/** The most days that a period may span. */
export const maxDays = 366
/** The days of a period of which nothing, or one end only, is said. */
export const defaultDays = 30

/** Query parameters, all optional (docs/interface.md#analytics). */
const period = {
  from: v.optional(day),
  to: v.optional(day),
  days: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,2}$/, `days is a whole number from 1 to ${maxDays}.`),
      v.transform(Number),
      v.maxValue(maxDays, `days is a whole number from 1 to ${maxDays}.`),
    ),
  ),
}
/** A period alone. */
export const periodQuery = v.strictObject(period)
export const analyticsQuery = v.strictObject({
  ...period,
  postflowId: v.optional(subjectId),
  postbatchId: v.optional(subjectId),
})
export type AnalyticsQuery = v.InferOutput<typeof analyticsQuery>

const count = v.pipe(v.number(), v.integer())
const spendCents = v.pipe(
  count,
  v.description(
    'Cents net of VAT for what went into production, less refunds. In test mode it is what the mail would have cost: nothing is charged.',
  ),
)

const shownPeriod = namedObject(
  'AnalyticsPeriod',
  'The days that the figures cover, both included, in the organisation’s time zone.',
  { from: v.string(), to: v.string() },
)
const asked = {
  period: shownPeriod,
  /** Echoes the filter that was applied. */
  filter: namedObject('AnalyticsFilter', 'The filter that was applied; empty if none was.', {
    postflowId: v.optional(v.string()),
    postbatchId: v.optional(v.string()),
  }),
}
const totals = namedObject('AnalyticsTotals', 'Figures of the whole period.', {
  created: count,
  /** Handed to the carrier. */
  sent: count,
  /** Present statuses of the items created in the period: this one, held, needsAttention and suppressed. */
  scheduled: count,
  held: count,
  needsAttention: count,
  cancelled: count,
  failed: count,
  suppressed: count,
  scans: count,
  spendCents,
})
const byStatus = namedObject(
  'ItemsByStatus',
  'A number of items for each status.',
  v.entriesFromList(itemStatuses, count),
)

export const analyticsSummarySchema = namedObject(
  'AnalyticsSummary',
  'What happened to items in a period: totals and a row for each day.',
  {
    ...asked,
    totals,
    /** How many of the items created in the period are in each status now. */
    byStatus,
    /** One row for each day of the period, also where nothing happened. */
    daily: v.array(
      v.object({
        day: v.string(),
        created: count,
        sent: count,
        cancelled: count,
        failed: count,
        scans: count,
        spendCents,
      }),
    ),
  },
)
export type AnalyticsSummary = v.InferOutput<typeof analyticsSummarySchema>

export const scansSummarySchema = namedObject(
  'ScansSummary',
  'Scans of QR codes in a period: totals and a row for each day.',
  {
    ...asked,
    totals: v.object({
      scans: count,
      /** Items that were scanned for the first time in the period. */
      scannedItems: count,
      /** Handed to the carrier in the period. */
      sent: count,
    }),
    daily: v.array(v.object({ day: v.string(), scans: count, scannedItems: count, sent: count })),
  },
)

export const postflowFiguresList = listOf(
  namedObject('PostflowFigures', 'Figures of one Postflow in a period.', {
    postflowId: v.string(),
    name: v.string(),
    status: postflowStatus,
    /** The days that the figures are of, the same in every row. */
    period: shownPeriod,
    totals,
    byStatus,
  }),
)

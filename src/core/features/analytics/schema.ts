import * as v from 'valibot'
import { listOf } from '../../engine/list/page.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isCalendarDay } from '../../kernel/time.ts'
import { described, namedObject } from '../../kernel/wire-schema.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { itemsByStatus, postflowStatus } from '../../model/wire-enums.ts'
import { periodSentences } from './sentences.ts'

const day = v.pipe(v.string(), v.check(isCalendarDay, periodSentences.message('invalid_value.period_day')))
const subjectId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/** In days. */
export const maxDays = 366
/** In days, for a period of which at most one end is given. */
export const defaultDays = 30

/** All optional (docs/api-rules.md#analytics). */
const period = {
  from: described(v.optional(day), 'First day, `YYYY-MM-DD`, in the organisation’s time zone.'),
  to: described(v.optional(day), 'Last day, `YYYY-MM-DD`, in the organisation’s time zone.'),
  days: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9]\d{0,2}$/, ruleSentences.message('invalid_format.days', { limit: maxDays })),
        v.transform(Number),
        v.maxValue(maxDays, ruleSentences.message('max_value.days', { limit: maxDays })),
      ),
    ),
    'Days back from today, today included; 30 by default. Instead of `from` and `to`.',
  ),
}
export const periodQuery = v.strictObject(period)
export const analyticsQuery = v.strictObject({
  ...period,
  postflowId: described(v.optional(subjectId), 'Only items of this Postflow, `pfl_…`.'),
  postbatchId: described(v.optional(subjectId), 'Only items of this Postbatch, `pbt_…`.'),
  billingGroup: described(
    v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(itemLimits.billingGroupLength))),
    'Only items of this cost centre. Not together with `postflowId` or `postbatchId`.',
  ),
})
export type AnalyticsQuery = v.InferOutput<typeof analyticsQuery>

const count = v.pipe(v.number(), v.integer())
const spendCents = v.pipe(
  count,
  v.description(
    'Cents net of VAT for produced items, less refunds. In test mode, what the mail would have cost.',
  ),
)

const shownPeriod = namedObject(
  'AnalyticsPeriod',
  'The days of the figures, both included, in the organisation’s time zone.',
  {
    from: described(v.string(), 'First day, `YYYY-MM-DD`.'),
    to: described(v.string(), 'Last day, `YYYY-MM-DD`.'),
  },
)
const request = {
  period: described(shownPeriod, 'The period of the figures.'),
  filter: described(
    namedObject('AnalyticsFilter', 'The applied filter; empty if there is none.', {
      postflowId: described(
        v.optional(v.string()),
        'Only items of this Postflow, `pfl_…`; absent if not requested.',
      ),
      postbatchId: described(
        v.optional(v.string()),
        'Only items of this Postbatch, `pbt_…`; absent if not requested.',
      ),
      billingGroup: described(
        v.optional(v.string()),
        'Only items of this cost centre; absent if not requested.',
      ),
    }),
    'The applied filter.',
  ),
}
const totals = namedObject('AnalyticsTotals', 'Figures of the whole period.', {
  created: described(count, 'Items created in the period.'),
  sent: described(count, 'Items handed to the carrier in the period.'),
  scheduled: described(count, 'Items created in the period that are currently SCHEDULED.'),
  held: described(count, 'Items created in the period that are currently HELD.'),
  needsAttention: described(count, 'Items created in the period that currently have NEEDS_ATTENTION.'),
  cancelled: described(count, 'Items cancelled in the period.'),
  failed: described(count, 'Items that failed in the period.'),
  suppressed: described(count, 'Items created in the period that are currently SUPPRESSED.'),
  scans: described(count, 'Scans of QR codes in the period.'),
  spendCents,
})

export const analyticsSummarySchema = namedObject(
  'AnalyticsSummary',
  'What happened to items in a period: totals and a row for each day.',
  {
    ...request,
    totals: described(totals, 'Figures of the whole period.'),
    byStatus: described(itemsByStatus, 'Items created in the period by current status.'),
    daily: described(
      v.array(
        v.object({
          day: described(v.string(), 'The day, `YYYY-MM-DD`.'),
          created: described(count, 'Items created on the day.'),
          sent: described(count, 'Items handed to the carrier on the day.'),
          cancelled: described(count, 'Items cancelled on the day.'),
          failed: described(count, 'Items that failed on the day.'),
          scans: described(count, 'Scans of QR codes on the day.'),
          spendCents,
        }),
      ),
      'One row for each day of the period, including days without counts.',
    ),
  },
)
export type AnalyticsSummary = v.InferOutput<typeof analyticsSummarySchema>

export const scansSummarySchema = namedObject(
  'ScansSummary',
  'Scans of QR codes in a period: totals and a row for each day.',
  {
    ...request,
    totals: described(
      v.object({
        scans: described(count, 'Scans in the period.'),
        scannedItems: described(count, 'Items that were scanned for the first time in the period.'),
        sent: described(count, 'Items handed to the carrier in the period.'),
      }),
      'Figures of the whole period.',
    ),
    daily: described(
      v.array(
        v.object({
          day: described(v.string(), 'The day, `YYYY-MM-DD`.'),
          scans: described(count, 'Scans on the day.'),
          scannedItems: described(count, 'Items that were scanned for the first time on the day.'),
          sent: described(count, 'Items handed to the carrier on the day.'),
        }),
      ),
      'One row for each day of the period.',
    ),
  },
)

export const postflowFiguresList = listOf(
  namedObject('PostflowFigures', 'Figures of one Postflow in a period.', {
    postflowId: described(v.string(), 'The Postflow, `pfl_…`.'),
    name: described(v.string(), 'Name of the Postflow.'),
    status: described(postflowStatus, 'Status of the Postflow.'),
    period: described(shownPeriod, 'The period of the figures, the same in every row.'),
    totals: described(totals, 'Figures of the whole period.'),
    byStatus: described(itemsByStatus, 'Its items created in the period by current status.'),
  }),
)

export const billingGroupFiguresList = listOf(
  namedObject('BillingGroupFigures', 'Figures of one billing group (cost centre) in a period.', {
    billingGroup: described(v.string(), 'Name of the billing group.'),
    period: described(shownPeriod, 'The period of the figures, the same in every row.'),
    totals: described(totals, 'Figures of the whole period.'),
    byStatus: described(itemsByStatus, 'Its items created in the period by current status.'),
  }),
)

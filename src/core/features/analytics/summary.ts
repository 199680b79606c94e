import type { ModeScope } from '../../engine/caller.ts'
import { validationFailed } from '../../kernel/errors.ts'
import { between } from '../../kernel/query.ts'
import { type AnalyticsDayRow, statusCounter } from '../../model/analytics.ts'
import { type ItemStatus, itemStatuses } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { type AnalyticsFilter, daysOf, filterRules, type Period } from './period.ts'
import type { AnalyticsSummary } from './schema.ts'

/** Returns the filters that the answer echoes. Throws 422 with the errors of `filterRules`. */
export const filterOf = (query: AnalyticsFilter): AnalyticsFilter => {
  const errors = filterRules(query)
  if (errors.length > 0) throw validationFailed(errors)
  return {
    ...(query.postflowId === undefined ? {} : { postflowId: query.postflowId }),
    ...(query.postbatchId === undefined ? {} : { postbatchId: query.postbatchId }),
    ...(query.billingGroup === undefined ? {} : { billingGroup: query.billingGroup }),
  }
}

/** The cost depends on the number of days, not on the items (docs/api-rules.md#analytics). */
export const summarise = async (
  rows: Rows,
  scope: ModeScope,
  period: Period,
  filter: AnalyticsFilter,
): Promise<AnalyticsSummary> => {
  const stored = await daysIn(rows, scope, period, filter)
  const byDay = new Map(stored.map((row) => [row.day, row]))
  return {
    period,
    filter,
    ...totalsOf(stored),
    daily: daysOf(period).map((day) => {
      const row = byDay.get(day)
      return {
        day,
        created: row?.created ?? 0,
        sent: row?.sent ?? 0,
        cancelled: row?.cancelled ?? 0,
        failed: row?.failed ?? 0,
        scans: row?.scans ?? 0,
        spendCents: row?.spendCents ?? 0,
      }
    }),
  }
}

export const totalsOf = (
  stored: readonly AnalyticsDayRow[],
): Pick<AnalyticsSummary, 'totals' | 'byStatus'> => {
  const sum = (counter: keyof AnalyticsDayRow) =>
    stored.reduce((total, row) => total + (row[counter] as number), 0)
  const byStatus = Object.fromEntries(
    itemStatuses.map((status) => [status, sum(statusCounter[status])]),
  ) as Record<ItemStatus, number>
  return {
    totals: {
      created: sum('created'),
      sent: sum('sent'),
      scheduled: byStatus.SCHEDULED,
      held: byStatus.HELD,
      needsAttention: byStatus.NEEDS_ATTENTION,
      cancelled: sum('cancelled'),
      failed: sum('failed'),
      suppressed: byStatus.SUPPRESSED,
      scans: sum('scans'),
      spendCents: sum('spendCents'),
    },
    byStatus,
  }
}

/** Days of the whole mode or of the filter's subject; those without counts are absent. */
export const daysIn = async (
  rows: Rows,
  scope: ModeScope,
  period: Period,
  filter: AnalyticsFilter,
): Promise<AnalyticsDayRow[]> => {
  const [grain, subjectId] = subjectOf(scope, filter)
  // No item belongs to both a Postflow and a Postbatch.
  if (filter.postflowId && filter.postbatchId) return []
  return rows.analyticsDays.find(scope, { grain, subjectId, day: between(period.from, period.to) })
}

const subjectOf = (scope: ModeScope, filter: AnalyticsFilter): [AnalyticsDayRow['grain'], string] => {
  if (filter.billingGroup) return ['billingGroup', filter.billingGroup]
  if (filter.postbatchId) return ['postbatch', filter.postbatchId]
  if (filter.postflowId) return ['postflow', filter.postflowId]
  return ['organisation', scope.organisationId]
}

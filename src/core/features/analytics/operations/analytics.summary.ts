import { defineOperation } from '../../../engine/operation.ts'
import { analyticsRules, periodOf } from '../period.ts'
import { analyticsQuery, analyticsSummarySchema } from '../schema.ts'
import { filterOf, summarise } from '../summary.ts'

export const getAnalyticsSummary = defineOperation({
  id: 'analytics.summary',
  method: 'GET',
  path: '/analytics/summary',
  summary: 'Totals, present statuses and one row per day',
  description:
    'Days are days in the organisation’s time zone. `created`, `sent`, `cancelled`, `failed`, `scans` and `spendCents` ' +
    'count on the day they happened; `scheduled`, `held`, `needsAttention`, `suppressed` and `byStatus` are the present ' +
    'statuses of the items created in the period. In test mode `spendCents` is what the mail would have cost.',
  permission: 'items.read',
  effect: 'read',
  query: analyticsQuery,
  rules: analyticsRules,
  output: analyticsSummarySchema,
  async handler({ rows, scope, organisation, now }, { query }) {
    return summarise(rows, scope, periodOf(query, organisation.timeZone, now), filterOf(query))
  },
})

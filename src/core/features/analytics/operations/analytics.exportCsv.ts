import { defineOperation } from '../../../engine/operation.ts'
import { itemsCsv } from '../items-csv.ts'
import { analyticsRules, periodOf } from '../period.ts'
import { analyticsQuery } from '../schema.ts'
import { filterOf } from '../summary.ts'

export const exportAnalyticsCsv = defineOperation({
  id: 'analytics.exportCsv',
  method: 'GET',
  path: '/analytics/items.csv',
  summary: 'The items created in a period as CSV',
  description:
    'Up to 10000 items, newest first, with statuses, timestamps and unit prices. A cell that a spreadsheet would run ' +
    'as a formula begins with an apostrophe.',
  permission: 'items.read',
  rateClass: 'export',
  effect: 'process',
  query: analyticsQuery,
  rules: analyticsRules,
  output: 'stream',
  contentType: 'text/csv',
  async handler({ services, scope, organisation, now }, { query }) {
    const period = periodOf(query, organisation.timeZone, now)
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `items-${period.from}-${period.to}.csv`,
      content: itemsCsv(services, scope, period, filterOf(query)),
    }
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { analyticsRules, daysOf, periodOf } from '../period.ts'
import { analyticsQuery, scansSummarySchema } from '../schema.ts'
import { daysIn, filterOf } from '../summary.ts'

export const getAnalyticsScans = defineOperation({
  id: 'analytics.scans',
  method: 'GET',
  path: '/analytics/scans',
  summary: 'Scans of the QR codes on paper, by day',
  description:
    'Every scan, and how many items were scanned for the first time, beside what was sent. The same period and filters ' +
    'as the summary.',
  permission: 'items.read',
  effect: 'read',
  query: analyticsQuery,
  rules: analyticsRules,
  output: scansSummarySchema,
  async handler({ rows, scope, organisation, now }, { query }) {
    const period = periodOf(query, organisation.timeZone, now)
    const filter = filterOf(query)
    const stored = new Map((await daysIn(rows, scope, period, filter)).map((row) => [row.day, row]))
    const daily = daysOf(period).map((day) => {
      const { scans = 0, scannedItems = 0, sent = 0 } = stored.get(day) ?? {}
      return { day, scans, scannedItems, sent }
    })
    const sum = (counter: 'scans' | 'scannedItems' | 'sent') =>
      daily.reduce((total, day) => total + day[counter], 0)
    const totals = { scans: sum('scans'), scannedItems: sum('scannedItems'), sent: sum('sent') }
    return { period, filter, totals, daily }
  },
})

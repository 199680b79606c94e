import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { billingGroupsTable } from '../../../model/billing.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import { postflowStatuses, postflowsTable } from '../../../model/postflows.ts'
import { itemsCsv } from '../items-csv.ts'
import { analyticsRules, daysOf, periodOf, periodRules } from '../period.ts'
import {
  analyticsQuery,
  analyticsSummarySchema,
  billingGroupFiguresList,
  periodQuery,
  postflowFiguresList,
  scansSummarySchema,
} from '../schema.ts'
import { daysIn, filterOf, summarise, totalsOf } from '../summary.ts'

export const getAnalyticsBillingGroups = defineOperation({
  id: 'analytics.billingGroups',
  method: 'GET',
  path: '/analytics/billing-groups',
  summary: 'List figures by billing group',
  description:
    'The totals and current statuses of the summary for every billing group (cost centre) ever used in the mode. ' +
    'The rest of the summary are items without a group. The cost grows with the days of the period, for each row.',
  permission: 'items.read',
  effect: 'read',
  query: periodQuery,
  rules: periodRules,
  list: defineList(billingGroupsTable, {
    sort: { name: 'name', createdAt: 'createdAt' },
    defaultSort: 'name',
    filters: {
      name: {
        type: 'text',
        maxLength: itemLimits.billingGroupLength,
        operators: ['eq', 'in'],
        description: 'Name of the billing group.',
      },
      createdAt: { ...periodFilter, description: 'First use of the billing group.' },
    },
  }),
  output: billingGroupFiguresList,
  async handler({ rows, scope, organisation, now }, { query, list }) {
    const period = periodOf(query, organisation.timeZone, now)
    const page = await rows.billingGroups.list(scope, list)
    const figures = []
    for (const { name } of page.rows) {
      const stored = await daysIn(rows, scope, period, { billingGroup: name })
      figures.push({ billingGroup: name, period, ...totalsOf(stored) })
    }
    const wire = figures.values()
    return toList(list, page, () => wire.next().value!)
  },
})

export const exportAnalyticsCsv = defineOperation({
  id: 'analytics.exportCsv',
  method: 'GET',
  path: '/analytics/items.csv',
  summary: 'Export items as CSV',
  description:
    'Up to 10000 items created in a period, the latest first, with statuses, timestamps and unit prices. A cell that a spreadsheet would run ' +
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

export const getAnalyticsPostflows = defineOperation({
  id: 'analytics.postflows',
  method: 'GET',
  path: '/analytics/postflows',
  summary: 'List figures by Postflow',
  description:
    'The totals and current statuses of the summary for each Postflow; `sort` and `filter` apply to the Postflows. ' +
    'The cost grows with the days of the period, for each row.',
  permission: 'items.read',
  effect: 'read',
  query: periodQuery,
  rules: periodRules,
  list: defineList(postflowsTable, {
    sort: { name: 'name', createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postflowStatuses, operators: ['eq', 'ne', 'in'] },
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      productId: { ...idFilter, description: 'The product of the Postflow, `prd_…`.' },
    },
  }),
  output: postflowFiguresList,
  async handler({ rows, scope, organisation, now }, { query, list }) {
    const period = periodOf(query, organisation.timeZone, now)
    const page = await rows.postflows.list(scope, list)
    const figures = []
    for (const { id, name, status } of page.rows) {
      const stored = await daysIn(rows, scope, period, { postflowId: id })
      figures.push({ postflowId: id, name, status, period, ...totalsOf(stored) })
    }
    const wire = figures.values()
    return toList(list, page, () => wire.next().value!)
  },
})

export const getAnalyticsScans = defineOperation({
  id: 'analytics.scans',
  method: 'GET',
  path: '/analytics/scans',
  summary: 'Get scans by day',
  description:
    'Every scan of a QR code, the items scanned for the first time, and the items sent. The same period and filters ' +
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

export const getAnalyticsSummary = defineOperation({
  id: 'analytics.summary',
  method: 'GET',
  path: '/analytics/summary',
  summary: 'Get the analytics summary',
  description:
    'Totals, current statuses and a row for each day in the organisation’s time zone. `created`, `sent`, `cancelled`, `failed`, `scans` and `spendCents` ' +
    'count on the day they happened; `scheduled`, `held`, `needsAttention`, `suppressed` and `byStatus` are the current ' +
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

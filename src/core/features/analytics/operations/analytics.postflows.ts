import { defineList, idFilter } from '../../../engine/list/fields.ts'
import { toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { postflowsTable } from '../../../model/postflows.ts'
import { postflowStatuses } from '../../../model/postflows-lifecycle.ts'
import { periodOf, periodRules } from '../period.ts'
import { periodQuery, postflowFiguresList } from '../schema.ts'
import { daysIn, totalsOf } from '../summary.ts'

export const getAnalyticsPostflows = defineOperation({
  id: 'analytics.postflows',
  method: 'GET',
  path: '/analytics/postflows',
  summary: 'The figures of a period for each Postflow',
  description:
    'The totals and present statuses of the summary, Postflow by Postflow; `sort` and `filter` are of the Postflows. ' +
    'Costs the days of the period for each row.',
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

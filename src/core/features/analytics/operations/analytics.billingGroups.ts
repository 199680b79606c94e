import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { billingGroupsTable } from '../../../model/billing-groups.ts'
import { itemLimits } from '../../../model/item-limits.ts'
import { periodOf, periodRules } from '../period.ts'
import { billingGroupFiguresList, periodQuery } from '../schema.ts'
import { daysIn, totalsOf } from '../summary.ts'

export const getAnalyticsBillingGroups = defineOperation({
  id: 'analytics.billingGroups',
  method: 'GET',
  path: '/analytics/billing-groups',
  summary: 'The figures of a period for each billing group',
  description:
    'The totals and present statuses of the summary for every billing group (cost centre) that was ever used in the mode; ' +
    'items without one are what is left of the summary. Costs the days of the period for each row.',
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
        description: 'The name of the billing group.',
      },
      createdAt: { ...periodFilter, description: 'When the billing group was used first.' },
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

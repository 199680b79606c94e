import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { runsTable } from '../../../model/runs.ts'
import { runStatuses } from '../../../model/runs-lifecycle.ts'
import { everyone } from '../../../ports/store.ts'
import { costsOfRuns } from '../costs-of-runs.ts'
import { runCostsSchema } from '../costs-schema.ts'

export const listRunCosts = defineOperation({
  id: 'runs.listCosts',
  method: 'GET',
  path: '/platform/run-costs',
  summary: 'List what runs cost the shop, beside what they earn',
  description: 'For operators who may see costs, of all organisations and in both modes; see `runs.costs`.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt' },
    defaultSort: '-cutoffAt',
    filters: {
      id: idFilter,
      status: { type: 'enum', values: runStatuses, operators: ['eq', 'ne', 'in'] },
      isTest: {
        type: 'boolean',
        operators: ['eq'],
        column: 'mode',
        stored: { true: 'test', false: 'live' },
      },
      productSpecificationId: { ...idFilter, column: 'specificationId' },
      organisationId: idFilter,
      cutoffAt: periodFilter,
    },
  }),
  output: listOf(runCostsSchema),
  async handler({ services, rows }, { list }) {
    const page = await rows.runs.list(everyone, list)
    return toList(list, page, await costsOfRuns(services, rows, page.rows))
  },
})

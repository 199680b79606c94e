import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { runsTable } from '../../../model/runs.ts'
import { everyone } from '../../../ports/store.ts'
import { costsOfRuns } from '../costs-of-runs.ts'
import { runCostsSchema } from '../costs-schema.ts'
import { acrossOrganisations } from '../platform-filters.ts'

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
      ...acrossOrganisations,
      cutoffAt: periodFilter,
    },
  }),
  output: listOf(runCostsSchema),
  async handler({ services, rows }, { list }) {
    const page = await rows.runs.list(everyone, list)
    return toList(list, page, await costsOfRuns(services, rows, page.rows))
  },
})

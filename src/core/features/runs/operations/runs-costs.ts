import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { found } from '../../../kernel/errors.ts'
import { runsTable } from '../../../model/runs.ts'
import { everyone } from '../../../ports/store.ts'
import { costsOfRuns, runCostsSchema } from '../costs.ts'
import { acrossOrganisations } from '../operating.ts'
import { runParams } from '../schema.ts'

export const getRunCosts = defineOperation({
  id: 'runs.costs',
  method: 'GET',
  path: '/platform/runs/{id}/costs',
  summary: 'Read the costs of a run',
  description:
    'For operators with the scope for costs. Returns paper, clicks, envelopes, inserts, finishing and postage of the sheets actually printed, with spoiled and remade ones on separate lines, and the revenue. Uses the costs of the catalogue (`catalogue.putCost`) at the time of hand-over. Unknown costs are null, never estimated.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: runParams,
  output: runCostsSchema,
  errors: ['not_found'],
  async handler({ services, rows }, { params }) {
    const run = found(await rows.runs.get(everyone, params.id), 'run')
    return (await costsOfRuns(services, rows, [run]))(run)
  },
})

export const listRunCosts = defineOperation({
  id: 'runs.listCosts',
  method: 'GET',
  path: '/platform/run-costs',
  summary: 'List the costs of runs',
  description: 'For operators with the scope for costs, across organisations and modes; see `runs.costs`.',
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

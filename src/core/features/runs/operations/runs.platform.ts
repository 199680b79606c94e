import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { runsTable } from '../../../model/runs.ts'
import { everyone } from '../../../ports/store.ts'
import { platformRunsToWire } from '../platform.ts'
import { acrossOrganisations } from '../platform-filters.ts'
import { platformRunSchema } from '../platform-schema.ts'

export const listPlatformRuns = defineOperation({
  id: 'runs.platform',
  method: 'GET',
  path: '/platform/runs',
  summary: 'List the production runs of all organisations',
  description:
    'For operators, in both modes, with why each waits or failed. Cutoffs of test runs are by the test clock of their organisation.',
  permission: 'runs.manage',
  audience: 'user',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt' },
    defaultSort: '-cutoffAt',
    filters: {
      ...acrossOrganisations,
      uncertain: { type: 'boolean', operators: ['eq'] },
      reason: {
        type: 'text',
        operators: ['null'],
        description: 'Whether there is no reason why it waits, failed or was cancelled.',
      },
      cutoffAt: periodFilter,
    },
  }),
  output: listOf(platformRunSchema),
  async handler({ rows }, { list }) {
    const page = await rows.runs.list(everyone, list)
    return toList(list, page, await platformRunsToWire(rows, page.rows))
  },
})

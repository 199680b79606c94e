import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { runsTable } from '../../../model/runs.ts'
import { runStatuses } from '../../../model/runs-lifecycle.ts'
import { runToWire } from '../run.ts'
import { runSchema } from '../schema.ts'

const bounds = ['gte', 'gt', 'lte', 'lt'] as const

export const listRuns = defineOperation({
  id: 'runs.list',
  method: 'GET',
  path: '/runs',
  summary: 'List production runs',
  permission: 'items.read',
  effect: 'read',
  list: defineList(runsTable, {
    sort: { cutoffAt: 'cutoffAt', createdAt: 'createdAt' },
    defaultSort: '-cutoffAt',
    filters: {
      status: { type: 'enum', values: runStatuses, operators: ['eq', 'ne', 'in'] },
      productSpecificationId: { type: 'text', operators: ['eq', 'in'], column: 'specificationId' },
      reason: {
        type: 'text',
        operators: ['null'],
        description: 'Whether there is no reason why it waits, failed or was cancelled.',
      },
      cutoffAt: { type: 'dateTime', operators: bounds },
      createdAt: { type: 'dateTime', operators: bounds },
    },
  }),
  output: listOf(runSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.runs.list(scope, list), runToWire)
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { remakeListSchema, remakeToWire } from '../remake-schema.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

export const listRunRemakes = defineOperation({
  id: 'runs.remakes',
  method: 'GET',
  path: '/runs/{id}/remakes',
  summary: 'List what was printed again of a run',
  permission: 'runs.manage',
  effect: 'read',
  params: runParams,
  output: remakeListSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    const run = await runById(context, params.id)
    const order = [{ field: 'number' as const }]
    const remakes = await context.rows.runRemakes.find(context.scope, { runId: run.id }, { order })
    return { data: remakes.map((remake) => remakeToWire(remake, run)) }
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { runById, runToWire } from '../run.ts'
import { runParams, runSchema } from '../schema.ts'

export const getRun = defineOperation({
  id: 'runs.get',
  method: 'GET',
  path: '/runs/{id}',
  summary: 'Get a production run',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  output: runSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return runToWire(await runById(context, params.id))
  },
})

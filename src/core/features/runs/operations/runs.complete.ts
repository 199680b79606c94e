import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { completeRun } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { runParams, runSchema } from '../schema.ts'

export const completeRunNow = defineOperation({
  id: 'runs.complete',
  method: 'POST',
  path: '/runs/{id}/complete',
  summary: 'Report that the carrier confirmed a run',
  description: 'Otherwise it completes when the days that delivery takes have passed.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.completed'],
  async handler(context, { params }) {
    return runToWire(await completeRun(moveContext(context), await runById(context, params.id)))
  },
})

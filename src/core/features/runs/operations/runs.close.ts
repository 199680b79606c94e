import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { closeRun } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { runParams, runSchema } from '../schema.ts'

export const closeRunNow = defineOperation({
  id: 'runs.close',
  method: 'POST',
  path: '/runs/{id}/close',
  summary: 'Close a run before its cutoff',
  description: 'OPEN only. Its items can no longer be cancelled; it is rendered and handed over by itself.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.cutoff_reached'],
  async handler(context, { params }) {
    return runToWire(await closeRun(moveContext(context), await runById(context, params.id)))
  },
})

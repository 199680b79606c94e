import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { cancelRun } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { cancelInput, runParams, runSchema } from '../schema.ts'

export const cancelRunNow = defineOperation({
  id: 'runs.cancel',
  method: 'POST',
  path: '/runs/{id}/cancel',
  summary: 'Cancel a run',
  description:
    'Before the hand-over. Its items go back to READY with their money reserved and join the next run.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  body: cancelInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.ready', 'item.scheduled'],
  async handler(context, { params, body }) {
    return runToWire(await cancelRun(moveContext(context), await runById(context, params.id), body.reason))
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { offerRun } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { runParams, runSchema } from '../schema.ts'

export const offerRunToCarrier = defineOperation({
  id: 'runs.offerToCarrier',
  method: 'POST',
  path: '/runs/{id}/offer-to-carrier',
  summary: 'Say that the carrier has a run',
  description: 'Reports what the printer otherwise reports through its callback.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.handed_to_carrier'],
  async handler(context, { params }) {
    return runToWire(await offerRun(moveContext(context), await runById(context, params.id)))
  },
})

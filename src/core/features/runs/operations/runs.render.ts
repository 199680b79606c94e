import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { renderRun } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { runParams, runSchema } from '../schema.ts'

export const renderRunNow = defineOperation({
  id: 'runs.render',
  method: 'POST',
  path: '/runs/{id}/render',
  summary: 'Render a run now',
  description: 'Lets a run that waits, or failed while it was rendered, go on at once. Finished parts stay.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params }) {
    return runToWire(await renderRun(moveContext(context), await runById(context, params.id)))
  },
})

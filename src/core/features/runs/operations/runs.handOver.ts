import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { requestHandOver } from '../operator-moves.ts'
import { runById, runToWire } from '../run.ts'
import { handOverInput, runParams, runSchema } from '../schema.ts'

export const handOverOperation = defineOperation({
  id: 'runs.handOver',
  method: 'POST',
  path: '/runs/{id}/hand-over',
  summary: 'Hand a run over now, or say whether its printer has it',
  description:
    'A rendered or failed run is tried at once. An uncertain one needs your word, `printed`: `false` hands it over again. `printed: true` of a rendered run says that its package was printed elsewhere.',
  permission: 'runs.manage',
  effect: 'write',
  params: runParams,
  body: handOverInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  emits: ['run.handed_to_printer'],
  async handler(context, { params, body }) {
    return runToWire(
      await requestHandOver(moveContext(context), await runById(context, params.id), body.printed),
    )
  },
})

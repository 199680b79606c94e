import { actorThen } from '../../../engine/audit/actor.ts'
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
    'A rendered or failed run is tried at once. An uncertain one needs your word, `printed`: `false` hands it over again. `printed: true` of a rendered run says that its package was printed elsewhere. Of a run that its printer took and gave up, `true` says that its pieces are on paper or asked for as remakes, and `false` prints them again as a remake.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: handOverInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  emits: ['run.handed_to_printer'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const by = actorThen(context.caller)
    return runToWire(await requestHandOver(moveContext(context), run, body.printed, by))
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { postPieces, postRun } from '../posted.ts'
import { postedInput, postedResult } from '../posted-schema.ts'
import { runById, runToWire } from '../run.ts'
import { runParams } from '../schema.ts'

export const postRunOperation = defineOperation({
  id: 'runs.posted',
  method: 'POST',
  path: '/runs/{id}/posted',
  summary: 'Say that a run, or pieces of it, were posted',
  description:
    'For who prints here: ticks the whole run, or the pieces whose codes were scanned; with the last piece the run is with the carrier. A piece that was posted before changes nothing.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: postedInput,
  output: postedResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.handed_to_carrier'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const move = moveContext(context)
    const posted = body.codes ? await postPieces(move, run, body.codes) : await postRun(move, run)
    return { ...posted, run: runToWire(posted.run) }
  },
})

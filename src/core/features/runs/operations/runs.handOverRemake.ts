import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { handOverRemake, remakeOf } from '../remake.ts'
import { remakeHandOverInput, remakeParams, remakeSchema, remakeToWire } from '../remake-schema.ts'
import { runById } from '../run.ts'

export const handOverRunRemake = defineOperation({
  id: 'runs.handOverRemake',
  method: 'POST',
  path: '/runs/{id}/remakes/{number}/hand-over',
  summary: 'Hand a remake over now, or say whether its printer has it',
  description:
    'One that waits or failed is tried at once. An uncertain one needs your word, `printed`, and so does every one while printing is held: `false` hands it over, `true` counts it as printed.',
  permission: 'runs.manage',
  effect: 'write',
  params: remakeParams,
  body: remakeHandOverInput,
  output: remakeSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['run.remade'],
  async handler(context, { params, body }) {
    const run = await runById(context, params.id)
    const remake = await handOverRemake(
      moveContext(context),
      run,
      await remakeOf(context.rows, run, params.number),
      { printed: body.printed, caller: context.caller },
    )
    return remakeToWire(remake, run)
  },
})

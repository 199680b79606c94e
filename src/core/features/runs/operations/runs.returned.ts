import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { withReasons } from '../return-codes.ts'
import { givenReturns } from '../return-list.ts'
import { returnPieces, returnToWire } from '../returns.ts'
import { returnsInput, returnsResult } from '../returns-schema.ts'

export const reportReturnedPieces = defineOperation({
  id: 'runs.returned',
  method: 'POST',
  path: '/returns',
  summary: 'Report pieces that came back, by their codes',
  description:
    'For a return desk: scanned codes of any runs, or a list of them, each with the reason why the piece came back, in words of this API or by a code of the carrier. Each code has its own result, and one that is not known keeps none of the others waiting. A code that was reported before changes nothing. For each recipient a suppression is proposed, which a member accepts or drops.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  body: returnsInput,
  output: returnsResult,
  errors: ['invalid_state'],
  emits: ['item.returned'],
  async prepare(context, { body }) {
    return givenReturns(context, body)
  },
  async handler(context, _input, given) {
    const scanned = await withReasons(context.rows, given)
    const by = actorThen(context.caller)
    const results = await returnPieces(moveContext(context), context.scope, scanned, by)
    return { pieces: results.map(returnToWire) }
  },
})

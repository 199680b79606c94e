import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { returnPieces } from '../returns.ts'
import { returnsInput, returnsResult } from '../returns-schema.ts'

export const reportReturnedPieces = defineOperation({
  id: 'runs.returned',
  method: 'POST',
  path: '/returns',
  summary: 'Report pieces that came back, by their codes',
  description:
    'For a return desk: scanned codes of any runs, each with the reason why the piece came back. Each code has its own result, and one that is not known keeps none of the others waiting. A code that was reported before changes nothing. For each recipient a suppression is proposed, which a member accepts or drops.',
  permission: 'runs.manage',
  effect: 'write',
  body: returnsInput,
  output: returnsResult,
  errors: ['invalid_state'],
  emits: ['item.returned'],
  async handler(context, { body }) {
    const results = await returnPieces(moveContext(context), context.scope, body.pieces)
    return {
      pieces: results.map(({ code, outcome, item }) => ({
        code,
        outcome,
        itemId: item?.id ?? null,
        recipientName: item?.recipientName ?? null,
      })),
    }
  },
})

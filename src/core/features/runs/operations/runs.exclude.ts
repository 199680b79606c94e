import { defineOperation } from '../../../engine/operation.ts'
import { moveContext } from '../../items/move.ts'
import { excludeItems } from '../exclude.ts'
import { runById, runToWire } from '../run.ts'
import { excludeInput, runParams, runSchema } from '../schema.ts'

export const excludeFromRun = defineOperation({
  id: 'runs.exclude',
  method: 'POST',
  path: '/runs/{id}/exclude',
  summary: 'Take items out of a run',
  description:
    'Before the hand-over. They are FAILED and their money is released. A run that was rendered is rendered anew without them; not while it is being rendered.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'write',
  params: runParams,
  body: excludeInput,
  output: runSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.failed'],
  async handler(context, { params, body }) {
    return runToWire(
      await excludeItems(moveContext(context), await runById(context, params.id), body.items, body.reason),
    )
  },
})

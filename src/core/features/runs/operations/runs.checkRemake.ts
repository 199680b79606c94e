import { defineOperation } from '../../../engine/operation.ts'
import { remakable } from '../remake.ts'
import { remadeItems } from '../remake-pieces.ts'
import { remakeCheckInput, remakeCheckResult } from '../remake-schema.ts'
import { runById } from '../run.ts'
import { runParams } from '../schema.ts'

export const checkRunRemake = defineOperation({
  id: 'runs.checkRemake',
  method: 'POST',
  path: '/runs/{id}/remakes/check',
  summary: 'See which pieces a remake would hold',
  description:
    'The same spans, codes and lists as `runs.remake`, and the same refusals; nothing is printed. It tells whose pieces they are, and which an earlier remake holds.',
  permission: 'runs.manage',
  readsItems: 'internal',
  effect: 'read',
  params: runParams,
  body: remakeCheckInput,
  output: remakeCheckResult,
  errors: ['not_found', 'invalid_state'],
  async prepare(context, { params, body }) {
    const { services, scope } = context
    const run = await services.store.read((rows) => runById({ rows, scope }, params.id))
    return remadeItems(context, run, body)
  },
  async handler(context, { params }, itemIds) {
    const { items, before } = await remakable(context.rows, await runById(context, params.id), itemIds)
    const remade = new Set(before.map(({ id }) => id))
    return {
      itemCount: items.length,
      pieces: items.map(({ id, sequence, recipientName }) => ({
        sequence: sequence!,
        itemId: id,
        recipientName,
        remade: remade.has(id),
      })),
    }
  },
})

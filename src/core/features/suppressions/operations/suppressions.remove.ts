import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { suppressionParams } from '../schema.ts'

export const removeSuppression = defineOperation({
  id: 'suppressions.remove',
  method: 'DELETE',
  path: '/suppressions/{id}',
  summary: 'Take an address off the suppression list',
  description: 'Items that were suppressed by it stay SUPPRESSED.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: suppressionParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const removed = await rows.suppressions.remove(scope, { id: params.id })
    if (removed === 0) throw notFound('suppression entry')
    return undefined
  },
})

import { defineOperation } from '../../../engine/operation.ts'
import { termParams } from '../../vocabulary/schema.ts'
import { patchTerm } from '../../vocabulary/vocabulary.ts'
import { type Reason, reasonPatch, reasonSchema, suppressionReasons } from '../reasons.ts'

export const patchSuppressionReason = defineOperation({
  id: 'suppressionReasons.patch',
  method: 'PATCH',
  path: '/suppression-reasons/{key}',
  summary: 'Change or archive one of the organisation’s own reasons',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: termParams,
  body: reasonPatch,
  output: reasonSchema,
  errors: ['not_found'],
  handler: (context, { params, body }) =>
    patchTerm(suppressionReasons, context, params.key, body) as Promise<Reason>,
})

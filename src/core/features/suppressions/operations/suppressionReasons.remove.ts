import { defineOperation } from '../../../engine/operation.ts'
import { termParams } from '../../vocabulary/schema.ts'
import { removeTerm } from '../../vocabulary/vocabulary.ts'
import { suppressionReasons } from '../reasons.ts'

export const removeSuppressionReason = defineOperation({
  id: 'suppressionReasons.remove',
  method: 'DELETE',
  path: '/suppression-reasons/{key}',
  summary: 'Delete one of the organisation’s own reasons',
  description: 'Refused while a suppression entry uses it: archive it instead.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: termParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  handler: (context, { params }) => removeTerm(suppressionReasons, context, params.key),
})

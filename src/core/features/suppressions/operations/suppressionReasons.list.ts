import { defineOperation } from '../../../engine/operation.ts'
import { listTerms } from '../../vocabulary/vocabulary.ts'
import { type Reason, reasonList, suppressionReasons } from '../reasons.ts'

export const listSuppressionReasons = defineOperation({
  id: 'suppressionReasons.list',
  method: 'GET',
  path: '/suppression-reasons',
  summary: 'List suppression reasons',
  description: 'Platform reasons first, then the organisation’s own.',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  output: reasonList,
  handler: (context) => listTerms(suppressionReasons, context) as Promise<{ data: Reason[] }>,
})

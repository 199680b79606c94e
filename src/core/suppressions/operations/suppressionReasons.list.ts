import { defineOperation } from '../../operation.ts'
import { termList } from '../../vocabulary/schema.ts'
import { listTerms } from '../../vocabulary/vocabulary.ts'
import { suppressionReasons } from '../reasons.ts'

export const listSuppressionReasons = defineOperation({
  id: 'suppressionReasons.list',
  method: 'GET',
  path: '/suppression-reasons',
  summary: 'List suppression reasons',
  description: 'Platform reasons first, then the organisation’s own.',
  permission: 'items.read',
  effect: 'read',
  output: termList,
  handler: (context) => listTerms(suppressionReasons, context),
})

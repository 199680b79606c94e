import { defineOperation } from '../../../engine/operation.ts'
import { termList } from '../../vocabulary/schema.ts'
import { listTerms } from '../../vocabulary/vocabulary.ts'
import { advertisingCategories } from '../category.ts'

export const listAdvertisingCategories = defineOperation({
  id: 'advertisingCategories.list',
  method: 'GET',
  path: '/advertising-categories',
  summary: 'List advertising categories',
  description: 'Platform categories first, then the organisation’s own.',
  permission: 'items.read',
  effect: 'read',
  output: termList,
  handler: (context) => listTerms(advertisingCategories, context),
})

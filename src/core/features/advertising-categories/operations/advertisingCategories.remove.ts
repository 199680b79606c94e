import { defineOperation } from '../../../engine/operation.ts'
import { termParams } from '../../vocabulary/schema.ts'
import { removeTerm } from '../../vocabulary/vocabulary.ts'
import { advertisingCategories } from '../category.ts'

export const removeAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.remove',
  method: 'DELETE',
  path: '/advertising-categories/{key}',
  summary: 'Delete one of the organisation’s own categories',
  description: 'Refused while a Postflow, Postbatch, item or suppression entry uses it: archive it instead.',
  permission: 'suppressions.manage',
  readsItems: 'internal',
  effect: 'write',
  params: termParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  handler: (context, { params }) => removeTerm(advertisingCategories, context, params.key),
})

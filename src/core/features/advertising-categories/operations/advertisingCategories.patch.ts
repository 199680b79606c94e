import { defineOperation } from '../../../engine/operation.ts'
import { termParams, termPatch, termSchema } from '../../vocabulary/schema.ts'
import { patchTerm } from '../../vocabulary/vocabulary.ts'
import { advertisingCategories } from '../category.ts'

export const patchAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.patch',
  method: 'PATCH',
  path: '/advertising-categories/{key}',
  summary: 'Change or archive one of the organisation’s own categories',
  permission: 'suppressions.manage',
  effect: 'write',
  params: termParams,
  body: termPatch,
  output: termSchema,
  errors: ['not_found'],
  handler: (context, { params, body }) => patchTerm(advertisingCategories, context, params.key, body),
})

import { defineOperation } from '../../../engine/operation.ts'
import { termInput, termSchema } from '../../vocabulary/schema.ts'
import { createTerm, termRules } from '../../vocabulary/vocabulary.ts'
import { advertisingCategories } from '../category.ts'

export const createAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.create',
  method: 'POST',
  path: '/advertising-categories',
  summary: 'Create an advertising category',
  description: 'The key is derived from the label when it is absent.',
  permission: 'suppressions.manage',
  effect: 'write',
  body: termInput,
  rules: termRules(advertisingCategories),
  output: termSchema,
  status: 201,
  errors: ['invalid_state'],
  handler: (context, { body }) => createTerm(advertisingCategories, context, body),
})

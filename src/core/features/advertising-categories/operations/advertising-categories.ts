import { defineOperation } from '../../../engine/operation.ts'
import { termInput, termList, termParams, termPatch, termSchema } from '../../vocabulary/schema.ts'
import { createTerm, listTerms, patchTerm, removeTerm, termRules } from '../../vocabulary/vocabulary.ts'
import { advertisingCategories } from '../category.ts'

export const listAdvertisingCategories = defineOperation({
  id: 'advertisingCategories.list',
  method: 'GET',
  path: '/advertising-categories',
  summary: 'List advertising categories',
  description: 'Platform categories first, then custom categories.',
  permission: 'items.read',
  effect: 'read',
  output: termList,
  handler: (context) => listTerms(advertisingCategories, context),
})

export const createAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.create',
  method: 'POST',
  path: '/advertising-categories',
  summary: 'Create an advertising category',
  description: 'Without a key, it is derived from the label.',
  permission: 'suppressions.manage',
  effect: 'write',
  body: termInput,
  rules: termRules(advertisingCategories),
  output: termSchema,
  status: 201,
  errors: ['invalid_state'],
  handler: (context, { body }) => createTerm(advertisingCategories, context, body),
})

export const patchAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.patch',
  method: 'PATCH',
  path: '/advertising-categories/{key}',
  summary: 'Update a custom advertising category',
  permission: 'suppressions.manage',
  effect: 'write',
  params: termParams,
  body: termPatch,
  output: termSchema,
  errors: ['not_found'],
  handler: (context, { params, body }) => patchTerm(advertisingCategories, context, params.key, body),
})

export const removeAdvertisingCategory = defineOperation({
  id: 'advertisingCategories.remove',
  method: 'DELETE',
  path: '/advertising-categories/{key}',
  summary: 'Delete a custom advertising category',
  description: 'Refused while a Postflow, Postbatch, item or suppression entry uses it. Archive it instead.',
  permission: 'suppressions.manage',
  readsItems: 'internal',
  effect: 'write',
  params: termParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  handler: (context, { params }) => removeTerm(advertisingCategories, context, params.key),
})

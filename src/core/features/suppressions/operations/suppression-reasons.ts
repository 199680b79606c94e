import { defineOperation } from '../../../engine/operation.ts'
import { termParams } from '../../vocabulary/schema.ts'
import { createTerm, listTerms, patchTerm, removeTerm, termRules } from '../../vocabulary/vocabulary.ts'
import {
  type Reason,
  reasonInput,
  reasonList,
  reasonPatch,
  reasonSchema,
  suppressionReasons,
} from '../reasons.ts'

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

export const createSuppressionReason = defineOperation({
  id: 'suppressionReasons.create',
  method: 'POST',
  path: '/suppression-reasons',
  summary: 'Create a suppression reason',
  description:
    '`stops` determines whether entries stop all mail or only advertising, that is mail with an advertising category. The key is derived from the label if absent.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  body: reasonInput,
  rules: termRules(suppressionReasons),
  output: reasonSchema,
  status: 201,
  errors: ['invalid_state'],
  handler: (context, { body }) => createTerm(suppressionReasons, context, body) as Promise<Reason>,
})

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

export const removeSuppressionReason = defineOperation({
  id: 'suppressionReasons.remove',
  method: 'DELETE',
  path: '/suppression-reasons/{key}',
  summary: 'Delete one of the organisation’s own reasons',
  description: 'Refused while a suppression entry uses it. Archive it instead.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: termParams,
  output: 'empty',
  errors: ['not_found', 'still_referenced'],
  handler: (context, { params }) => removeTerm(suppressionReasons, context, params.key),
})

import { defineOperation } from '../../operation.ts'
import { termInput, termSchema } from '../../vocabulary/schema.ts'
import { createTerm, termRules } from '../../vocabulary/vocabulary.ts'
import { suppressionReasons } from '../reasons.ts'

export const createSuppressionReason = defineOperation({
  id: 'suppressionReasons.create',
  method: 'POST',
  path: '/suppression-reasons',
  summary: 'Create a suppression reason',
  description: 'The key is derived from the label when it is absent.',
  permission: 'suppressions.manage',
  effect: 'write',
  body: termInput,
  rules: termRules(suppressionReasons),
  output: termSchema,
  status: 201,
  errors: ['invalid_state'],
  handler: (context, { body }) => createTerm(suppressionReasons, context, body),
})

import { defineOperation } from '../../../engine/operation.ts'
import { createTerm, termRules } from '../../vocabulary/vocabulary.ts'
import { type Reason, reasonInput, reasonSchema, suppressionReasons } from '../reasons.ts'

export const createSuppressionReason = defineOperation({
  id: 'suppressionReasons.create',
  method: 'POST',
  path: '/suppression-reasons',
  summary: 'Create a suppression reason',
  description:
    '`stops` says whether entries with it stop all mail or advertising only, that is mail with an advertising category. The key is derived from the label when it is absent.',
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

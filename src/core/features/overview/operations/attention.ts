import { defineOperation } from '../../../engine/operation.ts'
import { attentionOf } from '../attention.ts'
import { attentionSchema } from '../schema.ts'

export const getAttention = defineOperation({
  id: 'attention.get',
  method: 'GET',
  path: '/attention',
  summary: 'What waits for a person',
  description:
    'Numbers for a first page: what has to be mended, approved, paid for or looked after, in the mode of the request. Each shows only with the permission to read what it counts. It does not count as use of the session.',
  permission: 'authenticated',
  readsItems: 'if-permitted',
  effect: 'read',
  passive: true,
  output: attentionSchema,
  handler: (context) => attentionOf(context),
})

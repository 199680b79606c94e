import { defineOperation } from '../../../engine/operation.ts'
import { attentionOf } from '../attention.ts'
import { attentionSchema } from '../schema.ts'

export const getAttention = defineOperation({
  id: 'attention.get',
  method: 'GET',
  path: '/attention',
  summary: 'Get what requires attention',
  description:
    'Counts for a start page: what must be corrected, approved, paid or handled, in the mode of the request. Each count requires the permission to read what it counts. Does not count as use of the session.',
  permission: 'authenticated',
  readsItems: 'if-permitted',
  effect: 'read',
  passive: true,
  output: attentionSchema,
  handler: (context) => attentionOf(context),
})

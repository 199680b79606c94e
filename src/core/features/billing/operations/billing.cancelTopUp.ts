import { defineOperation } from '../../../engine/operation.ts'
import { topUpParams, topUpSchema } from '../schema.ts'
import { cancelTopUp } from '../top-up-request.ts'

export const cancelTopUpOperation = defineOperation({
  id: 'billing.cancelTopUp',
  method: 'POST',
  path: '/billing/top-ups/{id}/cancel',
  summary: 'Cancel a top-up that will not be paid',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  params: topUpParams,
  output: topUpSchema,
  errors: ['not_found', 'invalid_state'],
  handler: ({ services, rows, work, organisation }, { params }) =>
    cancelTopUp(services, { rows, work }, organisation, params.id),
})

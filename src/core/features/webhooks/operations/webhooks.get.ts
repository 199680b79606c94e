import { defineOperation } from '../../../engine/operation.ts'
import { toWire, visibleEndpoint } from '../endpoints/endpoint.ts'
import { webhookParams, webhookSchema } from '../schema.ts'

export const getWebhook = defineOperation({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook endpoint',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  output: webhookSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return toWire(await visibleEndpoint(rows, scope, params.id))
  },
})

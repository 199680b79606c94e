import { lastSequence } from '../../../engine/events/append.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { recordOfDeleted, visibleEndpoint } from '../endpoints/endpoint.ts'
import { chunkSize, dropUnsent, endpointJob } from '../endpoints/endpoint-state.ts'
import { webhookParams } from '../schema.ts'

export const removeWebhook = defineOperation({
  id: 'webhooks.remove',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description:
    'Nothing is sent to it any more, and its delivery log is gone. `events.explain` and `webhooks.undelivered` go on telling what it did not get, for 30 days.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, work, scope, shared, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    await rows.webhookEndpoints.remove(shared, { id: endpoint.id })
    const last = await lastSequence(rows, shared.organisationId)
    await rows.deletedWebhookEndpoints.insert(recordOfDeleted(services, endpoint, last))
    const now = services.clock.now()
    if ((await dropUnsent(rows, endpoint, now)) === chunkSize) {
      work.enqueue(endpointJob('webhooks.drop', endpoint, now))
    }
    return undefined
  },
})

import { appendEvents } from '../../events/append.ts'
import { defineOperation } from '../../operation.ts'
import { deliveryWithEvent, toWire } from '../delivery.ts'
import { visibleEndpoint } from '../endpoint.ts'
import { deliverySchema, webhookParams } from '../schema.ts'

export const testWebhook = defineOperation({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a webhook.test event to this endpoint',
  description: 'Whatever it subscribes to, and while it is disabled too. It never counts towards disabling.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  output: deliverySchema,
  status: 202,
  errors: ['not_found'],
  emits: ['webhook.test'],
  async handler({ rows, work, scope, services, now }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    // Not through `work`, because the answer shows the delivery that the event makes.
    await appendEvents(services, rows, [
      {
        type: 'webhook.test',
        ...scope,
        at: now,
        data: { endpoint: { id: endpoint.id, status: endpoint.active ? 'ACTIVE' : 'DISABLED' } },
        onlyEndpointId: endpoint.id,
      },
    ])
    work.noteDelivery()
    const [newest] = await rows.webhookDeliveries.find(
      scope,
      [
        { field: 'endpointId', op: 'eq', value: endpoint.id },
        { field: 'kind', op: 'eq', value: 'TEST' },
      ],
      { order: [{ field: 'createdAt', descending: true }], limit: 1 },
    )
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, newest!.id)
    return toWire(delivery, event)
  },
})

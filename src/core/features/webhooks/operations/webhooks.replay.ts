import { defineOperation } from '../../../engine/operation.ts'
import { deliveryWithEvent, toWire } from '../delivery/delivery.ts'
import { newDelivery } from '../delivery/fan-out.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { deliveryParams, deliverySchema } from '../schema.ts'

export const replayWebhookDelivery = defineOperation({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Send an event again',
  description:
    'A new delivery of the same event, to a disabled endpoint too. It never counts towards disabling.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: deliveryParams,
  output: deliverySchema,
  status: 202,
  errors: ['not_found'],
  async handler({ rows, work, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const replay = newDelivery(services, endpoint, event, 'REPLAY')
    await rows.webhookDeliveries.insert(replay)
    work.noteDelivery()
    return toWire(replay, event)
  },
})

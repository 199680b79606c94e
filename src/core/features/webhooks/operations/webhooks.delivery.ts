import { defineOperation } from '../../../engine/operation.ts'
import { deliveryWithEvent, toWire } from '../delivery/delivery.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { deliveryParams, deliverySchema } from '../schema.ts'

export const getWebhookDelivery = defineOperation({
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery with every attempt',
  description: 'For 30 days. A key sees the deliveries of its own mode.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: deliveryParams,
  output: deliverySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    return toWire(delivery, event)
  },
})

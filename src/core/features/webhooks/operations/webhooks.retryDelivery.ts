import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { deliveryWithEvent, toWire } from '../delivery/delivery.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { bringOneForward, maxAttempts } from '../endpoints/retry-now.ts'
import { deliveryParams, deliverySchema } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const retryDeliveryNow = defineOperation({
  id: 'webhooks.retryDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/retry-now',
  summary: 'Try a delivery now that waits for a later attempt',
  description:
    'Makes the next attempt of an event that failed now instead of later, and answers the delivery. It keeps its id and its attempts; where it fails again it goes on with its schedule. One that is due or being sent stays as it is. 409 `invalid_state` where nothing waits: `replay` sends such an event again, as a delivery of its own.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: deliveryParams,
  output: deliverySchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const due = await bringOneForward(services, rows, delivery)
    if (!due) {
      const { status } = delivery
      throw problem(webhookProblems.say('invalid_state.not_waiting', { status, limit: maxAttempts }))
    }
    work.noteDelivery()
    return toWire(due, event)
  },
})

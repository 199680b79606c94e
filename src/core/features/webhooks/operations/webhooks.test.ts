import { appendEvents, lastSequence } from '../../../engine/events/append.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toWire } from '../delivery/delivery.ts'
import { endedSchedule } from '../delivery/retry-schedule.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { deliverySchema, webhookParams, webhookTestInput } from '../schema.ts'

export const testWebhook = defineOperation({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a webhook.test event to this endpoint',
  description:
    'Sent regardless of what it subscribes to, also while it is disabled. It never counts towards disabling. With `retry: false` it is sent once, however that ends.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: webhookTestInput,
  output: deliverySchema,
  status: 202,
  errors: ['not_found'],
  emits: ['webhook.test'],
  async handler({ rows, work, scope, services, now }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    // The event is not emitted through `work`, because the answer shows the delivery that the event causes.
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
    // Found by its sequence in the feed, because the clock may have been set back since an earlier test.
    const sequence = await lastSequence(rows, scope.organisationId)
    const [event] = await rows.events.find(scope, { sequence })
    const [delivery] = await rows.webhookDeliveries.find(scope, { eventId: event!.id })
    if (!body.retry) {
      const firstAttemptAt = endedSchedule(services.clock.now())
      await rows.webhookDeliveries.update(scope, delivery!.id, { firstAttemptAt })
    }
    return toWire(delivery!, event!)
  },
})

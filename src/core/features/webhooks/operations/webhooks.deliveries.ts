import { eventTypes } from '../../../engine/events/catalogue.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { gt, type Where } from '../../../kernel/query.ts'
import { deliveryStatuses, type WebhookDeliveryRow, webhookDeliveriesTable } from '../../../model/webhooks.ts'
import { eventsOf, toWire } from '../delivery/delivery.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { deliverySchema, webhookParams } from '../schema.ts'

export const listWebhookDeliveries = defineOperation({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List the deliveries of an endpoint',
  description:
    'Each with every attempt and the payload, for 30 days. A key sees the deliveries of its own mode.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  list: defineList(webhookDeliveriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: deliveryStatuses, operators: ['eq', 'ne', 'in'] },
      eventType: { type: 'enum', values: Object.keys(eventTypes), operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(deliverySchema),
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params, list }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const where: Where<WebhookDeliveryRow> = [
      {
        endpointId: endpoint.id,
        // Retention removes a delivery and its event one after the other, so expired deliveries are left out.
        expiresAt: gt(services.clock.now()),
      },
      list.where,
    ]
    const page = await rows.webhookDeliveries.list(scope, { ...list, where })
    const events = await eventsOf(rows, scope, page.rows)
    return toList(list, page, (row) => toWire(row, events.get(row.eventId)!))
  },
})

import { eventTypes } from '../../../engine/events/catalogue.ts'
import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { gt, type Where } from '../../../kernel/query.ts'
import {
  deliveryStatuses,
  undeliveredReasons,
  type WebhookDeliveryRow,
  webhookDeliveriesTable,
} from '../../../model/webhooks.ts'
import { eventsOf, toUndelivered } from '../delivery/delivery.ts'
import { undeliveredConditions } from '../delivery/state.ts'
import { ofVisibleEndpoints } from '../endpoints/endpoint.ts'
import { undeliveredSchema } from '../explain/schema.ts'

export const listUndelivered = defineOperation({
  id: 'webhooks.undelivered',
  method: 'GET',
  path: '/webhooks/undelivered',
  summary: 'List the events that endpoints do not have, and why',
  description:
    'Deliveries of all endpoints whose attempts failed, that cannot be signed, that are held, or that were missed or dropped; those of deleted endpoints too, for 30 days. What waits for its first attempt is not among them, nor what a replay has brought since.',
  permission: 'webhooks.manage',
  effect: 'read',
  list: defineList(webhookDeliveriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      endpointId: idFilter,
      status: { type: 'enum', values: deliveryStatuses, operators: ['eq', 'ne', 'in'] },
      reason: {
        type: 'enum',
        values: undeliveredReasons,
        operators: ['eq', 'ne', 'in'],
        column: 'undelivered',
      },
      eventType: { type: 'enum', values: Object.keys(eventTypes), operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(undeliveredSchema),
  async handler({ rows, scope, services }, { list }) {
    const where: Where<WebhookDeliveryRow> = [
      undeliveredConditions,
      { expiresAt: gt(services.clock.now()) },
      await ofVisibleEndpoints(rows, scope),
      list.where,
    ]
    const page = await rows.webhookDeliveries.list(scope, { ...list, where })
    const events = await eventsOf(rows, scope, page.rows)
    return toList(list, page, (row) => toUndelivered(row, events.get(row.eventId)))
  },
})

import { setImmediate } from 'node:timers/promises'
import { type EventType, eventTypes } from '../../core/engine/events/catalogue.ts'
import { eventSchemas } from '../../core/engine/events/schema.ts'
import type { Json } from './examples.ts'
import type { SchemaWriter } from './schemas.ts'

/** Returns an entry for each event type, as sent to endpoints (docs/webhooks.md#delivery). */
export const webhooksOf = async (schemas: SchemaWriter): Promise<Json> => {
  const webhooks: Json = {}
  for (const type of Object.keys(eventTypes) as EventType[]) {
    webhooks[type] = { post: deliveryOf(type, schemas) }
    await setImmediate()
  }
  return webhooks
}

const deliveryOf = (type: EventType, schemas: SchemaWriter): Json => {
  return {
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    summary: `${type}: ${eventTypes[type]}`,
    security: [],
    parameters: deliveryHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.output(eventSchemas[type]),
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Accepted. Any other response, or none within ten seconds, is retried for 24 hours.',
      },
    },
  }
}

const deliveryHeaders = ['WebhookId', 'WebhookEvent', 'WebhookTimestamp', 'WebhookSignature']

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

export const webhookParameters: Record<string, Json> = {
  WebhookId: header('X-Webhook-Id', 'Id of the delivery, `whd_…`.'),
  WebhookEvent: header('X-Webhook-Event', 'Type of the event.'),
  WebhookTimestamp: header(
    'X-Webhook-Timestamp',
    'Unix time in seconds. Refuse deliveries that are older than five minutes.',
  ),
  WebhookSignature: header(
    'X-Webhook-Signature',
    '`v1=` and the hex HMAC-SHA256 of timestamp, `.` and raw body, keyed with the endpoint’s secret.',
  ),
}

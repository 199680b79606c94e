import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/**
 * The feed keeps 30 days, of real time in both modes; deliveries go with their events
 * (docs/interface.md#event-feed).
 */
export const eventRetention = defineJob({
  kind: 'events.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['events', 'webhookDeliveries', 'deletedWebhookEndpoints']),
})

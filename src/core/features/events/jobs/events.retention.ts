import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** SPEC "Limits": the feed keeps 30 days, of real time in both modes; deliveries go with their events. */
export const eventRetention = defineJob({
  kind: 'events.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['events', 'webhookDeliveries', 'deletedWebhookEndpoints']),
})

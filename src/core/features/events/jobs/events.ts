import { defineJob, hourly, removeExpired } from '../../../engine/jobs/job.ts'

/** After 30 days of real time in both modes, with their deliveries (docs/webhooks.md#event-feed). */
export const eventRetention = defineJob({
  kind: 'events.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['events', 'webhookDeliveries', 'deletedWebhookEndpoints']),
})

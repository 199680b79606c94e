import { defineJob, hourly, removeExpired } from '../../../engine/jobs/job.ts'

/** Removes events and deliveries after 30 days of real time (docs/webhooks.md#event-feed). */
export const eventRetention = defineJob({
  kind: 'events.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['events', 'webhookDeliveries', 'deletedWebhookEndpoints']),
})

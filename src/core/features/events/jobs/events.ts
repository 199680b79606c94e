import { defineJob, hourly, removeExpired } from '../../../engine/jobs/job.ts'

/**
 * Removes events after 30 days of real time, in both modes, and deliveries with their events
 * (docs/webhooks.md#event-feed).
 */
export const eventRetention = defineJob({
  kind: 'events.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['events', 'webhookDeliveries', 'deletedWebhookEndpoints']),
})

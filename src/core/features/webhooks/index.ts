import { disabledMail } from './jobs/webhooks.disabledMail.ts'
import { dropJob } from './jobs/webhooks.drop.ts'
import { holdJob } from './jobs/webhooks.hold.ts'
import { replayMissedJob } from './jobs/webhooks.replayMissed.ts'
import { createWebhook } from './operations/webhooks.create.ts'
import { listWebhookDeliveries } from './operations/webhooks.deliveries.ts'
import { webhookDeliverySignature } from './operations/webhooks.deliverySignature.ts'
import { getWebhook } from './operations/webhooks.get.ts'
import { listWebhooks } from './operations/webhooks.list.ts'
import { patchWebhook } from './operations/webhooks.patch.ts'
import { removeWebhook } from './operations/webhooks.remove.ts'
import { replayWebhookDelivery } from './operations/webhooks.replay.ts'
import { replayMissedDeliveries } from './operations/webhooks.replayMissed.ts'
import { rotateWebhookSecret } from './operations/webhooks.rotateSecret.ts'
import { testWebhook } from './operations/webhooks.test.ts'
import { listUndelivered } from './operations/webhooks.undelivered.ts'
import { verifyWebhookSignature } from './operations/webhooks.verifySignature.ts'

export const webhookOperations = [
  listWebhooks,
  listUndelivered,
  createWebhook,
  getWebhook,
  patchWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayMissedDeliveries,
  listWebhookDeliveries,
  replayWebhookDelivery,
  webhookDeliverySignature,
  verifyWebhookSignature,
]

export const webhookJobs = [dropJob, holdJob, disabledMail, replayMissedJob]

import { problem } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { toWire, visibleEndpoint } from '../endpoint.ts'
import { webhookParams, webhookWithSecretSchema } from '../schema.ts'
import { newSecret, sealSecret, secretOverlapMs } from '../secret.ts'

export const rotateWebhookSecret = defineOperation({
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Give a webhook endpoint a new secret',
  description:
    'Shown this once. `X-Webhook-Signature` is made with the new secret at once; `webhook-signature` carries a signature of the old one beside it for 24 hours.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  output: webhookWithSecretSchema,
  errors: ['not_found', 'revision_conflict'],
  async handler({ rows, scope, shared, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const secret = newSecret(services)
    const now = services.clock.now()
    const patch = {
      secret: sealSecret(services, endpoint.id, secret),
      previousSecret: endpoint.secret,
      previousSecretUntil: now + secretOverlapMs,
      updatedAt: now,
    }
    // Two rotations at once would each show a secret of which only one signs.
    const { updatedAt } = endpoint
    if (!(await rows.webhookEndpoints.update(shared, endpoint.id, patch, { updatedAt }))) {
      throw problem('revision_conflict', 'The endpoint was changed at the same time. Try again.')
    }
    return { ...toWire({ ...endpoint, ...patch }), secret }
  },
})

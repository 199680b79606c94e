import { lastSequence } from '../../../engine/events/append.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertUsable, filterColumns, maxEndpoints, toWire, urlRules } from '../endpoints/endpoint.ts'
import { secretAgain, webhookInput, webhookWithSecretSchema } from '../schema.ts'
import { webhookProblems } from '../sentences.ts'
import { newSecret, sealSecret } from '../signing/secret.ts'

export const createWebhook = defineOperation({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'The answer carries the secret that signs its deliveries; it is shown this once. An endpoint made with a test key gets test events only.',
  permission: 'webhooks.manage',
  effect: 'write',
  body: webhookInput,
  rules: urlRules,
  output: webhookWithSecretSchema,
  shownOnce: secretAgain,
  status: 201,
  location: '/webhooks/{id}',
  errors: ['webhook_limit_reached'],
  async handler({ rows, scope, shared, services }, { body }) {
    await assertUsable(services, rows, scope, body)
    const { organisationId } = shared
    // The counter's row serialises counting and inserting for an organisation.
    await rows.counters.add({ id: `webhooks|${organisationId}`, organisationId, value: 0 }, { value: 1 })
    if ((await rows.webhookEndpoints.count(shared, {})) >= maxEndpoints) {
      throw problem(webhookProblems.say('webhook_limit_reached', { limit: maxEndpoints }))
    }
    const id = services.ids.next('whe')
    const secret = newSecret(services)
    const now = services.clock.now()
    const last = await lastSequence(rows, organisationId)
    const endpoint = {
      id,
      organisationId,
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events)],
      ...filterColumns(body.filters ?? {}, scope.mode),
      secret: sealSecret(services, id, secret),
      secretSince: now,
      previousSecrets: [],
      active: true,
      disabledAt: null,
      disabledReason: null,
      epoch: 0,
      consecutiveExhausted: 0,
      subscribedAt: now,
      createdAfter: last,
      subscribedAfter: last,
      createdAt: now,
      updatedAt: now,
    }
    await rows.webhookEndpoints.insert(endpoint)
    return { ...toWire(endpoint), secret }
  },
})

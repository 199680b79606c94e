import type { Transaction } from '../../../engine/context.ts'
import { appendEvents, lastSequence } from '../../../engine/events/append.ts'
import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toBase64 } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { hourMs } from '../../../kernel/time.ts'
import {
  type PreviousSecret,
  type WebhookEndpointRow,
  webhookEndpointsTable,
} from '../../../model/webhooks.ts'
import { toWire as deliveryToWire } from '../delivery/delivery.ts'
import { endedSchedule } from '../delivery/retry-schedule.ts'
import {
  assertUsable,
  filterColumns,
  maxEndpoints,
  recordOfDeleted,
  toWire,
  urlRules,
  visibleEndpoint,
  visibleTo,
} from '../endpoints/endpoint.ts'
import {
  chunkSize,
  disableEndpoint,
  dropUnsent,
  enableEndpoint,
  endpointJob,
  switchedOff,
} from '../endpoints/endpoint-state.ts'
import {
  deliverySchema,
  rotatedSecretSchema,
  rotateSecretInput,
  secretRenewal,
  webhookInput,
  webhookParams,
  webhookPatch,
  webhookSchema,
  webhookTestInput,
  webhookWithSecretSchema,
} from '../schema.ts'
import { webhookProblems } from '../sentences.ts'
import {
  knownSecrets,
  newSecret,
  previousAt,
  sealSecret,
  secretRotation,
  secretToWire,
} from '../signing/sign.ts'

export const listWebhooks = defineOperation({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  description: 'A test key sees the endpoints that receive only test events.',
  permission: 'webhooks.manage',
  effect: 'read',
  list: defineList(webhookEndpointsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: { active: { type: 'boolean', operators: ['eq', 'ne'] } },
  }),
  output: listOf(webhookSchema),
  async handler({ rows, scope, shared }, { list }) {
    const where = [list.where, visibleTo(scope.mode)]
    return toList(list, await rows.webhookEndpoints.list(shared, { ...list, where }), toWire)
  },
})

export const getWebhook = defineOperation({
  id: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook endpoint',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  output: webhookSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return toWire(await visibleEndpoint(rows, scope, params.id))
  },
})

export const createWebhook = defineOperation({
  id: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The answer contains the signing secret, which is shown only once. An endpoint created with a test key receives only test events.',
  permission: 'webhooks.manage',
  effect: 'write',
  body: webhookInput,
  rules: urlRules,
  output: webhookWithSecretSchema,
  shownOnce: secretRenewal,
  status: 201,
  location: '/webhooks/{id}',
  errors: ['webhook_limit_reached'],
  async handler({ rows, scope, shared, services }, { body }) {
    await assertUsable(services, rows, scope, body)
    const { organisationId } = shared
    // The counter's row serialises counting and inserting for an organisation.
    await rows.counters.add({ id: `webhooks|${organisationId}`, organisationId, value: 0 }, { value: 1 })
    if ((await rows.webhookEndpoints.count(shared, {})) >= maxEndpoints) {
      throw problem(webhookProblems.sentence('webhook_limit_reached', { limit: maxEndpoints }))
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

export const patchWebhook = defineOperation({
  id: 'webhooks.patch',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Update a webhook endpoint',
  description:
    '`active` enables or disables the endpoint; after enabling, `replay-missed` delivers what it missed. `filters` replaces all filters.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: webhookPatch,
  rules: urlRules,
  output: webhookSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, shared, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    await assertUsable(services, rows, scope, body)
    const now = services.clock.now()
    await rows.webhookEndpoints.update(shared, endpoint.id, {
      ...(body.url === undefined ? {} : { url: body.url }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.events === undefined ? {} : { events: [...new Set(body.events)] }),
      ...(body.filters === undefined ? {} : filterColumns(body.filters, scope.mode)),
      ...(body.events === undefined && body.filters === undefined
        ? {}
        : { subscribedAt: now, subscribedAfter: await lastSequence(rows, shared.organisationId) }),
      updatedAt: now,
    })
    if (body.active !== undefined && body.active !== endpoint.active) {
      await switchTo({ rows, work }, endpoint, body.active, now)
    }
    return toWire(await visibleEndpoint(rows, scope, params.id))
  },
})

const switchTo = async (
  transaction: Transaction,
  endpoint: WebhookEndpointRow,
  active: boolean,
  now: number,
): Promise<void> => {
  const switched = active
    ? await enableEndpoint(transaction.rows, endpoint, now)
    : await disableEndpoint(transaction, endpoint, switchedOff, now)
  if (!switched) {
    const present = active ? 'enabled' : 'disabled'
    throw problem(webhookProblems.sentence(`invalid_state.endpoint_${present}`))
  }
}

/** Limit of previous secrets. Ended ones are kept to diagnose a receiver that verifies with one. */
const maxKept = 8

export const rotateWebhookSecret = defineOperation({
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Shows the new secret once. `X-Webhook-Signature` uses it immediately; `webhook-signature` also contains a signature with the old secret for `overlapHours` (24 by default). After another rotation, every secret signs until its own end. 0 ends all older secrets immediately.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: rotateSecretInput,
  output: rotatedSecretSchema,
  shownOnce: secretRenewal,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  async handler({ rows, scope, shared, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const { overlapHours } = body
    if (overlapHours > 0 && previousAt(endpoint, now).length >= secretRotation.maxPrevious) {
      throw problem(
        webhookProblems.sentence('invalid_state.old_secrets', { limit: secretRotation.maxPrevious }),
      )
    }
    const replaced = {
      sealed: toBase64(endpoint.secret),
      since: endpoint.secretSince,
      replacedAt: now,
      until: now + overlapHours * hourMs,
    }
    const older = endpoint.previousSecrets.map((previous) =>
      overlapHours === 0 ? { ...previous, until: Math.min(previous.until, now) } : previous,
    )
    const secret = newSecret(services)
    const patch = {
      secret: sealSecret(services, endpoint.id, secret),
      secretSince: now,
      previousSecrets: kept([replaced, ...older], now),
      updatedAt: now,
    }
    // Each of two concurrent rotations would show a secret, but only one would sign.
    const { secretSince, updatedAt } = endpoint
    if (!(await rows.webhookEndpoints.update(shared, endpoint.id, patch, { secretSince, updatedAt }))) {
      throw problem(webhookProblems.sentence('revision_conflict.endpoint'))
    }
    const rotated = { ...endpoint, ...patch }
    return {
      ...toWire(rotated),
      secret,
      secrets: knownSecrets(services, rotated, now).map((known) => secretToWire(services, known)),
    }
  },
})

const kept = (secrets: readonly PreviousSecret[], now: number): PreviousSecret[] => {
  const signing = secrets.filter(({ until }) => until > now)
  const ended = secrets.filter(({ until }) => until <= now).slice(0, maxKept - signing.length)
  return secrets.filter((secret) => signing.includes(secret) || ended.includes(secret))
}

export const testWebhook = defineOperation({
  id: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test` event regardless of subscriptions, also while the endpoint is disabled. A test never counts towards disabling. With `retry: false` it is sent only once, whatever the outcome.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  body: webhookTestInput,
  output: deliverySchema,
  status: 202,
  errors: ['not_found'],
  emits: ['webhook.test'],
  async handler({ rows, work, scope, services, now }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    // Not emitted through `work`, because the answer contains the delivery that the event causes.
    await appendEvents(services, rows, [
      {
        type: 'webhook.test',
        ...scope,
        at: now,
        data: { endpoint: { id: endpoint.id, status: endpoint.active ? 'ACTIVE' : 'DISABLED' } },
        onlyEndpointId: endpoint.id,
      },
    ])
    work.noteDelivery()
    // Found by its sequence in the feed, because the clock may have been set back since an earlier test.
    const sequence = await lastSequence(rows, scope.organisationId)
    const [event] = await rows.events.find(scope, { sequence })
    const [delivery] = await rows.webhookDeliveries.find(scope, { eventId: event!.id })
    if (!body.retry) {
      const firstAttemptAt = endedSchedule(services.clock.now())
      await rows.webhookDeliveries.update(scope, delivery!.id, { firstAttemptAt })
    }
    return deliveryToWire(delivery!, event!)
  },
})

export const removeWebhook = defineOperation({
  id: 'webhooks.remove',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description:
    'Stops deliveries and removes the delivery log. `events.explain` and `webhooks.undelivered` still report what the endpoint did not receive, for 30 days.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, work, scope, shared, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    await rows.webhookEndpoints.remove(shared, { id: endpoint.id })
    const last = await lastSequence(rows, shared.organisationId)
    await rows.deletedWebhookEndpoints.insert(recordOfDeleted(services, endpoint, last))
    const now = services.clock.now()
    if ((await dropUnsent(rows, endpoint, now)) === chunkSize) {
      work.enqueue(endpointJob('webhooks.drop', endpoint, now))
    }
    return undefined
  },
})

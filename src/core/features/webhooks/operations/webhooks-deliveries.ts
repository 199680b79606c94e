import { onBehalfOf } from '../../../engine/access/authority.ts'
import type { ModeScope } from '../../../engine/caller.ts'
import { eventTypes } from '../../../engine/events/catalogue.ts'
import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toHex } from '../../../kernel/bytes.ts'
import { problem } from '../../../kernel/errors.ts'
import { gt, not, type Where } from '../../../kernel/query.ts'
import { toDateTime } from '../../../kernel/time.ts'
import {
  deliveryStatuses,
  undeliveredReasons,
  type WebhookDeliveryRow,
  webhookDeliveriesTable,
} from '../../../model/webhooks.ts'
import type { Rows } from '../../../ports/store.ts'
import { deliveryWithEvent, eventsOf, toUndelivered, toWire } from '../delivery/delivery.ts'
import { bringOneForward, countWaiting, maxAttempts } from '../delivery/recovery.ts'
import { ofVisibleEndpoints, visibleEndpoint, visibleTo } from '../endpoints/endpoint.ts'
import { endpointJob, undeliveredConditions } from '../endpoints/endpoint-state.ts'
import {
  deliveryParams,
  deliverySchema,
  retriedNowSchema,
  retryNowQuery,
  undeliveredSchema,
  webhookParams,
} from '../schema.ts'
import { webhookProblems } from '../sentences.ts'
import { type SentDelivery, verifyReceived } from '../signing/diagnose-signature.ts'
import {
  fingerprint,
  headersOf,
  type KnownSecret,
  knownSecrets,
  secretToWire,
  timestampOf,
} from '../signing/sign.ts'
import {
  deliverySignatureSchema,
  verifiedSignatureSchema,
  verifySignatureInput,
} from '../signing/signature-schema.ts'

export const listWebhookDeliveries = defineOperation({
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List the deliveries of an endpoint',
  description:
    'Includes every attempt and the payload, for 30 days. A key sees the deliveries of its own mode.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  list: defineList(webhookDeliveriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: deliveryStatuses, operators: ['eq', 'ne', 'in'] },
      eventType: { type: 'enum', values: Object.keys(eventTypes), operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(deliverySchema),
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params, list }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const where: Where<WebhookDeliveryRow> = [
      {
        endpointId: endpoint.id,
        // Retention removes a delivery and its event separately, so an expired one may lack its event.
        expiresAt: gt(services.clock.now()),
      },
      list.where,
    ]
    const page = await rows.webhookDeliveries.list(scope, { ...list, where })
    const events = await eventsOf(rows, scope, page.rows)
    return toList(list, page, (row) => toWire(row, events.get(row.eventId)!))
  },
})

export const getWebhookDelivery = defineOperation({
  id: 'webhooks.delivery',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Get a delivery',
  description: 'Includes every attempt, for 30 days. A key sees the deliveries of its own mode.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: deliveryParams,
  output: deliverySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    return toWire(delivery, event)
  },
})

export const listUndelivered = defineOperation({
  id: 'webhooks.undelivered',
  method: 'GET',
  path: '/webhooks/undelivered',
  summary: 'List undelivered events',
  description:
    'Deliveries of all endpoints that failed, cannot be signed, are held, or were missed or dropped, including those of deleted endpoints, for 30 days. Excludes events that wait for their first attempt and events that a replay has delivered.',
  permission: 'webhooks.manage',
  effect: 'read',
  list: defineList(webhookDeliveriesTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      endpointId: idFilter,
      status: { type: 'enum', values: deliveryStatuses, operators: ['eq', 'ne', 'in'] },
      reason: {
        type: 'enum',
        values: undeliveredReasons,
        operators: ['eq', 'ne', 'in'],
        column: 'undelivered',
      },
      eventType: { type: 'enum', values: Object.keys(eventTypes), operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(undeliveredSchema),
  async handler({ rows, scope, services }, { list }) {
    const where: Where<WebhookDeliveryRow> = [
      undeliveredConditions,
      { expiresAt: gt(services.clock.now()) },
      await ofVisibleEndpoints(rows, scope),
      list.where,
    ]
    const page = await rows.webhookDeliveries.list(scope, { ...list, where })
    const events = await eventsOf(rows, scope, page.rows)
    return toList(list, page, (row) => toUndelivered(row, events.get(row.eventId)))
  },
})

export const retryDeliveryNow = defineOperation({
  id: 'webhooks.retryDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/retry-now',
  summary: 'Retry a delivery now',
  description:
    'Makes the next attempt of a failed event immediately and returns the delivery. The delivery keeps its id and attempts; if it fails again, its schedule continues. A delivery that is due or being sent does not change. 409 `invalid_state` if no retry is scheduled: use `replay` to send the event again as a new delivery.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: deliveryParams,
  output: deliverySchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const due = await bringOneForward(services, rows, delivery)
    if (!due) {
      const { status } = delivery
      throw problem(webhookProblems.sentence('invalid_state.not_waiting', { status, limit: maxAttempts }))
    }
    work.noteDelivery()
    return toWire(due, event)
  },
})

export const retryDeliveriesNow = defineOperation({
  id: 'webhooks.retryNow',
  method: 'POST',
  path: '/webhooks/{id}/retry-now',
  summary: 'Retry an endpoint’s deliveries now',
  description:
    'Use this after fixing a receiver. Makes the next attempt of every failed event immediately, the oldest event first. Deliveries keep their ids and attempts; the schedule continues for those that fail again. Deliveries in progress, tests, replays and replayed events do not change. Returns the number of deliveries, which are sent in the background. `dryRun=true` only counts them, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: retryNowQuery,
  output: retriedNowSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  // Counted before the transaction, because there may be many.
  prepare: ({ services, scope }, { params }) =>
    services.store.read(async (rows) =>
      countWaiting(rows, await visibleEndpoint(rows, scope, params.id), services.clock.now()),
    ),
  async handler({ rows, work, scope, services, caller }, { params, query }, counted) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    if (query.dryRun === 'true') return { ...counted, dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.sentence('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const requestedAt = services.clock.now()
    const job = endpointJob('webhooks.retryNow', endpoint, requestedAt)
    // If nothing waits, the job would read everything that is due and change nothing.
    if (counted.count === 0) return { ...counted, dryRun: false }
    // A later request concerns what failed since, so each request has its own job.
    work.enqueue({
      ...job,
      subject: `${endpoint.id}|${requestedAt}`,
      payload: { endpointId: endpoint.id, asked: requestedAt, ...onBehalfOf(caller, [['webhooks.manage']]) },
    })
    return { ...counted, dryRun: false }
  },
})

/** Errors of attempts that may have sent no request: headers shown for them would be invented. */
const unsent = new Set(['interrupted', 'secret_unreadable', 'internal', 'address_refused'])

export const webhookDeliverySignature = defineOperation({
  id: 'webhooks.deliverySignature',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/{deliveryId}/signature',
  summary: 'Get the signatures of a delivery',
  description:
    'The exact signed texts and the sent headers of each attempt, to compare with the log of a receiver. Does not show the secret.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: deliveryParams,
  output: deliverySignatureSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { delivery, event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const { id: deliveryId, eventId, eventType } = delivery
    const { body } = event
    const secrets = knownSecrets(services, endpoint, services.clock.now())
    return {
      deliveryId,
      endpointId: endpoint.id,
      eventId,
      body,
      bodyBytes: new TextEncoder().encode(body).length,
      bodySha256: toHex(services.crypto.sha256(body)),
      attempts: delivery.attempts
        .filter(({ error }) => error === null || !unsent.has(error))
        .map(({ at }) => {
          const [current, ...previous] = signingAt(secrets, at)
          const signed = { deliveryId, eventId, eventType, body, at }
          return {
            at: toDateTime(at),
            signedContent: `${timestampOf(at)}.${body}`,
            standardSignedContent: `${eventId}.${timestampOf(at)}.${body}`,
            headers: current === undefined ? null : headersOf(services, [current, ...previous], signed),
            signedWith: current === undefined ? null : fingerprint(services, current),
          }
        }),
      secrets: secrets.map((known) => secretToWire(services, known)),
    }
  },
})

/** Returns the secrets that signed at a time in ms, the current one first; none if that is not stored. */
const signingAt = (secrets: readonly KnownSecret[], at: number): string[] => {
  const current = secrets.find(
    ({ since, replacedAt }) => since <= at && (replacedAt === null || replacedAt > at),
  )
  if (!current) return []
  const beside = secrets.filter(
    ({ replacedAt, until }) => replacedAt !== null && replacedAt <= at && until! > at,
  )
  return [current, ...beside].map(({ secret }) => secret)
}

export const verifyWebhookSignature = defineOperation({
  id: 'webhooks.verifySignature',
  method: 'POST',
  path: '/webhooks/{id}/verify-signature',
  summary: 'Diagnose a signature',
  description:
    'Takes the headers and the body that a receiver got and reports which part fails: another or an ended secret, a changed body and where, a timestamp that is too old. With `computedSignature`, the signature that the receiver’s own code computed, it names the mistake. Shows the exact signed text, and secrets only by fingerprint: the first 12 hex digits of the SHA-256 of the secret. Writes nothing.',
  permission: 'webhooks.manage',
  effect: 'read',
  params: webhookParams,
  body: verifySignatureInput,
  output: verifiedSignatureSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params, body }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const others = await rows.webhookEndpoints.find({ organisationId: scope.organisationId }, [
      { id: not(endpoint.id) },
      visibleTo(scope.mode),
    ])
    return verifyReceived(services, body, {
      endpointId: endpoint.id,
      secrets: knownSecrets(services, endpoint, now),
      otherSecrets: others.flatMap((other) => knownSecrets(services, other, now)[0]?.secret ?? []),
      delivery: await sentDelivery(rows, scope, body.headers),
      now,
    })
  },
})

/** Returns the delivery named by `X-Webhook-Id`; undefined unless the caller may see it. */
const sentDelivery = async (
  rows: Rows,
  scope: ModeScope,
  headers: Readonly<Record<string, string>>,
): Promise<SentDelivery | undefined> => {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'x-webhook-id')
  const delivery = name && (await rows.webhookDeliveries.get(scope, headers[name]!.trim()))
  const event = delivery && (await rows.events.get(scope, delivery.eventId))
  if (!delivery || !event) return undefined
  const { endpointId, eventId, attempts } = delivery
  return { endpointId, eventId, body: event.body, attemptsAt: attempts.map(({ at }) => at) }
}

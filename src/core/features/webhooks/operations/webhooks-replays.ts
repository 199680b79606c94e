import { onBehalfOf } from '../../../engine/access/authority.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { fromDateTime } from '../../../kernel/time.ts'
import { deliveryWithEvent, toWire } from '../delivery/delivery.ts'
import { newDelivery } from '../delivery/fan-out.ts'
import { countSince } from '../delivery/recovery.ts'
import { visibleEndpoint } from '../endpoints/endpoint.ts'
import { chunkSize, endpointJob, missedConditions, releaseMissed } from '../endpoints/endpoint-state.ts'
import {
  deliveryParams,
  deliverySchema,
  replayedMissedSchema,
  replayMissedQuery,
  replaySinceInput,
  webhookParams,
} from '../schema.ts'
import { webhookProblems } from '../sentences.ts'

export const replayWebhookDelivery = defineOperation({
  id: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Replay a delivery',
  description:
    'Sends the event again as a new delivery, also to a disabled endpoint. A replay never counts towards disabling.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: deliveryParams,
  output: deliverySchema,
  status: 202,
  errors: ['not_found'],
  async handler({ rows, work, scope, services }, { params }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const { event } = await deliveryWithEvent(rows, scope, endpoint.id, params.deliveryId)
    const replay = newDelivery(services, endpoint, event, 'REPLAY')
    await rows.webhookDeliveries.insert(replay)
    work.noteDelivery()
    return toWire(replay, event)
  },
})

export const replayMissedDeliveries = defineOperation({
  id: 'webhooks.replayMissed',
  method: 'POST',
  path: '/webhooks/{id}/replay-missed',
  summary: 'Replay missed deliveries',
  description:
    'Sends everything that the endpoint missed while it was disabled. Each event is sent once, however often this is called. Returns the number of deliveries to make. `dryRun=true` only counts them, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: replayMissedQuery,
  output: replayedMissedSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, work, scope, services, caller }, { params, query }) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    const now = services.clock.now()
    const { organisationId } = endpoint
    const countMissed = () =>
      rows.webhookDeliveries.count({ organisationId }, missedConditions(services, endpoint.id, now))
    if (query.dryRun === 'true') return { count: await countMissed(), dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.sentence('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const released = await releaseMissed(services, rows, endpoint, now)
    if (released > 0) work.noteDelivery()
    if (released < chunkSize) return { count: released, dryRun: false }
    const job = endpointJob('webhooks.replayMissed', endpoint, now)
    work.enqueue({ ...job, payload: { ...job.payload, ...onBehalfOf(caller, [['webhooks.manage']]) } })
    return { count: released + (await countMissed()), dryRun: false }
  },
})

export const replayDeliveriesSince = defineOperation({
  id: 'webhooks.replaySince',
  method: 'POST',
  path: '/webhooks/{id}/replay-since',
  summary: 'Replay deliveries since a time',
  description:
    'Sends what the endpoint missed while it was disabled and what failed all attempts. Each event is sent once, however often this is called. Deliveries with scheduled attempts and replayed events do not change. Returns the number of deliveries, which are sent in the background. `dryRun=true` only counts them, also while the endpoint is disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  params: webhookParams,
  query: replayMissedQuery,
  body: replaySinceInput,
  output: replayedMissedSchema,
  unfinished: (answer: { dryRun: boolean }) => !answer.dryRun,
  errors: ['not_found', 'invalid_state'],
  // Counted before the transaction, because there may be many.
  prepare: ({ services, scope }, { params, body }) =>
    services.store.read(async (rows) => {
      const endpoint = await visibleEndpoint(rows, scope, params.id)
      return countSince(services, rows, endpoint, services.clock.now(), fromDateTime(body.since))
    }),
  async handler({ rows, work, scope, services, caller }, { params, query, body }, count) {
    const endpoint = await visibleEndpoint(rows, scope, params.id)
    if (query.dryRun === 'true') return { count, dryRun: true }
    if (!endpoint.active) {
      throw problem(webhookProblems.sentence('invalid_state.endpoint_off', { body: '{"active": true}' }))
    }
    const job = endpointJob('webhooks.replaySince', endpoint, services.clock.now())
    const since = fromDateTime(body.since)
    work.enqueue({
      ...job,
      subject: `${endpoint.id}|${since}`,
      payload: { endpointId: endpoint.id, since, ...onBehalfOf(caller, [['webhooks.manage']]) },
    })
    return { count, dryRun: false }
  },
})

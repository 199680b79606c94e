import { createHmac } from 'node:crypto'
import { knownSecrets } from '../../../src/core/features/webhooks/signing/sign.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../src/core/model/webhooks.ts'
import { developerOf } from '../cluster.ts'
import type { Receipt } from '../history.ts'
import { type FinalState, groupBy, unexpiredEvents } from './final-state.ts'

const deliveryIdOf = ({ headers }: Receipt): string => headers['X-Webhook-Id']!
const eventIdOf = ({ headers }: Receipt): string => headers['webhook-id']!
const isAccepted = ({ answered }: Receipt): boolean => answered >= 200 && answered < 300

/** Each existing subscribed endpoint received each event, or its delivery states a true reason. */
const subscribersReceiveEvents = (state: FinalState): string[] => {
  const rows = groupBy(state.webhookDeliveries, ({ endpointId, eventId }) => `${endpointId}|${eventId}`)
  const endpoints = new Map(state.webhookEndpoints.map((row) => [row.id, row]))
  const receipts = groupBy(state.history.receipts, deliveryIdOf)
  const reached = (delivery: WebhookDeliveryRow) => (receipts.get(delivery.id) ?? []).some(isAccepted)
  const wrong: string[] = []
  for (const event of unexpiredEvents(state)) {
    for (const endpointId of state.history.subscribers.get(event.id)!) {
      const endpoint = endpoints.get(endpointId)
      if (!endpoint) continue
      const about = `${event.type} ${event.id} for ${endpointId}`
      const deliveries = (rows.get(`${endpointId}|${event.id}`) ?? []).filter(({ kind }) => kind !== 'REPLAY')
      const [delivery] = deliveries
      if (deliveries.length > 1) wrong.push(`${about} has ${deliveries.length} deliveries`)
      if (!delivery) wrong.push(`${about} has no delivery`)
      else if (delivery.status === 'DELIVERED' && !reached(delivery)) wrong.push(`${about} never arrived`)
      else if (delivery.status === 'EXHAUSTED' && !usedAllAttempts(delivery))
        wrong.push(`${about} was exhausted too early`)
      else if (['PENDING', 'SENDING'].includes(delivery.status))
        wrong.push(`${about} is still ${delivery.status}`)
    }
  }
  return wrong
}

/** True if the last attempt was at least 24 hours after the first. */
const usedAllAttempts = ({ attempts, firstAttemptAt }: WebhookDeliveryRow): boolean =>
  attempts.length > 1 && attempts.at(-1)!.at - firstAttemptAt! >= dayMs

/** Every copy of a delivery has the same bytes under the same ids. */
const retriesAreEqual = (state: FinalState): string[] => {
  const bodies = new Map(state.history.events.map(({ id, body }) => [id, body]))
  const deliveries = new Map(state.webhookDeliveries.map((row) => [row.id, row]))
  const endpoints = new Set(state.webhookEndpoints.map(({ id }) => id))
  const kept = new Set(unexpiredEvents(state).map(({ id }) => id))
  const eventOf = new Map<string, string>()
  const wrong = new Set<string>()
  for (const receipt of state.history.receipts) {
    const deliveryId = deliveryIdOf(receipt)
    const eventId = eventIdOf(receipt)
    const body = new TextDecoder().decode(receipt.body)
    if (body !== bodies.get(eventId)) wrong.add(`${deliveryId} carried another body than ${eventId} has`)
    if ((eventOf.get(deliveryId) ?? eventId) !== eventId) wrong.add(`${deliveryId} carried two events`)
    eventOf.set(deliveryId, eventId)
    const row = deliveries.get(deliveryId)
    if (row && row.eventId !== eventId) wrong.add(`${deliveryId} carried ${eventId} and is of ${row.eventId}`)
    // A row may be missing only if its endpoint was deleted or its event expired.
    const endpointId = state.history.deliveries.get(deliveryId)
    if (endpointId === undefined || (!row && endpoints.has(endpointId) && kept.has(eventId)))
      wrong.add(`the delivery ${deliveryId} is unknown`)
  }
  return [...wrong]
}

/** Every received webhook is signed with a secret that its endpoint has or had. */
const receiptsAreSigned = (state: FinalState): string[] => {
  const wrong: string[] = []
  for (const receipt of state.history.receipts) {
    const endpointId = state.history.deliveries.get(deliveryIdOf(receipt))
    const secrets = state.history.secrets.get(endpointId ?? '')
    const endpoint = state.webhookEndpoints.find(({ id }) => id === endpointId)
    // If every answer that showed the secret was lost, no client knows it.
    if (!secrets || !endpoint) continue
    const text = `${receipt.headers['X-Webhook-Timestamp']}.${new TextDecoder().decode(receipt.body)}`
    const all = [...secrets, ...secretsOf(state, endpoint)]
    const isSigned = all.some(
      (secret) =>
        receipt.headers['X-Webhook-Signature'] ===
        `v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
    )
    if (!isSigned) wrong.push(`${deliveryIdOf(receipt)} is not signed by its endpoint`)
  }
  return wrong
}

const secretsOf = ({ cluster }: FinalState, endpoint: WebhookEndpointRow): string[] =>
  knownSecrets(cluster, endpoint, 0).map(({ secret }) => secret)

/** Held and missed deliveries belong to endpoints that were disabled, and replays are never held. */
const onlyDisabledMiss = (state: FinalState): string[] => {
  const endpoints = new Map(state.webhookEndpoints.map((row) => [row.id, row]))
  return state.webhookDeliveries.flatMap(({ id, status, endpointId, kind }) => {
    const endpoint = endpoints.get(endpointId)
    const isHeld = status === 'HELD' || status === 'MISSED'
    if (!endpoint || !isHeld) return []
    if (kind !== 'EVENT') return [`${id} is a ${kind} and ${status}`]
    return endpoint.epoch === 0 ? [`${id} is ${status}, and ${endpointId} was never disabled`] : []
  })
}

/** No disabling has two events; an endpoint that failures disabled has an event and a mail about it. */
const disabledIsReported = ({ history, webhookEndpoints }: FinalState): string[] => {
  const reported = new Map<string, number>()
  for (const { type, body } of history.events) {
    if (type !== 'webhook.disabled') continue
    const { data } = JSON.parse(body) as { data: { endpoint: { id: string } } }
    reported.set(data.endpoint.id, (reported.get(data.endpoint.id) ?? 0) + 1)
  }
  return webhookEndpoints.flatMap(({ id, epoch, active, disabledReason, organisationId }) => {
    const times = reported.get(id) ?? 0
    const wrong = times > epoch ? [`${id} was disabled ${epoch} times and reported ${times} times`] : []
    const byFailures = !active && disabledReason?.includes('consecutive events')
    if (byFailures && times === 0) wrong.push(`${id} was disabled without an event`)
    if (byFailures && !history.mailed.some(({ to }) => to === developerOf(organisationId)))
      wrong.push(`${id} was disabled and its developer got no mail`)
    return wrong
  })
}

export const webhooks = {
  'every subscribed endpoint receives an event, or its delivery says why not': subscribersReceiveEvents,
  'retries carry equal bytes under equal ids': retriesAreEqual,
  'every received webhook is signed': receiptsAreSigned,
  'only disabled endpoints miss events': onlyDisabledMiss,
  'a disabled endpoint is reported once': disabledIsReported,
}

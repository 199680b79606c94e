import { createHmac } from 'node:crypto'
import { knownSecrets } from '../../../src/core/features/webhooks/signing/secret.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../src/core/model/webhooks.ts'
import type { Receipt } from '../chronicle.ts'
import { developerOf } from '../town.ts'
import { type End, groupBy, remembered } from './end.ts'

const deliveryIdOf = ({ headers }: Receipt): string => headers['X-Webhook-Id']!
const eventIdOf = ({ headers }: Receipt): string => headers['webhook-id']!
const took = ({ answered }: Receipt): boolean => answered >= 200 && answered < 300

/** Each subscribed endpoint that still exists got each event, or its delivery says why not, truly. */
const everybodyHears = (end: End): string[] => {
  const rows = groupBy(end.webhookDeliveries, ({ endpointId, eventId }) => `${endpointId}|${eventId}`)
  const endpoints = new Map(end.webhookEndpoints.map((row) => [row.id, row]))
  const receipts = groupBy(end.chronicle.receipts, deliveryIdOf)
  const reached = (delivery: WebhookDeliveryRow) => (receipts.get(delivery.id) ?? []).some(took)
  const wrong: string[] = []
  for (const event of remembered(end)) {
    for (const endpointId of end.chronicle.audience.get(event.id)!) {
      const endpoint = endpoints.get(endpointId)
      if (!endpoint) continue
      const about = `${event.type} ${event.id} for ${endpointId}`
      const deliveries = (rows.get(`${endpointId}|${event.id}`) ?? []).filter(({ kind }) => kind !== 'REPLAY')
      const [delivery] = deliveries
      if (deliveries.length > 1) wrong.push(`${about} has ${deliveries.length} deliveries`)
      if (!delivery) wrong.push(`${about} has no delivery`)
      else if (delivery.status === 'DELIVERED' && !reached(delivery)) wrong.push(`${about} never arrived`)
      else if (delivery.status === 'EXHAUSTED' && !wasTried(delivery))
        wrong.push(`${about} was given up too early`)
      else if (['PENDING', 'SENDING'].includes(delivery.status))
        wrong.push(`${about} is still ${delivery.status}`)
    }
  }
  return wrong
}

/** The last slot lies 24 hours behind the first try. */
const wasTried = ({ attempts, firstAttemptAt }: WebhookDeliveryRow): boolean =>
  attempts.length > 1 && attempts.at(-1)!.at - firstAttemptAt! >= dayMs

/** However often something arrives, it is the same, byte for byte, under the same ids. */
const copiesAreEqual = (end: End): string[] => {
  const bodies = new Map(end.chronicle.events.map(({ id, body }) => [id, body]))
  const deliveries = new Map(end.webhookDeliveries.map((row) => [row.id, row]))
  const endpoints = new Set(end.webhookEndpoints.map(({ id }) => id))
  const kept = new Set(remembered(end).map(({ id }) => id))
  const eventOf = new Map<string, string>()
  const wrong = new Set<string>()
  for (const receipt of end.chronicle.receipts) {
    const deliveryId = deliveryIdOf(receipt)
    const eventId = eventIdOf(receipt)
    const body = new TextDecoder().decode(receipt.body)
    if (body !== bodies.get(eventId)) wrong.add(`${deliveryId} carried another body than ${eventId} has`)
    if ((eventOf.get(deliveryId) ?? eventId) !== eventId) wrong.add(`${deliveryId} carried two events`)
    eventOf.set(deliveryId, eventId)
    const row = deliveries.get(deliveryId)
    if (row && row.eventId !== eventId) wrong.add(`${deliveryId} carried ${eventId} and is of ${row.eventId}`)
    // Deliveries of a deleted endpoint are dropped when they fall due.
    const endpointId = end.chronicle.deliveries.get(deliveryId)
    if (endpointId === undefined || (!row && endpoints.has(endpointId) && kept.has(eventId)))
      wrong.add(`the delivery ${deliveryId} is unknown`)
  }
  return [...wrong]
}

/** What arrives is signed with a secret that its endpoint has or had. */
const receiptsAreSigned = (end: End): string[] => {
  const wrong: string[] = []
  for (const receipt of end.chronicle.receipts) {
    const endpointId = end.chronicle.deliveries.get(deliveryIdOf(receipt))
    const secrets = end.chronicle.secrets.get(endpointId ?? '')
    const endpoint = end.webhookEndpoints.find(({ id }) => id === endpointId)
    // A rotation whose answer was lost left a secret that no client knows.
    if (!secrets || !endpoint) continue
    const text = `${receipt.headers['X-Webhook-Timestamp']}.${new TextDecoder().decode(receipt.body)}`
    const all = [...secrets, ...secretsOf(end, endpoint)]
    const fits = all.some(
      (secret) =>
        receipt.headers['X-Webhook-Signature'] ===
        `v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
    )
    if (!fits) wrong.push(`${deliveryIdOf(receipt)} is not signed by its endpoint`)
  }
  return wrong
}

const secretsOf = ({ town }: End, endpoint: WebhookEndpointRow): string[] =>
  knownSecrets(town, endpoint, 0).map(({ secret }) => secret)

/** What is held or missed belongs to an endpoint that was disabled, and nothing is held that was asked for anew. */
const heldIsDisabled = (end: End): string[] => {
  const endpoints = new Map(end.webhookEndpoints.map((row) => [row.id, row]))
  return end.webhookDeliveries.flatMap(({ id, status, endpointId, kind }) => {
    const endpoint = endpoints.get(endpointId)
    const isHeld = status === 'HELD' || status === 'MISSED'
    if (!endpoint || !isHeld) return []
    if (kind !== 'EVENT') return [`${id} is a ${kind} and ${status}`]
    return endpoint.epoch === 0 ? [`${id} is ${status}, and ${endpointId} was never disabled`] : []
  })
}

/** Each time an endpoint is given up it is told of once, and to the developers by mail while it stays so. */
const disabledOnce = ({ chronicle, webhookEndpoints }: End): string[] => {
  const told = new Map<string, number>()
  for (const { type, body } of chronicle.events) {
    if (type !== 'webhook.disabled') continue
    const { data } = JSON.parse(body) as { data: { endpoint: { id: string } } }
    told.set(data.endpoint.id, (told.get(data.endpoint.id) ?? 0) + 1)
  }
  return webhookEndpoints.flatMap(({ id, epoch, active, disabledReason, organisationId }) => {
    const times = told.get(id) ?? 0
    const wrong = times > epoch ? [`${id} was disabled ${epoch} times and told of ${times} times`] : []
    const byFailures = !active && disabledReason?.includes('consecutive events')
    if (byFailures && times === 0) wrong.push(`${id} was disabled without an event`)
    if (byFailures && !chronicle.mailed.some(({ to }) => to === developerOf(organisationId)))
      wrong.push(`${id} was disabled and its developer got no mail`)
    return wrong
  })
}

export const webhooks = {
  'every subscribed endpoint hears, or it is known why not': everybodyHears,
  'copies are equal under equal ids': copiesAreEqual,
  'what arrives is signed': receiptsAreSigned,
  'only disabled endpoints miss anything': heldIsDisabled,
  'a disabled endpoint is told of once': disabledOnce,
}

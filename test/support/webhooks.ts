import { createHash } from 'node:crypto'
import type { EventType } from '../../src/core/engine/events/catalogue.ts'
import { transact } from '../../src/core/engine/transact.ts'
import type { Mode } from '../../src/core/kernel/mode.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../src/core/model/webhooks.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { WebhookRequest } from '../../src/core/ports/webhook-sender.ts'
import type { TestShop } from './shop.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/**
 * Times at which a delivery that keeps failing is attempted, in ms since its first attempt
 * (docs/webhooks.md#delivery).
 */
export const attemptOffsets = [
  0,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
] as const

/** Registers an endpoint and returns it with its secret. */
export const register = async (shop: TestShop, body: Record<string, unknown> = {}, key = shop.keys.live) => {
  const url = 'https://hooks.example.com/a'
  const { status, body: endpoint } = await shop.call('webhooks.create', {
    key,
    body: { url, events: ['*'], ...body },
  })
  if (status !== 201) throw new Error(JSON.stringify(endpoint))
  return endpoint as { id: string; url: string; secret: string }
}

const ofRun = {
  run: {
    id: 'run_1',
    status: 'RENDERED',
    productSpecificationId: 'psp_1',
    cutoffAt: '2026-01-05T09:00:00.000Z',
    itemCount: 1,
  },
}

/** Emits an event in a transaction of its own. */
export const emitEvent = (
  shop: TestShop,
  event: {
    type?: EventType
    mode?: Mode
    postflowId?: string
    postbatchId?: string
    organisationId?: string
  } = {},
): Promise<void> =>
  transact(shop.services, async ({ work }) => {
    work.emit({
      type: 'item.created',
      organisationId: shop.organisation.id,
      mode: 'live',
      at: shop.clock.now(),
      data: event.type?.startsWith('run.') ? ofRun : { item: { id: 'itm_1', status: 'CREATED' } },
      ...event,
    })
  })

/** Emits events one by one, each in a transaction of its own. */
export const emitEvents = async (
  shop: TestShop,
  count: number,
  organisationId = shop.organisation.id,
): Promise<void> => {
  for (let number = 0; number < count; number++) await emitEvent(shop, { organisationId })
}

/** Returns all deliveries, or those of an endpoint, oldest first. */
export const deliveries = (shop: TestShop, endpointId?: string): Promise<WebhookDeliveryRow[]> =>
  shop.services.store.read((rows) => rows.webhookDeliveries.find(everyone, endpointId ? { endpointId } : {}))

export const endpointRow = async (shop: TestShop, id: string): Promise<WebhookEndpointRow> =>
  (await shop.services.store.read((rows) => rows.webhookEndpoints.get(everyone, id)))!

export const statuses = async (shop: TestShop, endpointId?: string): Promise<string[]> =>
  (await deliveries(shop, endpointId)).map((delivery) => delivery.status)

/** Advances 24 hours, sending whenever a delivery created at the start would be attempted. */
export const passADay = async (shop: TestShop): Promise<void> => {
  const begin = shop.clock.now()
  for (const offset of attemptOffsets) {
    shop.clock.set(begin + offset)
    await shop.core.webhooks.settle()
  }
}

/** Emits `count` events and advances a day in which the endpoint fails every attempt. */
export const exhaustDeliveries = async (shop: TestShop, count: number): Promise<void> => {
  shop.sender.answerWith({ status: 500 })
  await emitEvents(shop, count)
  await passADay(shop)
}

/** Returns a promise with the function that resolves it. */
export const deferred = <T>() => {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Returns a request as its receiver would log it. */
export const asReceived = ({ headers, body }: WebhookRequest) => ({
  headers: { ...headers },
  body: new TextDecoder().decode(body),
})

/** Returns the fingerprint that identifies a secret without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 12)

export const eventsOfType = (shop: TestShop, type: EventType) =>
  shop.services.store.read((rows) => rows.events.find(everyone, { type }))

/** Moves deliveries that wait for their first attempt to their last: one more failure exhausts them. */
export const atLastAttempt = (shop: TestShop, endpointId: string) =>
  shop.services.store.write((rows) =>
    rows.webhookDeliveries.updateWhere(
      everyone,
      { endpointId, status: 'PENDING', kind: 'EVENT', attemptCount: 0 },
      { attemptCount: 7, firstAttemptAt: shop.clock.now() - 24 * hour },
    ),
  )

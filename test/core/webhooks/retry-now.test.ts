import { beforeEach, describe, expect, test } from 'vitest'
import { maxAttempts } from '../../../src/core/features/webhooks/delivery/recovery.ts'
import type { WebhookDeliveryRow } from '../../../src/core/model/webhooks.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deferred,
  deliveries,
  emitEvent,
  emitEvents,
  hour,
  minute,
  register,
} from '../../support/webhooks.ts'

let shop: TestShop
let id: string
beforeEach(async () => {
  shop = await createTestShop()
  id = (await register(shop)).id
  shop.sender.answerWith({ status: 500 })
})

const patch = (body: Record<string, unknown>) => shop.call('webhooks.patch', { params: { id }, body })
const retryNow = (more: object = {}) => shop.call('webhooks.retryNow', { params: { id }, ...more })
const retryOne = (deliveryId: string, more: object = {}) =>
  shop.call('webhooks.retryDelivery', { params: { id, deliveryId }, ...more })
/** Runs the job that brings deliveries forward, and sends them. */
const settle = async () => {
  await shop.settle()
  await shop.core.webhooks.settle()
}
/** Emits events that fail once, and advances by two seconds, before their second attempt. */
const failing = async (count: number) => {
  await emitEvents(shop, count)
  await shop.core.webhooks.settle()
  shop.clock.advance(2_000)
}
const change = (delivery: { id: string }, to: Partial<WebhookDeliveryRow>) =>
  shop.services.store.write((rows) => rows.webhookDeliveries.update(everyone, delivery.id, to))
const only = async () => {
  const [delivery] = await deliveries(shop, id)
  return delivery!
}
const sentSince = (count: number) =>
  shop.sender.requests.slice(count).map(({ headers }) => headers['X-Webhook-Id'])

// Each row: the state of a delivery before the call, its fields, and how many are brought forward and sent.
const states: [state: string, to: Partial<WebhookDeliveryRow>, count: number][] = [
  ['waits for its next attempt', {}, 1],
  ['waits for the last one', { attemptCount: 7 }, 1],
  ['could not be sent because of an internal fault', { attempts: [], undelivered: 'secret_unreadable' }, 1],
  ['is held', { status: 'HELD', nextAttemptAt: null, undelivered: 'endpoint_disabled' }, 0],
  ['was missed', { status: 'MISSED', nextAttemptAt: null, undelivered: 'endpoint_disabled' }, 0],
  ['was exhausted', { status: 'EXHAUSTED', nextAttemptAt: null }, 0],
  ['was delivered', { status: 'DELIVERED', nextAttemptAt: null, undelivered: null }, 0],
  ['was dropped', { status: 'DROPPED', nextAttemptAt: null, undelivered: 'endpoint_deleted' }, 0],
  ['was delivered by a replay', { replayedAt: 1 }, 0],
  ['is a replay', { kind: 'REPLAY', undelivered: null }, 0],
  ['is a test', { kind: 'TEST', undelivered: null }, 0],
  ['was tried almost the maximum number of times', { attemptCount: maxAttempts - 1 }, 1],
  ['was tried the maximum number of times', { attemptCount: maxAttempts }, 0],
]

describe('retry-now', () => {
  test('sends waiting events, each once with its own id, the oldest first, however often it is called', async () => {
    await failing(3)
    shop.sender.answerWith({ status: 200 })
    const before = shop.sender.requests.length
    expect(await retryNow({ query: 'dryRun=true' })).toMatchObject({
      status: 200,
      body: { count: 3, underWay: 0, dryRun: true },
    })
    await settle()
    expect(sentSince(before)).toEqual([])
    const answers = await Promise.all([retryNow(), retryNow()])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await settle()
    const sent = await deliveries(shop, id)
    expect(sentSince(before)).toEqual(sent.map((delivery) => delivery.id))
    expect(sent.map(({ status, attemptCount, kind }) => [status, attemptCount, kind])).toEqual(
      Array.from({ length: 3 }, () => ['DELIVERED', 2, 'EVENT']),
    )
    expect((await retryNow()).body).toEqual({ count: 0, underWay: 0, dryRun: false })
    shop.clock.advance(24 * hour)
    await settle()
    expect(sentSince(before)).toHaveLength(3)
  })

  test('resumes the schedule if an event fails again', async () => {
    await failing(1)
    const { firstAttemptAt, nextAttemptAt } = await only()
    await retryNow()
    await settle()
    expect(await only()).toMatchObject({
      status: 'PENDING',
      attemptCount: 2,
      undelivered: 'http_status',
      firstAttemptAt,
      nextAttemptAt,
    })
  })

  test.each(states)('a delivery that %s', async (_state, to, count) => {
    await failing(1)
    await change(await only(), to)
    const before = await only()
    expect((await retryNow()).body).toEqual({ count, underWay: 0, dryRun: false })
    const sent = shop.sender.requests.length
    await settle()
    expect(sentSince(sent)).toEqual(count === 1 ? [before.id] : [])
    if (count === 0) expect(await only()).toEqual(before)
  })

  test('skips deliveries in flight, and does not retry them when they fail', async () => {
    await failing(1)
    shop.clock.advance(minute)
    const answer = deferred<{ status: number }>()
    shop.sender.answerWith(() => answer.promise)
    await shop.core.webhooks.pump()
    expect((await retryNow()).body).toEqual({ count: 0, underWay: 1, dryRun: false })
    answer.resolve({ status: 500 })
    await settle()
    expect(await only()).toMatchObject({ status: 'PENDING', attemptCount: 2 })
  })

  test('tries nothing twice in one call, even if its job runs again after a crash', async () => {
    await failing(2)
    const [first] = await deliveries(shop, id)
    await retryNow()
    // Simulates a job whose server stopped after bringing the first delivery forward, which has failed since.
    const now = shop.clock.now()
    await change(first!, {
      attempts: [{ ...first!.attempts[0]!, at: now }],
      attemptCount: 2,
      nextAttemptAt: now + minute,
    })
    await settle()
    expect((await deliveries(shop, id)).map(({ attemptCount }) => attemptCount)).toEqual([2, 2])
  })

  test('continues in steps if there is more than one transaction moves', async () => {
    await failing(1)
    const one = await only()
    await shop.services.store.write((rows) =>
      rows.webhookDeliveries.insertMany(
        Array.from({ length: 250 }, () => ({ ...one, id: shop.services.ids.next('whd') })),
      ),
    )
    expect((await retryNow()).body.count).toBe(251)
    await settle()
    // The receiver still fails, and each delivery was tried once.
    expect(new Set((await deliveries(shop, id)).map(({ attemptCount }) => attemptCount))).toEqual(
      new Set([2]),
    )
  })

  test('uses the current URL of the endpoint, and each attempt shows its own', async () => {
    await patch({ url: 'https://hooks.example.com/old/place?token=s3cret#part' })
    await failing(1)
    await patch({ url: 'https://new.example.com/' })
    await retryNow()
    await settle()
    const { body } = await shop.call('webhooks.deliveries', { params: { id } })
    expect(body.data[0].attempts.map(({ url }: { url: string }) => url)).toEqual([
      'https://hooks.example.com/old/place',
      'https://new.example.com/',
    ])
  })

  test('is refused while the endpoint is disabled, except as a dry run', async () => {
    await failing(1)
    await patch({ active: false })
    expect((await retryNow({ query: 'dryRun=true' })).body).toMatchObject({ count: 0 })
    expect(await retryNow()).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('disabled') },
    })
  })

  test('stops if the endpoint is disabled before the job has run', async () => {
    await failing(1)
    await retryNow()
    await patch({ active: false })
    await settle()
    expect(await only()).toMatchObject({ status: 'HELD', attemptCount: 1 })
  })

  test("does not affect other endpoints; returns 404 for another organisation's, or an unknown one", async () => {
    const other = await register(shop, { url: 'https://hooks.example.com/b' })
    await failing(1)
    await retryNow()
    await settle()
    expect((await deliveries(shop, other.id)).map(({ attemptCount }) => attemptCount)).toEqual([1])
    const { keys } = await shop.another()
    expect((await retryNow({ key: keys.live })).status).toBe(404)
    expect((await retryNow({ params: { id: 'whe_0' } })).status).toBe(404)
  })

  test('shows no URL for an attempt of an earlier version', async () => {
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const { url: _, ...attempt } = (await only()).attempts[0]!
    await change(await only(), { attempts: [attempt] })
    const { body } = await shop.call('webhooks.deliveries', { params: { id } })
    expect(body.data[0].attempts[0].url).toBeNull()
  })
})

describe('retry-now of one delivery', () => {
  test('sends it now with its own id, once, and leaves the others on schedule', async () => {
    await failing(3)
    shop.sender.answerWith({ status: 200 })
    const [, one] = await deliveries(shop, id)
    const before = shop.sender.requests.length
    const answers = await Promise.all([retryOne(one!.id), retryOne(one!.id)])
    expect(answers).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 200, body: { id: one!.id, status: 'PENDING' } })),
    )
    await settle()
    expect(sentSince(before)).toEqual([one!.id])
    expect((await deliveries(shop, id)).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['PENDING', 1],
      ['DELIVERED', 2],
      ['PENDING', 1],
    ])
  })

  test.each(states)('one that %s', async (_state, to, count) => {
    await failing(1)
    await change(await only(), to)
    const before = await only()
    const { status, body } = await retryOne(before.id)
    expect({ status, code: body.code }).toEqual(
      count === 1 ? { status: 200, code: undefined } : { status: 409, code: 'invalid_state' },
    )
    const sent = shop.sender.requests.length
    await settle()
    expect(sentSince(sent)).toEqual(count === 1 ? [before.id] : [])
    if (count === 0) expect(await only()).toEqual(before)
  })

  test('skips it in flight, and does not retry it when it fails', async () => {
    await failing(1)
    shop.clock.advance(minute)
    const answer = deferred<{ status: number }>()
    shop.sender.answerWith(() => answer.promise)
    await shop.core.webhooks.pump()
    expect(await retryOne((await only()).id)).toMatchObject({ status: 200, body: { status: 'SENDING' } })
    answer.resolve({ status: 500 })
    await settle()
    expect(await only()).toMatchObject({ status: 'PENDING', attemptCount: 2 })
  })

  test('returns 404 for one of another endpoint or organisation, or an unknown one', async () => {
    const other = await register(shop, { url: 'https://hooks.example.com/b' })
    await failing(1)
    const [delivery] = await deliveries(shop, id)
    const { keys } = await shop.another()
    const answers = await Promise.all([
      retryOne(delivery!.id, { params: { id: other.id, deliveryId: delivery!.id } }),
      retryOne(delivery!.id, { key: keys.live }),
      retryOne('whd_0'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

test('nothing is sent for a caller who lost access before the job started', async () => {
  await failing(2)
  const session = await shop.portal({ email: 'ina@example.com', permissions: ['webhooks.manage'] })
  expect((await retryNow({ session, mode: 'live' })).body.count).toBe(2)
  await shop.services.store.write((rows) =>
    rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
  )
  const before = shop.sender.requests.length
  await settle()
  expect(shop.sender.requests).toHaveLength(before)
})

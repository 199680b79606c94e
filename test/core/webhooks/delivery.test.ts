import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  attemptOffsets,
  deliveries,
  emitEvent,
  emitEvents,
  endpointRow,
  hour,
  minute,
  passADay,
  register,
  second,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T09:00:00.750Z' })
})

describe('deliveries', () => {
  test("are the envelope, byte for byte as in the feed, signed with the endpoint's secret at the time of sending", async () => {
    const endpoint = await register(shop)
    await emitEvent(shop)
    shop.clock.advance(5 * second)
    await shop.core.webhooks.settle()

    const [request] = shop.sender.requests
    const [delivery] = await deliveries(shop)
    const event = await shop.services.store.read((rows) => rows.events.get(everyone, delivery!.eventId))
    const body = new TextDecoder().decode(request!.body)
    expect(body).toBe(event!.body)
    expect(JSON.parse(body)).toEqual({
      id: event!.id,
      type: 'item.created',
      version: 1,
      createdAt: '2026-01-05T09:00:00.750Z',
      organisationId: shop.organisation.id,
      isTest: false,
      data: { item: { id: 'itm_1', status: 'CREATED' } },
    })
    const timestamp = String(Date.parse('2026-01-05T09:00:05Z') / 1000)
    const hex = createHmac('sha256', endpoint.secret).update(`${timestamp}.${body}`).digest('hex')
    expect(request).toMatchObject({ url: endpoint.url, timeoutMs: 10_000, captureBytes: 16_384 })
    expect(request!.headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Webhook-Id': delivery!.id,
      'X-Webhook-Event': 'item.created',
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': `v1=${hex}`,
      'webhook-id': event!.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standardSignature(endpoint.secret, `${event!.id}.${timestamp}.${body}`),
    })
    expect(delivery!.id).toMatch(/^whd_/)
  })

  test('are signed again on a second attempt, under the same delivery id', async () => {
    await register(shop)
    shop.sender.answerWith({ status: 503 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    const [first, second] = shop.sender.requests.map(({ headers }) => headers)
    expect(second!['X-Webhook-Id']).toBe(first!['X-Webhook-Id'])
    expect(Number(second!['X-Webhook-Timestamp'])).toBe(Number(first!['X-Webhook-Timestamp']) + 60)
    expect(second!['X-Webhook-Signature']).not.toBe(first!['X-Webhook-Signature'])
  })

  test('that cannot be signed are no attempt: they wait, disable no endpoint, and are sent once they can be signed', async () => {
    const { id } = await register(shop)
    const { secret } = await endpointRow(shop, id)
    const setSecret = (value: Uint8Array) =>
      shop.services.store.write((rows) => rows.webhookEndpoints.update(everyone, id, { secret: value }))
    await setSecret(new Uint8Array(64))
    await emitEvents(shop, 12)
    await passADay(shop)
    expect(shop.sender.requests).toEqual([])
    for (const delivery of await deliveries(shop)) {
      expect(delivery).toMatchObject({
        status: 'PENDING',
        undelivered: 'secret_unreadable',
        attempts: [],
        attemptCount: 0,
        firstAttemptAt: null,
        nextAttemptAt: shop.clock.now() + minute,
      })
    }
    expect(await endpointRow(shop, id)).toMatchObject({ active: true, consecutiveExhausted: 0 })
    expect((await shop.services.health.look()).components.deliveries).toBe('DEGRADED')

    await setSecret(secret)
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    expect(await deliveries(shop)).toMatchObject(
      Array(12).fill({ status: 'DELIVERED', attemptCount: 1, undelivered: null }),
    )
    shop.clock.advance(2 * minute)
    expect((await shop.services.health.look()).components.deliveries).toBe('OPERATIONAL')
  })

  test('that cannot be signed between two attempts keep their schedule', async () => {
    const { id } = await register(shop)
    const { secret } = await endpointRow(shop, id)
    const setSecret = (value: Uint8Array) =>
      shop.services.store.write((rows) => rows.webhookEndpoints.update(everyone, id, { secret: value }))
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await setSecret(new Uint8Array(64))
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    expect((await deliveries(shop))[0]).toMatchObject({ attemptCount: 1, undelivered: 'secret_unreadable' })
    await setSecret(secret)
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    const [delivery] = await deliveries(shop)
    expect(delivery).toMatchObject({ attemptCount: 2, undelivered: 'http_status' })
    expect(delivery!.nextAttemptAt).toBe(delivery!.firstAttemptAt! + 5 * minute)
  })
})

const standardSignature = (secret: string, content: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(content)
    .digest('base64')}`

describe('responses that count as delivered', () => {
  const cases: [string, ScriptedAnswer, string, { status: number | null; error: string | null }][] = [
    ['200', { status: 200 }, 'DELIVERED', { status: 200, error: null }],
    ['204', { status: 204 }, 'DELIVERED', { status: 204, error: null }],
    ['299', { status: 299 }, 'DELIVERED', { status: 299, error: null }],
    ['199', { status: 199 }, 'PENDING', { status: 199, error: null }],
    ['a redirect', { status: 301 }, 'PENDING', { status: 301, error: 'redirect' }],
    ['404', { status: 404 }, 'PENDING', { status: 404, error: null }],
    ['500', { status: 500 }, 'PENDING', { status: 500, error: null }],
    ['silence', { error: 'timeout' }, 'PENDING', { status: null, error: 'timeout' }],
    ['an unknown host name', { error: 'dns' }, 'PENDING', { status: null, error: 'dns' }],
  ]
  test.each(cases)('%s', async (_answer, answer, status, attempt) => {
    await register(shop)
    shop.sender.answerWith(answer)
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const [delivery] = await deliveries(shop)
    expect(delivery).toMatchObject({ status, attemptCount: 1, attempts: [attempt] })
    expect(delivery!.finishedAt).toBe(status === 'DELIVERED' ? shop.clock.now() : null)
  })

  test('the beginning of the body is stored', async () => {
    await register(shop)
    shop.sender.answerWith({ status: 400, body: 'no '.repeat(10_000) })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const kept = async () =>
      (await deliveries(shop))[0]!.attempts.map(({ responseBody }) => responseBody.length)
    expect((await deliveries(shop))[0]!.attempts[0]!.responseBody).toBe('no '.repeat(10_000).slice(0, 16_384))
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    // Earlier attempts keep less of the body.
    expect(await kept()).toEqual([1024, 16_384])
  })
})

describe('retries', () => {
  test('eight attempts in 24 hours, each at its offset from the first and not a millisecond earlier', async () => {
    await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    const begin = shop.clock.now()
    for (const [index, offset] of attemptOffsets.entries()) {
      if (index > 0) {
        shop.clock.set(begin + offset - 1)
        await shop.core.webhooks.settle()
        expect(shop.sender.requests, `before attempt ${index + 1}`).toHaveLength(index)
        expect(await shop.core.webhooks.nextAt()).toBe(begin + offset)
      }
      shop.clock.set(begin + offset)
      await shop.core.webhooks.settle()
      expect(shop.sender.requests, `attempt ${index + 1}`).toHaveLength(index + 1)
    }
    const [delivery] = await deliveries(shop)
    expect(delivery).toMatchObject({ status: 'EXHAUSTED', attemptCount: 8, nextAttemptAt: null })
    expect(delivery!.attempts.map((attempt) => attempt.at - begin)).toEqual([...attemptOffsets])
    expect(await shop.core.webhooks.nextAt()).toBeUndefined()
    shop.clock.advance(72 * hour)
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toHaveLength(8)
    const sent = shop.sender.requests.map(({ body, headers }) => [
      headers['X-Webhook-Id'],
      Buffer.from(body).toString('hex'),
    ])
    expect(new Set(sent.map(String)).size, 'the same bytes under the same id, eight times').toBe(1)
  })

  // The dispatcher does not run during the downtime; it makes all overdue attempts as one.
  const downtimes: [down: string, back: number, next: number | undefined][] = [
    ['until before the second attempt', 30 * second, minute],
    ['past one attempt', 3 * minute, 5 * minute],
    ['past four attempts', 3 * hour, 6 * hour],
    ['until just before the last attempt', 24 * hour - 1, 24 * hour],
    ['past the last attempt', 24 * hour, undefined],
    ['for three days', 72 * hour, undefined],
  ]
  test.each(downtimes)('an endpoint that was down %s', async (_down, back, next) => {
    await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const begin = shop.clock.now()
    shop.clock.set(begin + back)
    await shop.core.webhooks.settle()
    const [delivery] = await deliveries(shop)
    expect(shop.sender.requests).toHaveLength(back < minute ? 1 : 2)
    expect(delivery!.status).toBe(next === undefined ? 'EXHAUSTED' : 'PENDING')
    expect(delivery!.nextAttemptAt).toBe(next === undefined ? null : begin + next)
  })

  test('the test clock does not affect the retry schedule', async () => {
    await register(shop, {}, shop.keys.test)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop, { mode: 'test' })
    await shop.core.webhooks.settle()
    await shop.advanceTestClock('2026-03-01T00:00:00Z')
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toHaveLength(1)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deliveries,
  emitEvent,
  emitEvents,
  exhaustDeliveries,
  hour,
  register,
} from '../../support/webhooks.ts'

let shop: TestShop
let id: string
beforeEach(async () => {
  shop = await createTestShop()
  id = (await register(shop)).id
})

const patch = (body: Record<string, unknown>) => shop.call('webhooks.patch', { params: { id }, body })
const nowText = () => new Date(shop.clock.now()).toISOString()
const replaySince = (since: string, more: object = {}) =>
  shop.call('webhooks.replaySince', { params: { id }, body: { since }, ...more })
/** Runs the job that makes the deliveries due, and sends them. */
const settle = async () => {
  await shop.settle()
  await shop.core.webhooks.settle()
}
const statusesHere = async () => (await deliveries(shop, id)).map(({ status }) => status)
const beginning = '2026-01-01T00:00:00Z'

describe('replay-since', () => {
  test('does nothing for a caller who lost access before it started', async () => {
    await exhaustDeliveries(shop, 2)
    await patch({ active: false })
    await emitEvents(shop, 3)
    await patch({ active: true })
    shop.sender.answerWith({ status: 200 })
    const before = shop.sender.requests.length
    const session = await shop.portal({ email: 'ina@example.com', permissions: ['webhooks.manage'] })
    expect((await replaySince(beginning, { session, mode: 'live' })).body.count).toBeGreaterThan(0)
    await shop.services.store.write((rows) =>
      rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
    )
    await settle()
    expect(shop.sender.requests).toHaveLength(before)
    expect(await statusesHere()).toContain('MISSED')
  })

  test('delivers exhausted and missed events, each once, however often it is called', async () => {
    await exhaustDeliveries(shop, 2)
    await patch({ active: false })
    await emitEvents(shop, 3)
    await patch({ active: true })
    shop.sender.answerWith({ status: 200 })
    const before = shop.sender.requests.length
    const dry = await replaySince(beginning, { query: 'dryRun=true' })
    expect(dry).toMatchObject({ status: 200, body: { count: 5, dryRun: true } })
    expect(await statusesHere()).toEqual(['EXHAUSTED', 'EXHAUSTED', 'MISSED', 'MISSED', 'MISSED'])
    const answers = await Promise.all([replaySince(beginning), replaySince(beginning)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await settle()
    const ids = (await deliveries(shop, id)).map((delivery) => delivery.id)
    const sent = shop.sender.requests.slice(before).map(({ headers }) => headers['X-Webhook-Id'])
    expect(sent.sort()).toEqual(ids)
    expect(new Set(await statusesHere())).toEqual(new Set(['DELIVERED']))
    expect((await replaySince(beginning)).body).toEqual({ count: 0, dryRun: false })
  })

  test('skips deliveries that are older, still being tried, or replayed', async () => {
    await exhaustDeliveries(shop, 1)
    shop.clock.advance(hour)
    const since = nowText()
    await exhaustDeliveries(shop, 2)
    const [, second] = await deliveries(shop, id)
    shop.sender.answerWith({ status: 200 })
    await shop.call('webhooks.replay', { params: { id, deliveryId: second!.id } })
    await shop.core.webhooks.settle()
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    shop.sender.answerWith({ status: 200 })
    expect((await replaySince(since)).body).toEqual({ count: 1, dryRun: false })
    await settle()
    const events = (await deliveries(shop, id)).filter(({ kind }) => kind === 'EVENT')
    expect(events.map(({ status }) => status)).toEqual(['EXHAUSTED', 'EXHAUSTED', 'DELIVERED', 'PENDING'])
  })

  test('gives what fails again a whole new schedule', async () => {
    await exhaustDeliveries(shop, 1)
    await replaySince(beginning)
    await settle()
    const [delivery] = await deliveries(shop, id)
    expect(delivery).toMatchObject({
      status: 'PENDING',
      attemptCount: 9,
      firstAttemptAt: shop.clock.now(),
      finishedAt: null,
    })
    expect(delivery!.undelivered).toBe('http_status')
  })

  test('is refused while the endpoint is disabled, except as a dry run', async () => {
    await exhaustDeliveries(shop, 1)
    await patch({ active: false })
    expect((await replaySince(beginning, { query: 'dryRun=true' })).body.count).toBe(1)
    expect(await replaySince(beginning)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('stops if the endpoint is disabled before the job has run', async () => {
    await exhaustDeliveries(shop, 1)
    expect((await replaySince(beginning)).status).toBe(202)
    await patch({ active: false })
    await settle()
    expect(await statusesHere()).toEqual(['EXHAUSTED'])
  })

  test('continues in steps if there is more than one transaction moves', async () => {
    await exhaustDeliveries(shop, 1)
    const [one] = await deliveries(shop, id)
    await shop.services.store.write((rows) =>
      rows.webhookDeliveries.insertMany(
        Array.from({ length: 120 }, () => ({ ...one!, id: shop.services.ids.next('whd') })),
      ),
    )
    shop.sender.answerWith({ status: 200 })
    expect((await replaySince(beginning)).body.count).toBe(121)
    await settle()
    expect(new Set(await statusesHere())).toEqual(new Set(['DELIVERED']))
  })

  test.each(['yesterday', '2026-02-30T00:00:00Z', '2026-01-05', ''])(
    'refuses %o as an instant',
    async (since) => {
      expect(await replaySince(since)).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'since' }] },
      })
    },
  )

  test("returns 404 for another organisation's endpoint, or an unknown one", async () => {
    const { keys } = await shop.another()
    expect((await replaySince(beginning, { key: keys.live })).status).toBe(404)
    expect((await replaySince(beginning, { params: { id: 'whe_0' } })).status).toBe(404)
  })
})

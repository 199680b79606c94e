import { beforeEach, describe, expect, test } from 'vitest'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  attemptOffsets,
  deferred,
  deliveries,
  emitEvent,
  emitEvents,
  endpointRow,
  eventsOfType,
  exhaustDeliveries,
  hour,
  minute,
  passADay,
  register,
  statuses,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const patch = (id: string, body: Record<string, unknown>) =>
  shop.call('webhooks.patch', { params: { id }, body })

describe('ten consecutive exhausted events', () => {
  test('disable the endpoint with the tenth, not with the ninth', async () => {
    const { id } = await register(shop)
    await exhaustDeliveries(shop, 9)
    expect(await endpointRow(shop, id)).toMatchObject({ active: true, consecutiveExhausted: 9 })
    await exhaustDeliveries(shop, 1)
    const { body } = await shop.call('webhooks.get', { params: { id } })
    expect(body).toMatchObject({
      active: false,
      consecutiveExhausted: 10,
      disabledAt: new Date(shop.clock.now()).toISOString(),
      disabledReason: '10 consecutive events could not be delivered.',
      disabledBy: 'FAILURES',
    })
  })

  test('send a single webhook.disabled to the feed and the other endpoints', async () => {
    const failing = await register(shop, { url: 'https://hooks.example.com/failing' })
    const other = await register(shop, { url: 'https://hooks.example.com/other', events: ['webhook.*'] })
    await exhaustDeliveries(shop, 30)
    const [event, ...more] = await eventsOfType(shop, 'webhook.disabled')
    expect(more).toEqual([])
    expect(JSON.parse(event!.body)).toMatchObject({
      isTest: false,
      data: {
        endpoint: {
          id: failing.id,
          status: 'DISABLED',
          url: failing.url,
          reason: '10 consecutive events could not be delivered.',
        },
      },
    })
    const reports = await deliveries(shop, other.id)
    expect(reports.map(({ eventId }) => eventId)).toEqual([event!.id])
    expect((await deliveries(shop, failing.id)).map(({ eventId }) => eventId)).not.toContain(event!.id)
  })

  test('hold deliveries that fail concurrently', async () => {
    const { id } = await register(shop)
    await exhaustDeliveries(shop, 9)
    const begin = shop.clock.now()
    await emitEvent(shop)
    for (const offset of attemptOffsets.slice(0, -1)) {
      shop.clock.set(begin + offset)
      await shop.core.webhooks.settle()
    }
    shop.clock.set(begin + attemptOffsets.at(-1)!)
    await emitEvents(shop, 4)
    await shop.core.webhooks.settle()
    expect(await endpointRow(shop, id)).toMatchObject({ active: false, consecutiveExhausted: 10 })
    expect((await statuses(shop, id)).slice(9)).toEqual(['EXHAUSTED', ...Array(4).fill('HELD')])
  })

  test('may be test events if the endpoint gets only those', async () => {
    await register(shop, {}, shop.keys.test)
    shop.sender.answerWith({ status: 500 })
    await shop.advanceTestClock('2026-02-01T00:00:00Z')
    for (let number = 0; number < 10; number++) await emitEvent(shop, { mode: 'test' })
    await passADay(shop)
    const [event] = await eventsOfType(shop, 'webhook.disabled')
    expect(event).toMatchObject({ mode: 'test' })
    expect(event!.createdAt).toBeGreaterThan(Date.parse('2026-02-01T00:00:00Z'))
  })

  // Events between nine exhausted deliveries and the tenth.
  const between: [what: string, step: (id: string) => Promise<unknown>, disabled: boolean][] = [
    ['nothing', async () => {}, true],
    ['a delivered event', () => answered(200, () => emitEvent(shop)), false],
    ['an event that needs two attempts', () => answered(500, () => emitEvent(shop), 200), false],
    ['an attempt that fails but is not the last', () => answered(500, () => emitEvent(shop)), true],
    ['a delivered test', (id) => answered(200, () => sendTest(id)), false],
    ['a delivered replay', (id) => answered(200, () => replayFirst(id)), false],
  ]
  test.each(between)('after nine and then %s, the next one counts', async (_what, step, disabled) => {
    const { id } = await register(shop)
    await exhaustDeliveries(shop, 9)
    await step(id)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await passADay(shop)
    expect((await endpointRow(shop, id)).active).toBe(!disabled)
  })

  const answered = async (status: number, step: () => Promise<unknown>, then?: number) => {
    shop.sender.answerWith({ status })
    await step()
    await shop.core.webhooks.settle()
    if (then === undefined) return
    shop.clock.advance(minute)
    shop.sender.answerWith({ status: then })
    await shop.core.webhooks.settle()
  }
  const sendTest = (id: string) => shop.call('webhooks.test', { params: { id } })
  const replayFirst = async (id: string) => {
    const [first] = await deliveries(shop, id)
    return shop.call('webhooks.replay', { params: { id, deliveryId: first!.id } })
  }

  test('tests and replays that fail for a day do not count', async () => {
    const { id } = await register(shop)
    await exhaustDeliveries(shop, 1)
    for (let number = 0; number < 12; number++) {
      await sendTest(id)
      await replayFirst(id)
    }
    await passADay(shop)
    expect((await statuses(shop, id)).filter((status) => status === 'EXHAUSTED')).toHaveLength(25)
    expect(await endpointRow(shop, id)).toMatchObject({ active: true, consecutiveExhausted: 1 })
  })
})

describe('while an endpoint is disabled', () => {
  let id: string
  beforeEach(async () => {
    id = (await register(shop)).id
  })

  test('waiting deliveries are held, new events are recorded as missed, and nothing is sent', async () => {
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await patch(id, { active: false })
    await emitEvent(shop)
    await emitEvent(shop)
    await passADay(shop)
    expect(await statuses(shop, id)).toEqual(['HELD', 'MISSED', 'MISSED'])
    expect(shop.sender.requests).toHaveLength(1)
    expect(await eventsOfType(shop, 'webhook.disabled')).toEqual([])
  })

  test('enabling it sends nothing automatically; new events are delivered again', async () => {
    expect((await patch(id, { active: false })).body).toMatchObject({ disabledBy: 'PERSON' })
    await emitEvent(shop)
    const { body } = await patch(id, { active: true })
    expect(body).toMatchObject({
      active: true,
      disabledAt: null,
      disabledReason: null,
      disabledBy: null,
      consecutiveExhausted: 0,
    })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    expect(await statuses(shop, id)).toEqual(['MISSED', 'DELIVERED'])
  })

  test('tests and replays are sent anyway', async () => {
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await patch(id, { active: false })
    const [first] = await deliveries(shop, id)
    await shop.call('webhooks.replay', { params: { id, deliveryId: first!.id } })
    await shop.call('webhooks.test', { params: { id } })
    await shop.core.webhooks.settle()
    expect((await deliveries(shop, id)).map(({ kind, status }) => [kind, status])).toEqual([
      ['EVENT', 'DELIVERED'],
      ['REPLAY', 'DELIVERED'],
      ['TEST', 'DELIVERED'],
    ])
  })

  test('a test that waits for a retry is not held', async () => {
    shop.sender.answerWith({ status: 500 })
    await shop.call('webhooks.test', { params: { id } })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await patch(id, { active: false })
    expect(await statuses(shop, id)).toEqual(['PENDING', 'HELD'])
    shop.sender.answerWith({ status: 200 })
    shop.clock.advance(minute)
    await shop.core.webhooks.settle()
    expect(await statuses(shop, id)).toEqual(['DELIVERED', 'HELD'])
  })

  test('a test without retries ends after one attempt, whatever its outcome', async () => {
    for (const status of [500, 200]) {
      shop.sender.answerWith({ status })
      await shop.call('webhooks.test', { params: { id }, body: { retry: false } })
      await shop.core.webhooks.settle()
    }
    const tests = await deliveries(shop, id)
    expect(
      tests.map(({ status, attempts, nextAttemptAt }) => [status, attempts.length, nextAttemptAt]),
    ).toEqual([
      ['EXHAUSTED', 1, null],
      ['DELIVERED', 1, null],
    ])
    expect(await endpointRow(shop, id)).toMatchObject({ active: true, consecutiveExhausted: 0 })
  })

  test('an attempt in flight ends as held or delivered, and does not count', async () => {
    const answers = [deferred<ScriptedAnswer>(), deferred<ScriptedAnswer>()]
    let next = 0
    shop.sender.answerWith(() => answers[next++]!.promise)
    await emitEvents(shop, 2)
    await shop.core.webhooks.pump()
    await patch(id, { active: false })
    await patch(id, { active: true })
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { consecutiveExhausted: 3 }),
    )
    await patch(id, { active: false })
    answers[0]!.resolve({ status: 500 })
    answers[1]!.resolve({ status: 200 })
    await shop.core.webhooks.settle()
    expect((await statuses(shop, id)).sort()).toEqual(['DELIVERED', 'HELD'])
    expect((await endpointRow(shop, id)).consecutiveExhausted).toBe(3)
  })

  test('the tenth exhausted result from before it was re-enabled does not disable it again', async () => {
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const last = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => last.promise)
    shop.clock.advance(24 * hour)
    await shop.core.webhooks.pump()
    await patch(id, { active: false })
    await patch(id, { active: true })
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { consecutiveExhausted: 9 }),
    )
    last.resolve({ status: 500 })
    await shop.core.webhooks.settle()
    expect(await statuses(shop, id)).toEqual(['EXHAUSTED'])
    expect(await endpointRow(shop, id)).toMatchObject({ active: true, consecutiveExhausted: 9 })
  })
})

import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { createSqliteStore } from '../../../src/adapters/sqlite/store.ts'
import { createDispatcher } from '../../../src/core/features/webhooks/delivery/dispatcher.ts'
import { isNotNull } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  atLastAttempt,
  deferred,
  deliveries,
  emitEvent,
  emitEvents,
  endpointRow,
  eventsOfType,
  hour,
  minute,
  passADay,
  register,
  statuses,
} from '../../support/webhooks.ts'

/** The store of the run (memory, or PostgreSQL), and SQLite. */
const stores = {
  'the store of this run': async () => ({}),
  SQLite: async () => ({
    ports: { store: await createSqliteStore({ file: join(temporaryFolder(), 'test.db') }) },
  }),
}
const open = async (kind: keyof typeof stores) => createTestShop(await stores[kind]())

let shop: TestShop
const patch = (id: string, body: Record<string, unknown>) =>
  shop.call('webhooks.patch', { params: { id }, body })
const replayMissed = (id: string, query = '') => shop.call('webhooks.replayMissed', { params: { id }, query })

describe.each(Object.keys(stores) as (keyof typeof stores)[])('many simultaneous outcomes, on %s', (kind) => {
  const failing = 'https://hooks.example.com/failing'
  let id: string
  beforeEach(async () => {
    shop = await open(kind)
    ;({ id } = await register(shop, { url: failing, events: ['item.*'] }))
  })

  /** Sends all due deliveries from two processes at the same time. */
  const sendAtOnce = async () => {
    const processes = [shop.core.webhooks, createDispatcher(shop.services)]
    await Promise.all(processes.map((process) => process.settle()))
  }

  test('report the disabled endpoint once in each channel', async () => {
    const other = await register(shop, { url: 'https://hooks.example.com/other', events: ['webhook.*'] })
    shop.mailer.available = true
    await shop.portal({ role: 'developer', email: 'dev@example.com' })
    await emitEvents(shop, 40)
    await atLastAttempt(shop, id)
    shop.sender.answerWith(({ url }) => ({ status: url === failing ? 500 : 200 }))
    await sendAtOnce()
    await shop.settle()
    await sendAtOnce()

    const endpoint = await endpointRow(shop, id)
    expect(endpoint).toMatchObject({ active: false, consecutiveExhausted: 10, epoch: 1 })
    expect(await eventsOfType(shop, 'webhook.disabled')).toHaveLength(1)
    expect(await statuses(shop, other.id)).toEqual(['DELIVERED'])
    expect(shop.mailer.sent.map(({ to }) => to)).toEqual(['dev@example.com'])
    // Deliveries in flight are exhausted, and all others are held.
    const ended = await statuses(shop, id)
    expect(new Set(ended)).toEqual(new Set(['EXHAUSTED', 'HELD']))
    expect(ended.filter((status) => status === 'EXHAUSTED').length).toBeLessThanOrEqual(10 + 16)
  })

  test('and five calls of replay-missed then deliver what it missed, each event once', async () => {
    await emitEvents(shop, 40)
    await atLastAttempt(shop, id)
    shop.sender.answerWith({ status: 500 })
    await sendAtOnce()
    await emitEvents(shop, 20)
    const missed = (await deliveries(shop, id)).filter(({ status }) => status !== 'EXHAUSTED')
    expect((await replayMissed(id, 'dryRun=true')).body).toEqual({ count: missed.length, dryRun: true })
    await patch(id, { active: true })

    shop.sender.answerWith({ status: 200 })
    const before = shop.sender.requests.length
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => replayMissed(id)))
    await sendAtOnce()
    const counts = answers.map(({ body }) => body.count as number)
    expect(counts.reduce((sum, count) => sum + count)).toBe(missed.length)
    const sent = shop.sender.requests.slice(before).map(({ headers }) => headers['X-Webhook-Id'])
    expect(sent.sort()).toEqual(missed.map((delivery) => delivery.id).sort())
  })

  test('with a 2xx among the last failures keep it enabled, in any order', async () => {
    await emitEvents(shop, 9)
    await atLastAttempt(shop, id)
    shop.sender.answerWith({ status: 500 })
    await sendAtOnce()
    await emitEvents(shop, 2)
    await atLastAttempt(shop, id)
    const answers = [deferred<ScriptedAnswer>(), deferred<ScriptedAnswer>()]
    let next = 0
    shop.sender.answerWith(() => answers[next++]!.promise)
    const sending = sendAtOnce()
    while (next < 2) await new Promise((resolve) => setImmediate(resolve))
    answers[0]!.resolve({ status: 200 })
    answers[1]!.resolve({ status: 500 })
    await sending
    // The result depends on which outcome commits first: a reset and one failure, or the tenth failure.
    const { active, consecutiveExhausted } = await endpointRow(shop, id)
    expect([
      [true, 1],
      [false, 10],
    ]).toContainEqual([active, consecutiveExhausted])
    expect(await eventsOfType(shop, 'webhook.disabled')).toHaveLength(active ? 0 : 1)
  })
})

describe('counting before it runs: replay-missed?dryRun=true', () => {
  let id: string
  beforeEach(async () => {
    shop = await createTestShop()
    ;({ id } = await register(shop))
    await emitEvent(shop)
    await patch(id, { active: false })
    await emitEvents(shop, 2)
  })
  const counted = async () => (await replayMissed(id, 'dryRun=true')).body.count

  test('answers 200 and changes nothing, even while it is disabled', async () => {
    const before = await deliveries(shop)
    const { status, body } = await replayMissed(id, 'dryRun=true')
    expect([status, body]).toEqual([200, { count: 3, dryRun: true }])
    expect(await deliveries(shop)).toEqual(before)
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toEqual([])
  })

  test('counts exactly what a run then delivers', async () => {
    await patch(id, { active: true })
    expect(await counted()).toBe(3)
    expect(await replayMissed(id, 'dryRun=false')).toMatchObject({
      status: 202,
      body: { count: 3, dryRun: false },
    })
    expect(await counted()).toBe(0)
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toHaveLength(3)
  })

  test('excludes expired events, as a run does', async () => {
    shop.clock.advance(30 * 24 * hour - 1)
    expect(await counted()).toBe(3)
    await emitEvent(shop)
    shop.clock.advance(1)
    expect(await counted()).toBe(1)
    await patch(id, { active: true })
    expect((await replayMissed(id)).body.count).toBe(1)
  })

  test.each(['dryRun=1', 'dryRun=', 'dryRun=TRUE', 'dryrun=true', 'dryRun=true&dryRun=true'])(
    '%s is refused',
    async (query) => {
      expect((await replayMissed(id, query)).status).toBe(422)
    },
  )
})

describe('a manual replay during a scheduled retry', () => {
  const cases: [replayed: number, retried: number, statuses: string[]][] = [
    [200, 200, ['DELIVERED', 'DELIVERED']],
    [200, 500, ['PENDING', 'DELIVERED']],
    [500, 200, ['DELIVERED', 'PENDING']],
    [500, 500, ['PENDING', 'PENDING']],
  ]
  test.each(cases)('%i, and then %i: each keeps its own schedule', async (replayed, retried, expected) => {
    shop = await createTestShop()
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    shop.clock.advance(minute / 2)
    const [original] = await deliveries(shop, id)
    shop.sender.answerWith({ status: replayed })
    await shop.call('webhooks.replay', { params: { id, deliveryId: original!.id } })
    await shop.core.webhooks.settle()
    shop.sender.answerWith({ status: retried })
    shop.clock.advance(minute / 2)
    await shop.core.webhooks.settle()
    expect(await statuses(shop, id)).toEqual(expected)
    const ids = shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])
    expect(ids).toEqual([original!.id, (await deliveries(shop, id))[1]!.id, original!.id])
    expect(new Set(shop.sender.requests.map(({ body }) => new TextDecoder().decode(body))).size).toBe(1)
  })

  test('requested ten times, it is sent ten times, with distinct ids', async () => {
    shop = await createTestShop()
    const { id } = await register(shop)
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const [original] = await deliveries(shop, id)
    const params = { id, deliveryId: original!.id }
    await Promise.all(Array.from({ length: 10 }, () => shop.call('webhooks.replay', { params })))
    await shop.core.webhooks.settle()
    expect(new Set(shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])).size).toBe(11)
  })
})

describe('changing an endpoint while a delivery is in flight', () => {
  const moved = 'https://hooks.example.com/moved'
  // Each row: what happens during the attempt, the answer, the new status, and the URL of the next attempt.
  const cases: [
    what: string,
    change: (id: string) => Promise<unknown>,
    number,
    string,
    string | undefined,
  ][] = [
    ['a new URL', (id) => patch(id, { url: moved }), 500, 'PENDING', moved],
    ['a new URL', (id) => patch(id, { url: moved }), 200, 'DELIVERED', undefined],
    ['deletion', (id) => remove(id), 500, 'DROPPED', undefined],
    ['deletion', (id) => remove(id), 200, 'DELIVERED', undefined],
    ['disabling', (id) => patch(id, { active: false }), 500, 'HELD', undefined],
    ['disabling', (id) => patch(id, { active: false }), 200, 'DELIVERED', undefined],
    [
      'disabling and enabling',
      (id) => patch(id, { active: false }).then(() => patch(id, { active: true })),
      500,
      'PENDING',
      'https://hooks.example.com/a',
    ],
    // The endpoint was subscribed when the event occurred, so the delivery is retried.
    [
      'unsubscribing',
      (id) => patch(id, { events: ['run.*'] }),
      500,
      'PENDING',
      'https://hooks.example.com/a',
    ],
  ]
  test.each(cases)('%s, and the response is %i', async (_what, change, status, becomes, next) => {
    shop = await createTestShop()
    const { id } = await register(shop)
    const answer = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => answer.promise)
    await emitEvent(shop)
    await shop.core.webhooks.pump()
    await change(id)
    answer.resolve({ status })
    await shop.core.webhooks.settle()
    expect(await statuses(shop, id)).toEqual([becomes])
    shop.sender.answerWith({ status: 200 })
    await passADay(shop)
    const later = shop.sender.requests.slice(1)
    expect(later.map(({ url }) => url)).toEqual(next ? [next] : [])
    expect(new Set(shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])).size).toBe(1)
  })

  const remove = (id: string) => shop.call('webhooks.remove', { params: { id } })

  test('leaves no delivery waiting for a deleted endpoint', async () => {
    shop = await createTestShop()
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvents(shop, 3)
    await shop.core.webhooks.settle()
    await remove(id)
    await passADay(shop)
    expect(await statuses(shop, id)).toEqual(['DROPPED', 'DROPPED', 'DROPPED'])
    expect(await shop.core.webhooks.nextAt()).toBeUndefined()
    const left = await shop.services.store.read((rows) =>
      rows.webhookDeliveries.find(everyone, { nextAttemptAt: isNotNull }),
    )
    expect(left).toEqual([])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createDispatcher } from '../../../src/core/features/webhooks/delivery/dispatcher.ts'
import { newDelivery } from '../../../src/core/features/webhooks/delivery/fan-out.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deliveries,
  emitEvent,
  emitEvents,
  endpointRow,
  hour,
  minute,
  register,
  statuses,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const patch = (id: string, body: Record<string, unknown>) =>
  shop.call('webhooks.patch', { params: { id }, body })

const replayMissed = (id: string) => shop.call('webhooks.replayMissed', { params: { id } })

/** Returns the delivery ids of all requests after the first `count`. */
const sentSince = (count: number) =>
  shop.sender.requests.slice(count).map(({ headers }) => headers['X-Webhook-Id'])

describe('replay-missed', () => {
  let id: string
  beforeEach(async () => {
    id = (await register(shop)).id
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await patch(id, { active: false })
    await emitEvents(shop, 3)
    shop.sender.answerWith({ status: 200 })
  })

  test('is refused while the endpoint is still disabled', async () => {
    const { status, body } = await replayMissed(id)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'invalid_state', detail: expect.stringContaining('disabled') })
  })

  test('delivers held and missed events once, with their own ids, however often it is called', async () => {
    await patch(id, { active: true })
    const before = shop.sender.requests.length
    const answers = await Promise.all([replayMissed(id), replayMissed(id), replayMissed(id)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(answers.map(({ body }) => body.count).sort()).toEqual([0, 0, 4])
    await shop.core.webhooks.settle()
    expect((await replayMissed(id)).body).toEqual({ count: 0, dryRun: false })
    await shop.core.webhooks.settle()
    const ids = (await deliveries(shop, id)).map((delivery) => delivery.id)
    expect(sentSince(before).sort()).toEqual(ids)
    expect(new Set(await statuses(shop, id))).toEqual(new Set(['DELIVERED']))
  })

  test('starts a new schedule for held deliveries', async () => {
    shop.clock.advance(48 * hour)
    await patch(id, { active: true })
    await replayMissed(id)
    shop.sender.answerWith({ status: 500 })
    await shop.core.webhooks.settle()
    const [held] = await deliveries(shop, id)
    expect(held).toMatchObject({ status: 'PENDING', nextAttemptAt: shop.clock.now() + minute })
  })

  test('loses nothing in a crash halfway', async () => {
    await patch(id, { active: true })
    await replayMissed(id)
    const dead = createDispatcher(shop.services)
    shop.sender.answerWith(() => new Promise(() => {}))
    await dead.pump()
    expect(new Set(await statuses(shop, id))).toEqual(new Set(['SENDING']))
    shop.sender.answerWith({ status: 200 })
    await shop.core.webhooks.reap({ all: true })
    await shop.core.webhooks.settle()
    expect(new Set(await statuses(shop, id))).toEqual(new Set(['DELIVERED']))
  })

  test('does not affect events missed by other endpoints', async () => {
    const other = await register(shop, { url: 'https://hooks.example.com/b' })
    await patch(other.id, { active: false })
    await emitEvent(shop)
    await patch(id, { active: true })
    expect((await replayMissed(id)).body).toEqual({ count: 5, dryRun: false })
    expect(await statuses(shop, other.id)).toEqual(['MISSED'])
  })
})

describe('more deliveries than one transaction moves', () => {
  const fill = async (endpointId: string, count: number) => {
    await emitEvent(shop)
    const [event] = await shop.services.store.read((rows) => rows.events.find(everyone, {}))
    const endpoint = await endpointRow(shop, endpointId)
    await shop.services.store.write((rows) =>
      rows.webhookDeliveries.insertMany(
        Array.from({ length: count }, () => newDelivery(shop.services, endpoint, event!, 'EVENT')),
      ),
    )
  }
  const countOf = async (id: string, status: string) =>
    (await statuses(shop, id)).filter((other) => other === status).length

  test('are held in steps, one chunk immediately and the rest by a job, and none is sent', async () => {
    const { id } = await register(shop)
    await fill(id, 1200)
    await patch(id, { active: false })
    expect(await countOf(id, 'HELD')).toBe(500)
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toEqual([])
    await shop.settle()
    expect(await countOf(id, 'HELD')).toBe(1201)
  })

  test('are sent if they were not held yet when the endpoint is enabled again', async () => {
    const { id } = await register(shop)
    await fill(id, 1200)
    await patch(id, { active: false })
    await patch(id, { active: true })
    await shop.settle()
    await shop.core.webhooks.settle()
    expect([await countOf(id, 'HELD'), await countOf(id, 'DELIVERED')]).toEqual([500, 701])
  })

  test('are replayed in steps, and the response counts all of them', async () => {
    const { id } = await register(shop)
    await patch(id, { active: false })
    await fill(id, 1200)
    await patch(id, { active: true })
    expect((await replayMissed(id)).body).toEqual({ count: 1201, dryRun: false })
    expect(await countOf(id, 'MISSED')).toBe(701)
    await shop.settle()
    await shop.core.webhooks.settle()
    expect(await countOf(id, 'DELIVERED')).toBe(1201)
    expect(shop.sender.requests).toHaveLength(1201)
  })

  test('are not replayed further for a caller who lost access in the meantime', async () => {
    const { id } = await register(shop)
    await patch(id, { active: false })
    await fill(id, 1200)
    await patch(id, { active: true })
    const session = await shop.portal({ email: 'ina@example.com', permissions: ['webhooks.manage'] })
    const requested = await shop.call('webhooks.replayMissed', { params: { id }, session, mode: 'live' })
    expect(requested.body).toEqual({ count: 1201, dryRun: false })
    await shop.services.store.write((rows) =>
      rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
    )
    await shop.settle()
    await shop.core.webhooks.settle()
    expect(await countOf(id, 'MISSED')).toBe(701)
  })

  test('are all replayed if a version before 0.3.0 accepted the request', async () => {
    const { id } = await register(shop)
    await patch(id, { active: false })
    await fill(id, 1200)
    await patch(id, { active: true })
    const session = await shop.portal({ email: 'ina@example.com', permissions: ['webhooks.manage'] })
    await shop.call('webhooks.replayMissed', { params: { id }, session, mode: 'live' })
    // Jobs of such a version do not record their caller.
    await shop.services.store.write(async (rows) => {
      await rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id })
      await rows.jobs.updateWhere(
        everyone,
        { kind: 'webhooks.replayMissed' },
        { payload: { endpointId: id } },
      )
    })
    await shop.settle()
    await shop.core.webhooks.settle()
    expect(await countOf(id, 'DELIVERED')).toBe(1201)
  })
})

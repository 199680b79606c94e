import { describe, expect, test } from 'vitest'
import { not } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop } from '../../support/mail.ts'
import { register } from '../../support/webhooks.ts'

const hour = 3_600_000

/** Creates a shop, and a function that sets its clock back by hours. */
const createShop = async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const setBack = (hours: number) => shop.clock.set(shop.clock.now() - hours * hour)
  return { ...shop, setBack }
}

describe('a clock set back by hours', () => {
  test('keeps ids unique and in order', async () => {
    const shop = await createShop()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await shop.post()).id)
    shop.setBack(5)
    for (let n = 0; n < 5; n++) ids.push((await shop.post()).id)
    expect(new Set(ids).size).toBe(10)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('keeps a rate window open for at most a minute', async () => {
    const shop = await createShop()
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { rateLimits: { general: 3 } }),
    )
    const statusOfCall = async () => (await shop.call('organisation.get')).status
    for (let n = 0; n < 3; n++) expect(await statusOfCall()).toBe(200)
    expect(await statusOfCall()).toBe(429)
    shop.setBack(5)
    await statusOfCall()
    shop.clock.advance(61_000)
    expect(await statusOfCall()).toBe(200)
  })

  test('prints no run twice: handed-over items keep their state, and the cutoff does not recur', async () => {
    const shop = await createShop()
    const first = await shop.post()
    const [run] = await shop.runs()
    shop.clock.set(run!.cutoffAt + 1)
    await shop.settle()
    expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION'])
    shop.setBack(3)
    const second = await shop.post()
    await shop.settle()
    const runs = await shop.runs()
    const items = await shop.items()
    const runIdOf = (id: string) => items.find((item) => item.id === id)!.runId
    expect(runIdOf(second.id)).not.toBe(runIdOf(first.id))
    const next = runs.find(({ id }) => id === runIdOf(second.id))!
    expect(next.status).toBe('OPEN')
    shop.clock.set(next.cutoffAt + 1)
    await shop.settle()
    expect(shop.printers.live.packages.size).toBe(2)
    expect((await shop.items()).map(({ status }) => status)).toEqual(['IN_PRODUCTION', 'IN_PRODUCTION'])
  })

  test('answers an endpoint test with its own delivery, not an earlier one', async () => {
    const shop = await createShop()
    const { id } = await register(shop)
    const test = async () => (await shop.call('webhooks.test', { params: { id } })).body
    const before = await test()
    shop.setBack(5)
    const after = await test()
    expect(after.id).not.toBe(before.id)
    expect(Date.parse(after.createdAt)).toBe(shop.clock.now())
    expect(after.payload.id).toBe(after.eventId)
  })

  test('sends later events immediately, and retries when the clock reaches their time again', async () => {
    const shop = await createShop()
    await register(shop)
    await shop.post()
    await shop.core.webhooks.settle()
    const before = shop.sender.requests.length
    expect(before).toBeGreaterThan(0)
    shop.setBack(5)
    await shop.post()
    await shop.core.webhooks.settle()
    expect(shop.sender.requests.length).toBeGreaterThan(before)
    const waiting = await shop.services.store.read((rows) =>
      rows.webhookDeliveries.find(everyone, { status: not('DELIVERED') }),
    )
    expect(waiting).toEqual([])
  })
})

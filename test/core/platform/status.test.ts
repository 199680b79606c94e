import { describe, expect, test } from 'vitest'
import { hourMs } from '../../../src/core/kernel/time.ts'
import { BlobsUnavailable } from '../../../src/core/ports/blobs.ts'
import { everyone, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const statusOf = async (shop: MailShop) => {
  // The result is cached for five seconds.
  shop.clock.advance(5000)
  const { status, body } = await shop.call('status.get', { key: null })
  expect(status).toBe(200)
  const components = Object.fromEntries(
    body.components.map(({ name, status: condition }: { name: string; status: string }) => [name, condition]),
  )
  return { status: body.status, ...components }
}

const fine = {
  status: 'OPERATIONAL',
  store: 'OPERATIONAL',
  jobs: 'OPERATIONAL',
  deliveries: 'OPERATIONAL',
  printer: 'OPERATIONAL',
  files: 'OPERATIONAL',
}

describe('the status', () => {
  test('is public, and is operational if all components are', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    await shop.post()
    expect(await statusOf(shop)).toEqual(fine)
  })

  test.each([
    ['jobs that are a minute late', 60_000, 'OPERATIONAL'],
    ['jobs that are three minutes late', 180_000, 'DEGRADED'],
    ['jobs that are half an hour late', 1_800_000, 'OUTAGE'],
  ])('with %s', async (_what, lateMs, expected) => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    await shop.call('exports.create', { body: { kind: 'items' } })
    shop.clock.advance(lateMs)
    expect(await statusOf(shop)).toEqual({ ...fine, status: expected, jobs: expected })
    await shop.settle()
    expect(await statusOf(shop)).toEqual(fine)
  })

  test('shows that the printer waits for an operator', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    await shop.post()
    shop.printers.live.script({ kind: 'unavailable', reason: 'Gone.' })
    await shop.advance('2026-01-05T09:00:00Z')
    expect(await statusOf(shop)).toEqual({ ...fine, status: 'DEGRADED', printer: 'DEGRADED' })
    shop.printers.live.script()
    await shop.advance(60_000)
    expect(await statusOf(shop)).toEqual(fine)
  })

  test('shows that files are unavailable, while everything else works', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    shop.services.blobs.look = async () => {
      throw new BlobsUnavailable('The bucket is gone.')
    }
    expect(await statusOf(shop)).toEqual({ ...fine, status: 'OUTAGE', files: 'OUTAGE' })
    expect((await shop.services.health.look()).unready).toBeUndefined()
    shop.services.blobs.look = async () => {}
    expect(await statusOf(shop)).toEqual(fine)
  })

  test('is an outage if nothing can be written, and operational again half a minute later', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    const { store } = shop.services
    const { write } = store
    store.write = async () => {
      throw new StoreUnavailable('The disk is full.')
    }
    expect(await statusOf(shop)).toMatchObject({ status: 'OUTAGE', store: 'OUTAGE' })
    // After a request's write failed, the outage lasts for a while: the check's tiny write may still succeed.
    const refused = await shop.call('exports.create', { body: { kind: 'items' } })
    expect(refused.status).toBe(503)
    store.write = write
    expect((await shop.services.health.look()).unready?.message).toBe('The store refuses writes.')
    shop.clock.advance(24_000)
    expect(await statusOf(shop)).toMatchObject({ status: 'OUTAGE' })
    shop.clock.advance(1000)
    expect(await statusOf(shop)).toEqual(fine)
  })

  test.each([
    ['a write succeeded', async (shop: MailShop) => void (await shop.post())],
    [
      'the clock was set back by hours',
      async (shop: MailShop) => shop.clock.set(shop.clock.now() - 3 * hourMs),
    ],
  ])('an outage of writes ends once %s', async (_what, happen) => {
    const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
    const { store } = shop.services
    const { write } = store
    store.write = async () => {
      throw new StoreUnavailable('The disk is full.')
    }
    expect((await shop.call('exports.create', { body: { kind: 'items' } })).status).toBe(503)
    store.write = write
    expect((await shop.services.health.look()).unready?.message).toBe('The store refuses writes.')
    await happen(shop)
    expect((await shop.services.health.look()).unready).toBeUndefined()
  })

  test('is an outage if the disk is nearly full', async () => {
    let free = 1e9
    const machine = {
      version: '1',
      runtime: 'test',
      store: 'memory',
      schema: 'none',
      startedAt: 0,
      freeBytes: async () => free,
      memoryBytes: () => 1,
    }
    const shop = await createMailShop({ ports: { machine } })
    expect(await statusOf(shop)).toEqual(fine)
    free = 32 * 1024 * 1024 - 1
    expect(await statusOf(shop)).toMatchObject({ store: 'OUTAGE' })
    free++
    expect(await statusOf(shop)).toEqual(fine)
  })

  test('writes at most once in five seconds, however often it is called', async () => {
    const shop = await createMailShop()
    const probed = () => shop.services.store.read((rows) => rows.facts.get(everyone, 'lastProbe'))
    await shop.call('status.get', { key: null })
    const first = await probed()
    shop.clock.advance(4999)
    await shop.call('status.get', { key: null })
    expect(await probed()).toEqual(first)
  })
})

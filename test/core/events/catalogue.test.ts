import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import { eventTypes, matchesSubscription } from '../../../src/core/engine/events/catalogue.ts'
import { eventData } from '../../../src/core/engine/events/schema.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

/** Families of types that the scenario does not emit. */
const later = ['postbatch.', 'import.']

/** Has a piece reprinted by its printer. */
const remake = async (shop: ItemShop, itemId: string) => {
  const key = await shop.key('test', ['runs.manage', 'items.read'])
  const { runId } = (await shop.act('items.get', itemId, { key })).body
  await shop.call('runs.remake', { key, params: { id: runId }, body: { codes: [itemId] } })
  await shop.settle()
}

/** Runs through the main path in both modes, emitting most types of events. */
const runScenario = async (shop: ItemShop) => {
  const testing = { key: shop.keys.test }
  const postflowId = await shop.postflow({}, shop.keys.test)
  const approvalPostflowId = await shop.postflow({ approval: 'PER_ITEM' }, shop.keys.test)
  const create = async (more: object = {}) => (await shop.create({ postflowId, ...more }, shop.keys.test)).id
  await create({ recipient: { country: 'NL' } })
  await create({ postflowId: approvalPostflowId })
  await shop.act('items.cancel', await create(), testing)
  const suppressed = {
    street: 'Kade',
    houseNumber: '1',
    postalCode: '1011 AA',
    city: 'Amsterdam',
    country: 'NL',
  }
  const recipient = { name: 'Jan', ...suppressed }
  await shop.call('suppressions.create', { ...testing, body: { recipient, reason: 'opt_out' } })
  await create({ recipient })
  const [returned, failed] = [await create(), await create()]
  await shop.call('renders.create', { ...testing, body: { itemId: returned, format: 'pdf' } })
  const simulate = (id: string, event: string) =>
    shop.act('developers.simulate', id, { ...testing, body: { event } })
  await shop.settle()
  await shop.advanceTestClock('2026-01-06T12:00:00Z')
  await remake(shop, returned)
  await simulate(failed, 'NOT_SENT')
  await shop.advanceTestClock('2026-01-30T12:00:00Z')
  await simulate(returned, 'SCAN')
  await simulate(returned, 'RETURNED')
  await simulate(await create(), 'FAILED')
  const hook = await shop.call('webhooks.create', {
    ...testing,
    body: { url: 'https://example.com/hook', events: ['item.*'] },
  })
  await shop.call('webhooks.test', { ...testing, params: { id: hook.body.id } })
  // Live: first an item that is paid, then one that must wait.
  await shop.create()
  await shop.create()
}

describe('the event catalogue', () => {
  test('documents the data of every type', () => {
    expect(Object.keys(eventData)).toEqual(Object.keys(eventTypes))
  })

  test('describes exactly what is emitted', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T09:00:00Z', fundsCents: 5_050 })
    await runScenario(shop)
    const events = await shop.services.store.read((rows) => rows.events.find(everyone, {}))
    const emittedTypes = new Set<string>()
    for (const { type, body } of events) {
      const { data } = JSON.parse(body)
      emittedTypes.add(type)
      expect(v.parse(eventData[type as keyof typeof eventData], data), type).toEqual(data)
    }
    const missing = Object.keys(eventTypes).filter(
      (type) => !emittedTypes.has(type) && !later.some((family) => type.startsWith(family)),
    )
    // Held items, disabled endpoints and spending caps have tests of their own.
    expect(missing).toEqual(['item.held', 'webhook.disabled', 'spending_cap.reached'])
  })

  test('contains every type that an operation emits', () => {
    const emitted = operations.flatMap(({ emits = [] }) => emits)
    expect(Object.keys(eventTypes)).toEqual(expect.arrayContaining([...new Set(emitted)]))
  })

  test.each([
    ['*', 'item.created', true],
    ['item.*', 'item.created', true],
    ['item.created', 'item.created', true],
    ['item.*', 'items.created', false],
    ['item.*', 'webhook.test', false],
    ['item.created', 'item.created.more', false],
    ['item', 'item.created', false],
  ])('%s matches %s: %s', (subscription, type, taken) => {
    expect(matchesSubscription(subscription, type)).toBe(taken)
  })
})

import { expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { createItemShop } from '../support/items.ts'
import { migratedDatabase } from '../support/postgres/database.ts'
import { wireTo } from '../support/postgres/wire.ts'
import { zoe } from '../support/recipients.ts'

/*
 * Round trips of a call to the database, which may take a millisecond each. Counts how often the server sends
 * after the database has answered: statements that are sent together are one round trip.
 */

const open = async () => {
  const wire = await wireTo(await migratedDatabase(), { whenSilent: true })
  const store = await createPostgresStore({ url: wire.url, connections: 2 })
  // Counts rates in the database, as a server does.
  const shop = await createItemShop({ ports: { store, rateCounter: store.rateCounter } })
  await shop.call('webhooks.create', { body: { url: 'https://hooks.example/items', events: ['*'] } })
  let made = 0
  const item = () => ({
    postflowId: shop.postflowId,
    recipient: { ...zoe, houseNumber: String(++made) },
    data: { firstName: 'Zoë' },
  })
  const { id } = await shop.create(item())
  const close = async () => {
    await store.close()
    await wire.close()
  }
  return { wire, shop, item, id, close }
}

type Opened = Awaited<ReturnType<typeof open>>

const calls: { name: string; most: number; call: (opened: Opened, n: number) => Promise<unknown> }[] = [
  { name: 'an item is created', most: 5, call: ({ shop, item }) => shop.create(item()) },
  {
    name: 'an item is created under an Idempotency-Key',
    most: 6,
    call: ({ shop, item }, n) => shop.call('items.create', { body: item(), idempotencyKey: `key-${n}` }),
  },
  {
    name: 'a hundred items are created in bulk',
    most: 7,
    call: ({ shop, item }) =>
      shop.call('items.createBulk', { body: { items: Array.from({ length: 100 }, item) } }),
  },
  {
    name: 'behind a run that was closed early, a hundred items are created in bulk',
    most: 8,
    call: async ({ shop, item }, n) => {
      if (n === 0) {
        const own = { organisationId: shop.organisation.id }
        await shop.services.store.write((rows) =>
          rows.runs.updateWhere(own, { status: 'OPEN' }, { status: 'CANCELLED' }),
        )
      }
      await shop.call('items.createBulk', { body: { items: Array.from({ length: 100 }, item) } })
    },
  },
  { name: 'an item is read', most: 2, call: ({ shop, id }) => shop.call('items.get', { params: { id } }) },
  { name: 'items are listed', most: 2, call: ({ shop }) => shop.call('items.list') },
  {
    name: 'ten mailings are listed',
    most: 3,
    call: async ({ shop }, n) => {
      if (n === 0) {
        const { templateId } = (await shop.call('postflows.get', { params: { id: shop.postflowId } })).body
        for (let made = 0; made < 10; made++) {
          await shop.call('postbatches.create', { body: { name: `Mailing ${made}`, templateId } })
        }
      }
      expect((await shop.call('postbatches.list')).body.data).toHaveLength(10)
    },
  },
  {
    name: 'ten runs are listed',
    most: 3,
    call: async ({ shop, item }, n) => {
      if (n === 0) {
        const postflow = await shop.call('postflows.get', { params: { id: shop.postflowId } })
        const { productSpecificationId } = postflow.body
        const { data } = (await shop.call('runs.calendar', { query: { productSpecificationId } })).body
        for (const { day } of data.slice(-9)) await shop.create({ ...item(), sendOn: day })
      }
      expect((await shop.call('runs.list')).body.data).toHaveLength(10)
    },
  },
]

test.each(calls)('$name in at most $most round trips', async ({ most, call }) => {
  const opened = await open()
  try {
    const counted: number[] = []
    // A busy machine splits what is sent together, so the minimum counts.
    for (let n = 0; n < 8; n++) {
      opened.wire.turns()
      await call(opened, n)
      counted.push(opened.wire.turns())
    }
    expect(Math.min(...counted)).toBeLessThanOrEqual(most)
    expect(Math.min(...counted)).toBeGreaterThan(1)
  } finally {
    await opened.close()
  }
})

test('items that are created concurrently share round trips', async () => {
  const opened = await open()
  try {
    opened.wire.turns()
    const created = await Promise.all(Array.from({ length: 50 }, () => opened.shop.post(opened.item())))
    expect(created.map(({ status }) => status)).toEqual(Array(50).fill(201))
    // Each is looked up by its key; alone they would take up to 250 round trips.
    expect(opened.wire.turns()).toBeLessThan(150)
  } finally {
    await opened.close()
  }
})

import { expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { Store } from '../../../src/core/ports/store.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const statements = ['get', 'find']

/**
 * Creates a store with other writers, so that nothing is cached between requests, and counts reads of
 * Postflows.
 */
const sharedStore = () => {
  const inner = createMemoryStore()
  const reads = { before: 0, inTransactions: 0 }
  const counting = <R extends object>(rows: R, where: keyof typeof reads): R =>
    new Proxy(rows, {
      get(all, name) {
        const table = Reflect.get(all, name) as object
        if (name !== 'postflows') return table
        return new Proxy(table, {
          get(reader, statement) {
            if (statements.includes(String(statement))) reads[where]++
            return Reflect.get(reader, statement).bind(reader)
          },
        })
      },
    })
  const { generation: _, ...rest } = inner
  const store: Store = {
    ...rest,
    read: (body) => inner.read((rows) => body(counting(rows, 'before'))),
    write: (body, options) => inner.write((rows) => body(counting(rows, 'inTransactions')), options),
  }
  return { store, reads }
}

const open = async (postflows: number) => {
  const { store, reads } = sharedStore()
  const shop = await createItemShop({ ports: { store } })
  const ids = [shop.postflowId]
  while (ids.length < postflows) ids.push(await shop.postflow({ name: `Greetings ${ids.length}` }))
  Object.assign(reads, { before: 0, inTransactions: 0 })
  const recipient = (n: number) => ({ ...zoe, houseNumber: String(n + 1) })
  const items = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ postflowId: ids[n % ids.length]!, recipient: recipient(n), data: { firstName: 'Zoë' } },
    }))
  return { shop, ids, reads, items }
}

test('items of many mailings created concurrently read them with few statements', async () => {
  const { shop, ids, reads, items } = await open(12)
  const answers = await Promise.all(items(48).map((body) => shop.call('items.create', { body })))
  expect(answers.map(({ status, body }) => [status, body.postflowId])).toEqual(
    answers.map((_, n) => [201, ids[n % 12]]),
  )
  // One read for the first call, one for those that arrived during it, and so on; separate calls need 48.
  expect(reads.before).toBeLessThanOrEqual(4)
  expect(reads.inTransactions).toBeLessThanOrEqual(4)
})

test('a bulk request for many mailings reads them with few statements', async () => {
  const { shop, ids, reads, items } = await open(12)
  const { status, body } = await shop.call('items.createBulk', { body: { items: items(24) } })
  expect([status, body.createdCount]).toEqual([200, 24])
  expect(body.results.map(({ item }: { item: { postflowId: string } }) => item.postflowId)).toEqual(
    items(24).map((_, n) => ids[n % 12]),
  )
  expect(reads).toEqual({ before: 2, inTransactions: 1 })
})

test('an unknown mailing refuses only its own item', async () => {
  const { shop, items } = await open(2)
  const all = items(6).map((item, n) => (n === 3 ? { ...item, postflowId: 'pfl_none' } : item))
  const answers = await Promise.all(all.map((body) => shop.call('items.create', { body })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 422, 201, 201])
})

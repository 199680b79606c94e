import { expect } from 'vitest'
import { createItemShop, type ItemShop, type ItemShopOptions } from './items.ts'
import { zoe } from './recipients.ts'
import type { TestResponse } from './shop.ts'

export interface ItemActionShop extends ItemShop {
  /** Id of a Postflow whose items each need approval. */
  asking: string
  /** Creates items, each for another house number, and returns their ids. */
  many(count: number, changes?: Record<string, unknown>, key?: string): Promise<string[]>
  ask(body: unknown, options?: { key?: string; idempotencyKey?: string }): Promise<TestResponse>
  /** Requests an action, which must be accepted, and returns it when it is complete. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  done(body: unknown, key?: string): Promise<any>
  /** The first page of an action’s failures. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  failures(id: string, key?: string): Promise<any[]>
  /** The status of each of these items. */
  statuses(ids: readonly string[]): Promise<string[]>
}

export const createItemActionShop = async (options: ItemShopOptions = {}): Promise<ItemActionShop> => {
  const shop = await createItemShop(options)
  const asking = await shop.postflow({ approval: 'PER_ITEM' })
  let houses = 0
  const ask: ItemActionShop['ask'] = (body, call = {}) => shop.call('itemActions.create', { body, ...call })
  return {
    ...shop,
    asking,
    async many(count, changes = {}, key = shop.keys.live) {
      const items = Array.from({ length: count }, () => ({
        postflowId: asking,
        recipient: { ...zoe, houseNumber: String(++houses) },
        data: { firstName: 'Zoë' },
        ...changes,
      }))
      const { body } = await shop.call('items.createBulk', { body: { items }, key })
      expect(body).toMatchObject({ createdCount: count })
      return body.results.map((result: { item: { id: string } }) => result.item.id)
    },
    ask,
    async done(body, key = shop.keys.live) {
      const response = await ask(body, { key })
      expect(response).toMatchObject({
        status: 202,
        body: { status: 'PENDING', doneCount: 0, completedAt: null },
      })
      await shop.settle()
      return (await shop.call('itemActions.get', { params: { id: response.body.id }, key })).body
    },
    async failures(id, key = shop.keys.live) {
      const { body } = await shop.call('itemActions.failures', { params: { id }, query: { limit: 200 }, key })
      return body.data
    },
    statuses: (ids) => Promise.all(ids.map(async (id) => (await shop.row(id)).status)),
  }
}

import { expect, test } from 'vitest'
import { createItems } from '../../bin/control/items.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createItemShop } from '../support/items.ts'
import { dieAfterWrites } from '../support/mortal-store.ts'
import { zoe } from '../support/recipients.ts'

/** A shop and a file of items. */
const createFile = async (count: number) => {
  const shop = await createItemShop()
  const { store } = shop.services
  const items = Array.from({ length: count }, () => ({
    postflowId: shop.postflowId,
    recipient: zoe,
    data: { firstName: 'Zoë' },
  }))
  return {
    items,
    create: (again?: string, file: readonly unknown[] = items) =>
      createItems(shop.core, { items: file, again }),
    stored: () => store.read((rows) => rows.items.count(everyone, {})),
    dieAfter: (commits: number) => dieAfterWrites(store, commits),
  }
}

test('an interrupted creation is completed by the same command without duplicates', async () => {
  const { create, stored, dieAfter } = await createFile(20)
  const death = dieAfter(7)
  await expect(create()).rejects.toThrow('killed')
  await death.over()
  const begun = await stored()
  expect(begun).toBeGreaterThan(0)
  const completed = await create()
  expect([completed.items.length, completed.before, await stored()]).toEqual([20, begun, 20])
  // Items with the same content are separate items.
  expect(new Set(completed.items.map((item) => (item as { id: string }).id)).size).toBe(20)
  expect(await create()).toEqual({ items: completed.items, before: 20 })
  expect(await stored()).toBe(20)
})

test('a file is created again on request, once per name', async () => {
  const { create, stored } = await createFile(3)
  await create()
  expect((await create('second mailing')).before).toBe(0)
  expect((await create('second mailing')).before).toBe(3)
  expect((await create('third mailing')).before).toBe(0)
  expect(await stored()).toBe(9)
})

test('another file with some of the same items creates them too', async () => {
  const { create, stored, items } = await createFile(3)
  await create()
  expect((await create(undefined, items.slice(0, 2))).before).toBe(0)
  expect(await stored()).toBe(5)
})

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineOperation, type ItemReads } from '../../../src/core/engine/operation.ts'
import { createItemShop } from '../../support/items.ts'

const reading = (permission: 'items.read' | 'templates.read', readsItems?: ItemReads) =>
  defineOperation({
    id: 'items.sample',
    method: 'GET',
    path: '/sample',
    summary: 'Read items',
    permission,
    ...(readsItems ? { readsItems } : {}),
    effect: 'read',
    output: v.object({ count: v.number() }),
    handler: async ({ rows, scope }) => ({ count: (await rows.items.find(scope, {})).length }),
  })

test('an operation that reads items without declaring it fails in every test', async () => {
  const shop = await createItemShop()
  await expect(shop.call(reading('templates.read'))).rejects.toThrow(
    'items.sample needs templates.read and reads items.find',
  )
  for (const declared of [reading('items.read'), reading('templates.read', 'internal')])
    expect((await shop.call(declared)).status).toBe(200)
})

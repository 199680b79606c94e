import { expect, test } from 'vitest'
import { transactionHooks } from '../../../src/core/app/transaction-hooks.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import type { TransactionHookKind } from '../../../src/core/engine/unit-of-work.ts'
import { createTestShop } from '../../support/shop.ts'

test('a transaction has one hook of each kind', async () => {
  const shop = await createTestShop()
  await transact(shop.services, async ({ work }) => {
    for (const kind of transactionHooks) expect(work.of(kind)).toBe(work.of(kind))
  })
})

test('an unlisted transaction hook, which would never be flushed, is refused', async () => {
  const shop = await createTestShop()
  const stranger: TransactionHookKind = { create: () => ({ flush: async () => {} }) }
  await expect(transact(shop.services, async ({ work }) => work.of(stranger))).rejects.toThrow(
    'would never be flushed',
  )
})

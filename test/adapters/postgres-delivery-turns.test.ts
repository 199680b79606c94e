import { expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { migratedDatabase } from '../support/postgres/database.ts'
import { wireTo } from '../support/postgres/wire.ts'
import { createTestShop } from '../support/shop.ts'
import { emitEvents, register, statuses } from '../support/webhooks.ts'

/*
 * Round trips to the database for deliveries, from their claim to the record of their outcome and the next
 * query for due ones. Counted as in postgres-round-trips.test.ts.
 */

const cases = [
  { name: 'one delivery is taken', count: 1, answer: 200, ends: 'DELIVERED', most: 9 },
  { name: 'forty deliveries are taken', count: 40, answer: 200, ends: 'DELIVERED', most: 32 },
  { name: 'one delivery fails', count: 1, answer: 500, ends: 'PENDING', most: 9 },
  { name: 'eight deliveries fail', count: 8, answer: 500, ends: 'PENDING', most: 12 },
]

test.each(cases)('$name in at most $most round trips', async ({ count, answer, ends, most }) => {
  const wire = await wireTo(await migratedDatabase())
  const store = await createPostgresStore({ url: wire.url, connections: 2 })
  try {
    const shop = await createTestShop({ ports: { store } })
    await register(shop)
    shop.sender.answerWith({ status: answer })
    const counted: number[] = []
    // A busy machine splits what is sent together, so the minimum counts.
    for (let n = 0; n < 6; n++) {
      await emitEvents(shop, count)
      wire.turns()
      await shop.core.webhooks.settle()
      counted.push(wire.turns())
    }
    expect(new Set(await statuses(shop))).toEqual(new Set([ends]))
    expect(Math.min(...counted)).toBeLessThanOrEqual(most)
    expect(Math.min(...counted)).toBeGreaterThan(1)
    await shop.core.webhooks.nextAt()
    expect(wire.turns()).toBeLessThanOrEqual(2)
  } finally {
    await store.close()
    await wire.close()
  }
})

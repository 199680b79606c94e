import { expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { dieAfterWrites, survivedWrites } from '../../support/mortal-store.ts'
import { asWrittenBefore, withoutKeys } from '../../support/other-program.ts'
import { zoe } from '../../support/recipients.ts'

const day = 86_400_000

/** Renews keys in a process that dies after this many writes, starts again and continues. */
const renewedWith = async (survivingWrites: number) => {
  const shop = await createItemShop()
  const other = await shop.another()
  for (const key of [shop.keys.live, shop.keys.test, other.keys.live]) {
    const body = { recipient: zoe, reason: 'opt_out' }
    expect((await shop.call('suppressions.create', { key, body })).status).toBe(201)
  }
  await shop.create({ recipient: { ...zoe, houseNumber: '13' } })
  const written = await asWrittenBefore(shop)
  const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
  await shop.advance(day).catch(() => {})
  const died = await death.over()
  const left = await withoutKeys(shop)
  await shop.core.scheduler.reap({ all: true })
  await shop.advance(60_000)
  await shop.advance(day)
  const { body } = await shop.call('suppressions.check', { body: { recipient: zoe } })
  const end = { written, isLeft: await withoutKeys(shop), suppressed: body.suppressed }
  await shop.core.close()
  return { died, left, end }
}

test('a renewal of keys gives the same result after a kill at any write', async () => {
  const undisturbed = await renewedWith(Number.POSITIVE_INFINITY)
  expect(undisturbed).toEqual({ died: false, left: 0, end: { written: 4, isLeft: 0, suppressed: true } })
  const lefts = new Set<number>()
  for (const writes of survivedWrites()) {
    const { died, left, end } = await renewedWith(writes)
    if (!died) break
    lefts.add(left)
    expect(end, `killed after ${writes} writes`).toEqual(undisturbed.end)
  }
  expect(lefts.size).toBeGreaterThan(1)
}, 900_000)

import { expect, test } from 'vitest'
import { dieAfterWrites, survivedWrites } from '../../support/mortal-store.ts'
import { createUsedShop, failedJobs, filesOf, rowsIn } from '../../support/test-data.ts'

/** Deletes test data in a process that dies after this many writes, restarts and continues. */
const deletedWith = async (survivingWrites: number) => {
  const shop = await createUsedShop()
  const live = await rowsIn(shop, 'live')
  await shop.call('organisation.deleteTestData', { key: shop.keys.test })
  const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
  await shop.settle().catch(() => {})
  const died = await death.over()
  await shop.core.scheduler.reap({ all: true })
  await shop.advance(60_000)
  await shop.advance(60_000)
  const { body } = await shop.call('organisation.testDataDeletion', { key: shop.keys.test })
  const { events: _events, ...deleted } = body.deleted
  const end = {
    died,
    status: body.status,
    deleted,
    test: Object.keys(await rowsIn(shop, 'test')).filter((name) => name !== 'requestLog'),
    liveIsWhole: JSON.stringify(await rowsIn(shop, 'live')) === JSON.stringify(live),
    files: (await filesOf(shop)).filter((key) => /^(runs|uploads|renders|exports)\//.test(key)).length,
    failed: await failedJobs(shop),
  }
  await shop.core.close()
  return end
}

test('a deletion of test data that is killed at any write ends the same', async () => {
  const { died, ...undisturbed } = await deletedWith(Number.POSITIVE_INFINITY)
  expect(died).toBe(false)
  expect(undisturbed).toMatchObject({
    status: 'COMPLETED',
    deleted: { items: 5, postbatches: 1, runs: 2 },
    test: ['apiKeys', 'postflows'],
    liveIsWhole: true,
    failed: [],
  })
  let survived = 0
  for (const writes of survivedWrites()) {
    survived = writes
    const { died: isKilled, ...end } = await deletedWith(writes)
    if (!isKilled) break
    expect(end, `killed after ${writes} writes`).toEqual(undisturbed)
  }
  expect(survived).toBeGreaterThan(15)
}, 900_000)

import { expect, test } from 'vitest'
import { itemsPerChunk } from '../../../src/core/features/items/chunks.ts'
import type { Config } from '../../../src/core/kernel/config.ts'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemActionShop } from '../../support/item-actions.ts'
import { dieAfterWrites, survivedWrites } from '../../support/mortal-store.ts'

/** A whole chunk and part of another. */
const count = itemsPerChunk + 1
/** Returns whether the item with this index is in production, so that the action is refused. */
const refuses = (index: number): boolean => index % 20 === 7
const refused = Array.from({ length: count }, (_, index) => index).filter(refuses).length

const actions = ['APPROVE', 'REJECT', 'CANCEL', 'REPRINT'] as const

/** Fewer than the items: a job gathers the others, 40 per transaction. */
const gathered = { itemsSettledAtOnce: 80 }

const prepared = async (action: (typeof actions)[number], config: Partial<Config> = {}) => {
  const shop = await createItemActionShop({ config })
  // Runs the instance's own jobs first, since a kill during them would prove nothing about the action.
  await shop.settle()
  const ids = await shop.many(count)
  const status = action === 'REPRINT' ? 'COMPLETED' : 'PENDING_APPROVAL'
  await shop.services.store.write(async (rows) => {
    for (const [index, id] of ids.entries()) {
      await rows.items.update(everyone, id, { status: refuses(index) ? 'IN_PRODUCTION' : status })
    }
  })
  return { shop, ids }
}

/** Returns the result after a process dies after this many writes and another one continues. */
const outcome = async (
  action: (typeof actions)[number],
  survivingWrites: number,
  config: Partial<Config> = {},
) => {
  const { shop, ids } = await prepared(action, config)
  const before = await shop.money()
  const body = { action, filters: {}, expectedCount: count }
  const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
  await shop.ask(body, { idempotencyKey: 'once' })
  await shop.settle().catch(() => {})
  const died = await death.over()
  const created = await shop.ask(body, { idempotencyKey: 'once' })
  expect(created.status).toBe(202)
  const isOver = async () =>
    (await shop.call('itemActions.list')).body.data.every(
      ({ status }: { status: string }) => status === 'COMPLETED',
    )
  // Work left by a process is retried after pauses that grow with each failure.
  for (let minute = 0; minute < 8 || (minute < 720 && !(await isOver())); minute++)
    await shop.advance(minuteMs)
  const all = await shop.services.store.read((rows) => rows.items.find(everyone, {}))
  const { data: acts } = (await shop.call('itemActions.list')).body
  const failures = await shop.failures(acts[0].id)
  const lives = await Promise.all(ids.map(async (id) => (await shop.events(id)).join(' ')))
  const reprints = all.filter(({ reprintOf }) => reprintOf !== null)
  const result = {
    acts: acts.map(({ status, succeededCount, failedCount }: Record<string, unknown>) => [
      status,
      succeededCount,
      failedCount,
    ]),
    failures: failures.map(({ index, code }) => [index, code]),
    statuses: await shop.statuses(ids),
    lives,
    reprinted: reprints.map(({ reprintOf }) => ids.indexOf(reprintOf!)).sort((a, b) => a - b),
    reserved: (await shop.money()).reserved - before.reserved,
    left: await shop.services.store.read((rows) => rows.itemActionChunks.count(everyone, {})),
  }
  await shop.core.close()
  return { died, result }
}

test.each([
  ...actions.map((action) => [action, 'are settled by the request', {}, 5] as const),
  // Includes three transactions that gather, one that ends gathering, and the jobs' own.
  ['APPROVE', 'are gathered by a job', gathered, 12] as const,
  ['REPRINT', 'are gathered by a job', gathered, 12] as const,
])(
  '%s of items that %s reaches every item once after a kill at any write',
  async (action, _how, config, writes) => {
    const undisturbed = await outcome(action, Number.POSITIVE_INFINITY, config)
    expect(undisturbed.died).toBe(false)
    expect(undisturbed.result.acts).toEqual([['COMPLETED', count - refused, refused]])
    expect(undisturbed.result.reprinted).toHaveLength(action === 'REPRINT' ? count - refused : 0)
    let survived = 0
    for (const writesLeft of survivedWrites()) {
      survived = writesLeft
      const { died, result } = await outcome(action, writesLeft, config)
      if (!died) break
      expect(result, `killed after ${writesLeft} writes`).toEqual(undisturbed.result)
    }
    // At least the request, the claim, two chunks and the end of the job.
    expect(survived).toBeGreaterThanOrEqual(writes)
  },
  900_000,
)

/** Returns an approval that was killed once its first chunk was done. */
const begun = async (survivingWrites = 1): ReturnType<typeof approvalKilledAfter> => {
  const killed = await approvalKilledAfter(survivingWrites)
  return killed.act.doneCount === 0 ? begun(survivingWrites + 1) : killed
}

const approvalKilledAfter = async (survivingWrites: number) => {
  const { shop, ids } = await prepared('APPROVE')
  const { body } = await shop.ask({ action: 'APPROVE', ids })
  const death = dieAfterWrites(shop.services.store, survivingWrites, shop.core.scheduler)
  await shop.settle().catch(() => {})
  expect(await death.over()).toBe(true)
  return { shop, ids, act: (await shop.act('itemActions.get', body.id)).body }
}

test('cancelling between two chunks keeps the finished chunks and does no more', async () => {
  const { shop, ids, act } = await begun()
  const failed = ids.slice(0, itemsPerChunk).filter((_, index) => refuses(index)).length
  expect(act).toMatchObject({ status: 'PROCESSING', doneCount: itemsPerChunk, failedCount: failed })
  expect((await shop.act('itemActions.cancel', act.id)).body.status).toBe('CANCELLED')
  for (let minute = 0; minute < 8; minute++) await shop.advance(minuteMs)
  const statuses = await shop.statuses(ids)
  expect(statuses.slice(0, itemsPerChunk).filter((status) => status === 'SCHEDULED')).toHaveLength(
    itemsPerChunk - failed,
  )
  expect(statuses.slice(itemsPerChunk)).toEqual(['PENDING_APPROVAL'])
  expect((await shop.act('itemActions.get', act.id)).body).toMatchObject({
    status: 'CANCELLED',
    doneCount: itemsPerChunk,
  })
})

import { expect, it } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { counter, deferred, event, idsOf, live, type OpenStore, type StoreCapabilities } from './samples.ts'

/** Isolation: readers see the last commit as a whole, and the same snapshot until their callback ends. */
export const isolationContract = (open: OpenStore, { oneWriter }: StoreCapabilities): void => {
  it('shows readers nothing of a transaction before it is committed', async () => {
    const store = await open()
    await store.write((rows) => rows.counters.insert(counter('old', 1)))
    const seen: unknown[] = []
    await store.write(async ({ counters }) => {
      await counters.insert(counter('new', 1))
      await counters.update(everyone, 'old', { value: 2 })
      const reading = store.read(async (rows) => [
        await rows.counters.get(everyone, 'new'),
        await rows.counters.get(everyone, 'old'),
        await rows.counters.find(everyone, { value: 1 }),
        await rows.counters.count(everyone, {}),
      ])
      void reading.then((result) => seen.push(result))
      await counters.remove(everyone, { id: 'old' })
      // A callback sees its own writes immediately.
      expect(idsOf(await counters.find(everyone, {}))).toEqual(['new'])
    })
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    const before = [undefined, counter('old', 1), [counter('old', 1)], 1]
    // If reading starts a moment after the call, the commit may be earlier.
    const after = [counter('new', 1), undefined, [counter('new', 1)], 1]
    for (const result of seen) expect(oneWriter ? [before] : [before, after]).toContainEqual(result)
    expect(idsOf(await store.read((rows) => rows.counters.find(everyone, {})))).toEqual(['new'])
  })

  it('shows readers nothing of a failed transaction', async () => {
    const store = await open()
    const seen: (number | undefined)[] = []
    const failing = store.write(async ({ counters }) => {
      await counters.insert(counter('c', 1))
      void store.read(async (rows) => seen.push((await rows.counters.get(everyone, 'c'))?.value))
      await counters.update(everyone, 'c', { value: 2 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([undefined]))
  })

  it('reads every write that was answered before the read began', async () => {
    const store = await open()
    for (let round = 1; round <= 20; round++) {
      await store.write((rows) => rows.counters.add(counter('c'), { value: 1 }))
      expect((await store.read((rows) => rows.counters.get(everyone, 'c')))?.value).toBe(round)
    }
  })

  it('keeps a snapshot while others write, for lists, finds and counts', async () => {
    const store = await open()
    const rows = ['a', 'b', 'c', 'd'].map((id, at) => event(id, { createdAt: at, itemId: 'itm_1' }))
    await store.write(({ events }) => events.insertMany(rows))
    const started = deferred()
    const changed = deferred()
    const reading = store.read(async ({ events }) => {
      const look = async () => ({
        found: await events.find(live, { itemId: 'itm_1' }),
        listed: await events.list(live, {
          where: [],
          sort: [{ field: 'createdAt', descending: true }],
          after: { values: [3], id: 'd' },
          limit: 2,
          total: true,
        }),
        one: await events.get(live, 'b'),
      })
      const before = await look()
      started.resolve()
      await changed.promise
      return [before, await look()]
    })
    await started.promise
    await store.write(async ({ events }) => {
      await events.update(live, 'b', { itemId: null, createdAt: 100 })
      await events.remove(live, { id: 'c' })
      await events.insert(event('e', { createdAt: 2, itemId: 'itm_1' }))
    })
    changed.resolve()
    const [before, after] = await reading
    expect(after).toEqual(before)
    expect(idsOf(before!.listed.rows)).toEqual(['c', 'b'])
    const now = await store.read(({ events }) => events.find(live, { itemId: 'itm_1' }))
    expect(idsOf(now)).toEqual(['a', 'd', 'e'])
  })

  it('serves many readers concurrently while others wait', async () => {
    const store = await open()
    await store.write((rows) => rows.counters.insert(counter('c', 1)))
    const readers = await Promise.all(
      Array.from({ length: 50 }, () =>
        store.read(async (rows) => {
          const first = await rows.counters.get(everyone, 'c')
          const second = await rows.counters.get(everyone, 'c')
          return [first?.value, second?.value]
        }),
      ),
    )
    expect(readers).toEqual(Array.from({ length: 50 }, () => [1, 1]))
  })
}

import { expect, it } from 'vitest'
import { gt, oneOf } from '../../../src/core/kernel/query.ts'
import { everyone, type Store, type WritableRows } from '../../../src/core/ports/store.ts'
import { counter, deferred, type OpenStore, type StoreCapabilities } from './samples.ts'

const value = (store: Store, id: string) =>
  store.read(async (rows) => (await rows.counters.get(everyone, id))?.value)

/** Atomicity: all writes of a callback take effect or none, also during concurrent writes. */
export const transactionsContract = (open: OpenStore, { oneWriter }: StoreCapabilities): void => {
  rollback(open)
  groups(open, oneWriter)
  foreignWaits(open)
  ends(open)
}

const rollback = (open: OpenStore): void => {
  it("returns the callback's result, and throws its error", async () => {
    const store = await open()
    expect(await store.write(async () => 42)).toBe(42)
    expect(await store.read(async () => 43)).toBe(43)
    const failure = new Error('no')
    await expect(store.write(() => Promise.reject(failure))).rejects.toBe(failure)
    await expect(store.read(() => Promise.reject(failure))).rejects.toBe(failure)
  })

  it('rolls back every kind of write', async () => {
    const store = await open()
    await store.write((rows) => rows.counters.insertMany([counter('a', 1), counter('b', 2), counter('c', 3)]))
    const write = store.write(async ({ counters }) => {
      await counters.insert(counter('d', 4))
      await counters.update(everyone, 'a', { value: 10 })
      await counters.update(everyone, 'a', { value: 11 })
      await counters.add(counter('b'), { value: 5 })
      await counters.remove(everyone, { id: oneOf(['c', 'd']) })
      await counters.add(counter('e'), { value: 5 })
      await counters.updateWhere(everyone, {}, { organisationId: 'org_1' })
      throw new Error('no')
    })
    await expect(write).rejects.toThrow('no')
    expect(await store.read((rows) => rows.counters.find(everyone, {}))).toEqual([
      counter('a', 1),
      counter('b', 2),
      counter('c', 3),
    ])
    expect(await store.read((rows) => rows.counters.count(everyone, { value: gt(3) }))).toBe(0)
  })

  it('is one transaction even if the callback pauses', async () => {
    const store = await open()
    const busy = () => {
      for (const began = performance.now(); performance.now() - began < 15; );
    }
    const write = store.write(async (rows) => {
      for (const id of ['a', 'b', 'c']) {
        await rows.counters.insert(counter(id, 1))
        busy()
        await rows.rest()
        busy()
        await rows.rest()
      }
    })
    const seen = store.read((rows) => rows.counters.count(everyone, []))
    expect([0, 3]).toContain(await seen)
    await write
    expect(await store.read((rows) => rows.counters.count(everyone, []))).toBe(3)
  })

  it('keeps the writes of a callback that caught its own error', async () => {
    const store = await open()
    await store.write(async ({ counters }) => {
      await counters.insert(counter('a', 1))
      await counters.insert(counter('a', 2)).catch(() => {})
      await counters.insert(counter('b', 2))
    })
    expect([await value(store, 'a'), await value(store, 'b')]).toEqual([1, 2])
  })
}

const groups = (open: OpenStore, oneWriter: boolean): void => {
  it.each([
    ['one', [3]],
    ['the first one', [0]],
    ['the last one', [9]],
    ['several', [1, 2, 7]],
    ['all', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])('fails only the callbacks that throw, of ten concurrent ones: %s', async (_which, thrower) => {
    const store = await open()
    const body = (index: number) => async (rows: WritableRows) => {
      await rows.counters.insert(counter(`c${index}`, index))
      await rows.counters.add(counter('sum'), { value: 1 })
      if (thrower.includes(index)) throw new Error(`no ${index}`)
      return index
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => store.write(body(index))),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (thrower.includes(index)) expect(outcome).toMatchObject({ reason: new Error(`no ${index}`) })
      else expect(outcome).toEqual({ status: 'fulfilled', value: index })
      expect(await value(store, `c${index}`)).toBe(thrower.includes(index) ? undefined : index)
    }
    expect((await value(store, 'sum')) ?? 0).toBe(10 - thrower.length)
  })

  it.runIf(oneWriter)('runs callbacks in call order', async () => {
    const store = await open()
    const seen = Array.from({ length: 30 }, (_, index) =>
      store.write(async ({ counters }) => {
        if (index % 7 === 3) throw new Error('no')
        return (await counters.add(counter('c'), { value: 1 })).value
      }),
    )
    const values = (await Promise.allSettled(seen)).flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    )
    expect(values).toEqual(Array.from({ length: 26 }, (_, index) => index + 1))
  })

  it('accepts callbacks while others run', async () => {
    const store = await open()
    const inner: Promise<unknown>[] = []
    let runs = 0
    await store.write(async ({ counters }) => {
      // A callback may run twice, so its calls outside the transaction are counted.
      runs += 1
      inner.push(store.write((rows) => rows.counters.add(counter('inner'), { value: 1 })))
      await counters.add(counter('outer'), { value: 1 })
    })
    await Promise.all(inner)
    expect([await value(store, 'outer'), await value(store, 'inner')]).toEqual([1, runs])
  })
}

const foreignWaits = (open: OpenStore): void => {
  it('abandons a callback that waits for something else, and no other one', async () => {
    const store = await open()
    const { promise, resolve } = deferred()
    const outcomes = await Promise.allSettled([
      store.write((rows) => rows.counters.insert(counter('before', 1))),
      store.write(async (rows) => {
        await rows.counters.insert(counter('stuck', 1))
        await promise
        await rows.counters.insert(counter('late', 1))
      }),
      store.write((rows) => rows.counters.insert(counter('after', 1))),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(String((outcomes[1] as PromiseRejectedResult).reason)).toMatch(/waited for something other/)
    resolve()
    await store.write((rows) => rows.counters.insert(counter('next', 1)))
    const ids = await store.read(async (rows) => (await rows.counters.find(everyone, {})).map(({ id }) => id))
    expect(ids).toEqual(['after', 'before', 'next'])
  })

  it('lets a callback wait for several of its rows at once', async () => {
    const store = await open()
    await store.write(async ({ counters }) => {
      await Promise.all(['a', 'b', 'c'].map((id) => counters.insert(counter(id))))
    })
    expect(await store.read((rows) => rows.counters.count(everyone, {}))).toBe(3)
  })
}

const ends = (open: OpenStore): void => {
  it.each(['write', 'read'] as const)('refuses the rows of a %s after it has ended', async (kind) => {
    const store = await open()
    let kept: WritableRows | undefined
    await store[kind](async (rows: unknown) => {
      kept = rows as WritableRows
      await kept.counters.get(everyone, 'c')
    })
    await expect(kept!.counters.get(everyone, 'c')).rejects.toThrow(/has ended/)
    if (kind === 'read') return
    await expect(kept!.counters.insert(counter('c'))).rejects.toThrow(/has ended/)
    expect(await value(store, 'c')).toBeUndefined()
  })

  it('answers accepted calls before it closes, and then accepts none', async () => {
    const store = await open()
    const writes = [1, 2, 3].map(() => store.write((rows) => rows.counters.add(counter('c'), { value: 1 })))
    const closing = store.close()
    expect((await Promise.all(writes)).map((row) => row.value).sort()).toEqual([1, 2, 3])
    await closing
    await store.close()
    await expect(store.write(async () => 1)).rejects.toThrow(/closed/)
    await expect(store.read(async () => 1)).rejects.toThrow(/closed/)
  })
}

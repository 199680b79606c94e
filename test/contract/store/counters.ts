import { expect, it } from 'vitest'
import { oneOf } from '../../../src/core/kernel/query.ts'
import { everyone, UniqueViolation } from '../../../src/core/ports/store.ts'
import { account, counter, event, live, type OpenStore } from './samples.ts'

/** Counters and balances. */
export const countersContract = (open: OpenStore): void => {
  adding(open)
  addingIf(open)
  addingUnread(open)
}

const adding = (open: OpenStore): void => {
  it('inserts the row with the deltas added, then adds to it', async () => {
    const store = await open()
    const add = (initial: number, value: number) =>
      store.write((rows) => rows.counters.add(counter('c', initial), { value }))
    expect(await add(10, 1)).toEqual(counter('c', 11))
    expect(await add(10, 5)).toEqual(counter('c', 16))
    expect(await add(0, -20)).toEqual(counter('c', -4))
    expect(await add(0, 0)).toEqual(counter('c', -4))
    expect(await store.read((rows) => rows.counters.get(everyone, 'c'))).toEqual(counter('c', -4))
  })

  it('changes no other field of an existing row', async () => {
    const store = await open()
    const was = account('org_1', { balanceCents: 5, currency: 'EUR', lowBalanceNotified: true })
    await store.write((rows) => rows.accounts.insert(was))
    const given = account('org_1', { currency: 'USD', reservedCents: 100 })
    const now = await store.write((rows) => rows.accounts.add(given, { balanceCents: 3, reservedCents: 2 }))
    expect(now).toEqual({ ...was, balanceCents: 8, reservedCents: 2 })
  })

  it('returns the row unchanged without deltas', async () => {
    const store = await open()
    expect(await store.write((rows) => rows.counters.add(counter('c', 3), {}))).toEqual(counter('c', 3))
    expect(await store.write((rows) => rows.counters.add(counter('c', 9), {}))).toEqual(counter('c', 3))
  })

  it('loses none of many concurrent additions, and returns a distinct number to each', async () => {
    const store = await open()
    const adds = Array.from({ length: 100 }, () =>
      store.write(async (rows) => (await rows.counters.add(counter('c'), { value: 1 })).value),
    )
    const numbers = (await Promise.all(adds)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  it('rejects additions to text and null, and of fractions', async () => {
    const store = await open()
    const attempts = [{ organisationId: 1 }, { value: 0.5 }, { nothing: 1 }]
    for (const deltas of attempts) {
      await expect(store.write((rows) => rows.counters.add(counter('c'), deltas as never))).rejects.toThrow(
        TypeError,
      )
    }
  })

  it('reports a violation of another unique index', async () => {
    const store = await open()
    await store.write((rows) => rows.events.insert(event('evt_1', { sequence: 7_000_000 })))
    const add = store.write((rows) =>
      rows.events.add(event('evt_2', { sequence: 6_999_999 }), { sequence: 1 }),
    )
    await expect(add).rejects.toThrow(UniqueViolation)
  })
}

const addingIf = (open: OpenStore): void => {
  const available = { balanceCents: 1, reservedCents: -1 } as const
  it.each([
    ['the available amount', 60, true],
    ['one cent more', 61, false],
    ['nothing', 0, true],
    ['back', -40, true],
  ])('reserves %s', async (_what, cents, done) => {
    const store = await open()
    await store.write((rows) =>
      rows.accounts.insert(account('org_1', { balanceCents: 100, reservedCents: 40 })),
    )
    const reserve = store.write((rows) =>
      rows.accounts.addIf(live, 'org_1', { reservedCents: cents }, available),
    )
    expect(await reserve).toBe(done)
    const now = await store.read((rows) => rows.accounts.get(live, 'org_1'))
    expect(now).toEqual(account('org_1', { balanceCents: 100, reservedCents: done ? 40 + cents : 40 }))
  })

  it('captures an amount by changing two fields together', async () => {
    const store = await open()
    await store.write((rows) =>
      rows.accounts.insert(account('org_1', { balanceCents: 100, reservedCents: 40 })),
    )
    const deltas = { balanceCents: -40, reservedCents: -40 }
    expect(
      await store.write((rows) => rows.accounts.addIf(live, 'org_1', deltas, { reservedCents: 1 })),
    ).toBe(true)
    expect(
      await store.write((rows) => rows.accounts.addIf(live, 'org_1', deltas, { reservedCents: 1 })),
    ).toBe(false)
    expect(await store.read((rows) => rows.accounts.get(live, 'org_1'))).toMatchObject({
      balanceCents: 60,
      reservedCents: 0,
    })
  })

  it('adds to no row that is missing or belongs to another organisation', async () => {
    const store = await open()
    await store.write((rows) => rows.accounts.insert(account('org_2')))
    const add = (id: string) =>
      store.write((rows) => rows.accounts.addIf(live, id, { balanceCents: 1 }, { balanceCents: 1 }))
    expect([await add('org_1'), await add('org_2')]).toEqual([false, false])
    expect((await store.read((rows) => rows.accounts.get(everyone, 'org_2')))?.balanceCents).toBe(0)
  })

  it('never overdraws under concurrent requests', async () => {
    const store = await open()
    await store.write((rows) => rows.accounts.insert(account('org_1', { balanceCents: 100 })))
    const reserves = Array.from({ length: 30 }, () =>
      store.write((rows) => rows.accounts.addIf(live, 'org_1', { reservedCents: 7 }, available)),
    )
    expect((await Promise.all(reserves)).filter(Boolean)).toHaveLength(14)
    expect((await store.read((rows) => rows.accounts.get(live, 'org_1')))?.reservedCents).toBe(98)
  })
}

const addingUnread = (open: OpenStore): void => {
  it('applies unread additions before the next read of the transaction callback', async () => {
    const store = await open()
    const values = await store.write(async (rows) => {
      const value = async () => (await rows.counters.get(everyone, 'c'))?.value
      await rows.counters.addUnread(counter('c', 10), { value: 1 })
      const first = await value()
      await rows.counters.addUnread(counter('c', 10), { value: 5 })
      await rows.counters.addIfUnread(everyone, 'c', { value: -17 }, { value: 1 })
      const second = await value()
      await rows.counters.addIfUnread(everyone, 'c', { value: -16 }, { value: 1 })
      return [first, second, await value()]
    })
    expect(values).toEqual([11, 16, 0])
    expect(await store.read((rows) => rows.counters.get(everyone, 'c'))).toEqual(counter('c', 0))
  })

  it('adds several rows to existing ones, and inserts the others', async () => {
    const store = await open()
    const ids = Array.from({ length: 40 }, (_, n) => `c${String(n).padStart(2, '0')}`)
    const known = ids.filter((_, n) => n % 3 === 0)
    await store.write((rows) => rows.counters.insertMany(known.map((id) => counter(id, 100))))
    const found = await store.write(async (rows) => {
      await rows.counters.addEachUnread(
        ids.map((id, n) => counter(id, n - 20)),
        ['value'],
      )
      return rows.counters.find(everyone, { id: oneOf(ids) })
    })
    expect(found).toEqual(ids.map((id, n) => counter(id, n - 20 + (known.includes(id) ? 100 : 0))))
    await store.write((rows) => rows.counters.addEachUnread([], ['value']))
  })

  it('adds to each field and changes no other', async () => {
    const store = await open()
    const was = account('org_1', { balanceCents: 5, reservedCents: 7, currency: 'EUR' })
    await store.write((rows) => rows.accounts.insert(was))
    const given = account('org_1', { balanceCents: 3, reservedCents: -2, currency: 'USD' })
    await store.write((rows) => rows.accounts.addEachUnread([given], ['balanceCents', 'reservedCents']))
    const now = await store.read((rows) => rows.accounts.get(live, 'org_1'))
    expect(now).toEqual({ ...was, balanceCents: 8, reservedCents: 5 })
  })

  it('rejects additions to text fields of several rows', async () => {
    const store = await open()
    const add = store.write((rows) =>
      rows.counters.addEachUnread([counter('c')], ['organisationId'] as never),
    )
    await expect(add).rejects.toThrow(TypeError)
  })

  it('fails the transaction if an unread addition is not possible', async () => {
    const store = await open()
    await store.write((rows) => rows.events.insert(event('evt_1', { sequence: 7_000_000 })))
    const add = store.write(async (rows) => {
      await rows.counters.addUnread(counter('c'), { value: 1 })
      await rows.events.addUnread(event('evt_2', { sequence: 6_999_999 }), { sequence: 1 })
    })
    await expect(add).rejects.toThrow(UniqueViolation)
    expect(await store.read((rows) => rows.counters.get(everyone, 'c'))).toBeUndefined()
  })
}

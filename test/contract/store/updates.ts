import { expect, it } from 'vitest'
import { gte } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { event, job, live, type OpenStore, run } from './samples.ts'

/** Conditional updates, which leases and revisions depend on. */
export const updatesContract = (open: OpenStore): void => {
  it('sets the given fields and leaves the rest', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1', { payload: { a: 1 }, attempts: 4 })))
    const patch = { status: 'RUNNING', leaseToken: 'x', payload: { b: [2] } as never, mode: 'live' } as const
    expect(await store.write((rows) => rows.jobs.update(everyone, 'job_1', patch))).toBe(true)
    expect(await store.read((rows) => rows.jobs.get(everyone, 'job_1'))).toEqual(
      job('job_1', { ...patch, attempts: 4 }),
    )
  })

  it('leaves a field unchanged whose new value is undefined', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1', { leaseToken: 'x' })))
    const patch = { leaseToken: undefined, attempts: 1 } as never
    await store.write((rows) => rows.jobs.update(everyone, 'job_1', patch))
    expect(await store.read((rows) => rows.jobs.get(everyone, 'job_1'))).toMatchObject({
      leaseToken: 'x',
      attempts: 1,
    })
  })

  it('returns false for a missing row', async () => {
    const store = await open()
    expect(await store.write((rows) => rows.jobs.update(everyone, 'job_1', { attempts: 1 }))).toBe(false)
  })

  it.each([
    ['the same value', { leaseToken: 'x' }, true],
    ['another value', { leaseToken: 'y' }, false],
    ['null for a value', { leaseToken: null }, false],
    ['null for null', { leaseUntil: null }, true],
    ['a value for null', { leaseUntil: 5 }, false],
    ['all of several', { leaseToken: 'x', status: 'RUNNING' }, true],
    ['only one of several', { leaseToken: 'x', status: 'PENDING' }, false],
    ['nothing', {}, true],
  ] as const)('compares the expected fields: %s', async (_what, expected, done) => {
    const store = await open()
    const before = job('job_1', { status: 'RUNNING', leaseToken: 'x', leaseUntil: null })
    await store.write((rows) => rows.jobs.insert(before))
    const update = { attempts: 9 }
    expect(await store.write((rows) => rows.jobs.update(everyone, 'job_1', update, expected))).toBe(done)
    expect((await store.read((rows) => rows.jobs.get(everyone, 'job_1')))?.attempts).toBe(done ? 9 : 0)
  })

  it('compares expected booleans', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insert(run('run_1', { uncertain: true })))
    const set = (expected: boolean) =>
      store.write((rows) => rows.runs.update(live, 'run_1', { uncertain: false }, { uncertain: expected }))
    expect([await set(false), await set(true), await set(true)]).toEqual([false, true, false])
  })

  it('returns true without changes if the row is as expected', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1')))
    const check = (attempts: number) =>
      store.write((rows) => rows.jobs.update(everyone, 'job_1', {}, { attempts }))
    expect([await check(0), await check(1)]).toEqual([true, false])
  })

  it('grants a lease to one of many callers', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1')))
    const claims = Array.from({ length: 20 }, (_, token) =>
      store.write((rows) =>
        rows.jobs.update(everyone, 'job_1', { leaseToken: `t${token}` }, { leaseToken: null }),
      ),
    )
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
  })

  it('updates the rows that match and returns their number', async () => {
    const store = await open()
    await store.write((rows) =>
      rows.events.insertMany([1, 2, 3].map((at) => event(`evt_${at}`, { createdAt: at }))),
    )
    const update = (value: number) =>
      store.write((rows) =>
        rows.events.updateWhere(live, { createdAt: gte(value) }, { type: 'late', itemId: 'i' }),
      )
    expect([await update(2), await update(9)]).toEqual([2, 0])
    const types = await store.read(async (rows) => (await rows.events.find(live, {})).map(({ type }) => type))
    expect(types).toEqual(['item.created', 'late', 'late'])
  })

  it('finds a row by its new values and no longer by the old ones', async () => {
    const store = await open()
    await store.write((rows) => rows.events.insert(event('evt_1', { itemId: 'old' })))
    const count = (value: string) => store.read((rows) => rows.events.count(everyone, { itemId: value }))
    expect([await count('old'), await count('new')]).toEqual([1, 0])
    await store.write((rows) => rows.events.update(live, 'evt_1', { itemId: 'new' }))
    expect([await count('old'), await count('new')]).toEqual([0, 1])
  })

  it('refuses to change an id', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1')))
    await expect(store.write((rows) => rows.jobs.update(everyone, 'job_1', { id: 'job_2' }))).rejects.toThrow(
      TypeError,
    )
  })
}

import { expect, it } from 'vitest'
import { everyone, UniqueViolation } from '../../../src/core/ports/store.ts'
import { event, idsOf, job, live, type OpenStore } from './samples.ts'

/** Unique indexes, and the state after a violation. */
export const uniqueContract = (open: OpenStore): void => {
  it('names the table and the fields', async () => {
    const store = await open()
    await store.write((rows) => rows.events.insert(event('evt_1', { sequence: 9_000_000 })))
    const twice = (id: string, sequence: number) =>
      store.write((rows) => rows.events.insert(event(id, { sequence }))).catch((error: unknown) => error)
    const byIndex = await twice('evt_2', 9_000_000)
    expect(byIndex).toBeInstanceOf(UniqueViolation)
    expect(byIndex).toMatchObject({ table: 'events', fields: ['organisationId', 'mode', 'sequence'] })
    const byId = await twice('evt_1', 9_000_001)
    expect(byId).toBeInstanceOf(UniqueViolation)
    expect(byId).toMatchObject({ table: 'events', fields: ['id'] })
    expect(await store.read((rows) => rows.events.count(everyone, {}))).toBe(1)
  })

  it('compares all fields of an index together', async () => {
    const store = await open()
    await store.write((rows) =>
      rows.events.insertMany([
        event('evt_1', { sequence: 9_000_000 }),
        event('evt_2', { sequence: 9_000_000, organisationId: 'org_2' }),
      ]),
    )
    expect(await store.read((rows) => rows.events.count(everyone, {}))).toBe(2)
  })

  it('applies to updates, and lets a row keep its own values', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insertMany([job('a'), job('b')]))
    const update = (id: string, dedupeKey: string) =>
      store.write((rows) => rows.jobs.update(everyone, id, { dedupeKey, attempts: 1 }))
    await expect(update('a', job('b').dedupeKey)).rejects.toThrow(UniqueViolation)
    expect(await update('a', job('a').dedupeKey)).toBe(true)
    expect(await update('b', 'free')).toBe(true)
    expect(await update('a', job('b').dedupeKey)).toBe(true)
  })

  it('accepts a value again once its row is gone', async () => {
    const store = await open()
    await store.write(async ({ jobs }) => {
      await jobs.insert(job('a', { dedupeKey: 'k' }))
      await jobs.remove(everyone, { dedupeKey: 'k' })
      await jobs.insert(job('b', { dedupeKey: 'k' }))
    })
    expect(idsOf(await store.read((rows) => rows.jobs.find(everyone, {})))).toEqual(['b'])
  })

  it.each([3, 40])(
    'can be caught in the callback: none of %i rows inserted together is kept, and the rest is',
    async (count) => {
      const store = await open()
      await store.write((rows) => rows.jobs.insert(job('taken')))
      await store.write(async ({ jobs }) => {
        await jobs.insert(job('before'))
        const rows = Array.from({ length: count - 1 }, (_, at) => job(`row ${at}`))
        await expect(jobs.insertMany([...rows, job('taken')])).rejects.toThrow(UniqueViolation)
        await jobs.insert(job('zafter'))
      })
      const kept = await store.read((rows) => rows.jobs.find(everyone, {}))
      expect(idsOf(kept)).toEqual(['before', 'taken', 'zafter'])
    },
  )

  it('keeps none of the rows of a failed bulk update', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insertMany([job('a'), job('b'), job('c')]))
    await store.write(async ({ jobs }) => {
      await expect(jobs.updateWhere(everyone, {}, { dedupeKey: 'same', attempts: 1 })).rejects.toThrow(
        UniqueViolation,
      )
    })
    const rows = await store.read(({ jobs }) => jobs.find(everyone, {}))
    expect(rows).toEqual([job('a'), job('b'), job('c')])
  })

  it('accepts one of several concurrent inserts', async () => {
    const store = await open()
    const insert = (id: string) => store.write((rows) => rows.jobs.insert(job(id, { dedupeKey: 'k' })))
    const ids = ['a', 'b', 'c']
    const outcomes = await Promise.allSettled(ids.map(insert))
    const inserted = ids.filter((_, index) => outcomes[index]!.status === 'fulfilled')
    expect(inserted).toHaveLength(1)
    expect(idsOf(await store.read((rows) => rows.jobs.find(live, {})))).toEqual(inserted)
  })
}

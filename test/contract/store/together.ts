import { expect, it } from 'vitest'
import { everyone, type WritableRows } from '../../../src/core/ports/store.ts'
import { counter, endpoint, job, type OpenStore, organisation } from './samples.ts'

const many = (count: number, run: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

/** The guarantees for concurrent callbacks. */
export const togetherContract = (open: OpenStore): void => {
  const byScope = { organisationId: 'org_1' }
  it.each([
    [
      'found by their organisation',
      async (rows: WritableRows) => (await rows.webhookEndpoints.find(byScope, {}))[0]!,
    ],
    [
      'read by their id alone',
      async (rows: WritableRows) => (await rows.webhookEndpoints.get(everyone, 'whe_1'))!,
    ],
  ])(
    'loses no concurrent change of organisation rows that the callback read before: %s',
    async (_how, read) => {
      const store = await open()
      await store.write(async (rows) => {
        await rows.organisations.insert(organisation('org_1', 'One'))
        await rows.webhookEndpoints.insert(endpoint('whe_1'))
      })
      await many(25, () =>
        store.write(async (rows) => {
          const { epoch } = await read(rows)
          await rows.webhookEndpoints.update(everyone, 'whe_1', { epoch: epoch + 1 })
        }),
      )
      expect((await store.read((rows) => rows.webhookEndpoints.get(everyone, 'whe_1')))?.epoch).toBe(25)
    },
  )

  it('loses no concurrent change of an organisation that the callback read before', async () => {
    const store = await open()
    await store.write((rows) => rows.organisations.insert(organisation('org_1', 'One')))
    await many(25, () =>
      store.write(async (rows) => {
        const { revision } = (await rows.organisations.get(everyone, 'org_1'))!
        await rows.organisations.update(everyone, 'org_1', { revision: revision + 1 })
      }),
    )
    expect((await store.read((rows) => rows.organisations.get(everyone, 'org_1')))?.revision).toBe(26)
  })

  it('counts existing rows before it adds one more', async () => {
    const store = await open()
    await store.write((rows) => rows.organisations.insert(organisation('org_1', 'One')))
    const added = Array.from({ length: 15 }, (_, index) =>
      store.write(async (rows) => {
        if ((await rows.webhookEndpoints.count(byScope, {})) >= 5) return false
        await rows.webhookEndpoints.insert(endpoint(`whe_${index}`))
        return true
      }),
    )
    expect((await Promise.all(added)).filter(Boolean)).toHaveLength(5)
  })

  it('loses no concurrent change of locked rows without an organisation', async () => {
    const store = await open()
    await store.write((rows) => rows.counters.insert(counter('c')))
    await many(25, () =>
      store.write(async (rows) => {
        const { value } = (await rows.counters.get(everyone, 'c', { lock: 'wait' }))!
        await rows.counters.update(everyone, 'c', { value: value + 1 })
      }),
    )
    expect((await store.read((rows) => rows.counters.get(everyone, 'c')))?.value).toBe(25)
  })

  it('gives a row claimed by one callback to no other', async () => {
    const store = await open()
    await store.write((rows) => rows.jobs.insertMany(['a', 'b', 'c', 'd', 'e'].map((id) => job(id))))
    const taken = Array.from({ length: 12 }, () =>
      store.write(async (rows) => {
        const [first] = await rows.jobs.find(
          everyone,
          { status: 'PENDING' },
          { order: [{ field: 'dueAt' }], limit: 1, lock: 'skip' },
        )
        if (first) await rows.jobs.update(everyone, first.id, { status: 'RUNNING' })
        return first?.id
      }),
    )
    const ids = (await Promise.all(taken)).filter((id) => id !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('inserts a row once when several callbacks find it missing', async () => {
    const store = await open()
    const inserted = Array.from({ length: 10 }, (_, index) =>
      store.write(async (rows) => {
        const same = { dedupeKey: 'k' }
        const [found] = await rows.jobs.find(everyone, same)
        if (found) return false
        await rows.jobs.insert(job(`job_${index}`, { dedupeKey: 'k' }))
        return true
      }),
    )
    expect((await Promise.all(inserted)).filter(Boolean)).toHaveLength(1)
  })
}

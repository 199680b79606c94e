import { expect, it } from 'vitest'
import { lte } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { endpoint, event, idsOf, job, live, type OpenStore, other, run, test } from './samples.ts'

/** Rows are read back unchanged, and only within their scope. */
export const rowsContract = (open: OpenStore): void => {
  roundTrips(open)
  scopes(open)
  removal(open)
  refusals(open)
}

const roundTrips = (open: OpenStore): void => {
  it('returns every kind of value unchanged', async () => {
    const store = await open()
    const text = 'Zoë Ω 夏目 😀 ‏שלום\n\t"\'%_\\'
    const one = endpoint('whe_1', {
      events: ['item.*', text],
      description: text,
      secret: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      consecutiveExhausted: Number.MAX_SAFE_INTEGER,
      epoch: -5,
      disabledAt: 0,
    })
    const two = job('job_1', { payload: { a: null, b: true, c: 1.5, d: text }, mode: 'test' })
    const three = run('run_1', { uncertain: true, parts: [] })
    await store.write(async (rows) => {
      await rows.webhookEndpoints.insert(one)
      await rows.jobs.insert(two)
      await rows.runs.insert(three)
    })
    await store.read(async (rows) => {
      expect(await rows.webhookEndpoints.get(everyone, 'whe_1')).toEqual(one)
      expect((await rows.webhookEndpoints.get(everyone, 'whe_1'))?.secret.constructor).toBe(Uint8Array)
      expect(await rows.jobs.get(everyone, 'job_1')).toEqual(two)
      expect(await rows.runs.find(everyone, {})).toEqual([three])
    })
  })

  it('stores JSON as JSON serialises it', async () => {
    const store = await open()
    const payload = { kept: 'x', lost: undefined } as never
    await store.write((rows) => rows.jobs.insert(job('job_1', { payload })))
    const row = await store.read((rows) => rows.jobs.get(everyone, 'job_1'))
    expect(Object.keys(row!.payload)).toEqual(['kept'])
  })

  it("is unaffected by later changes of the caller's objects", async () => {
    const store = await open()
    const given = job('job_1', { payload: { a: 1 } })
    const bytes = endpoint('whe_1')
    await store.write(async (rows) => {
      await rows.jobs.insert(given)
      await rows.webhookEndpoints.insert(bytes)
    })
    given.payload.a = 2
    given.kind = 'changed'
    bytes.secret[0] = 77
    const [row, hook] = await store.read(
      async (rows) =>
        [await rows.jobs.get(everyone, 'job_1'), await rows.webhookEndpoints.get(everyone, 'whe_1')] as const,
    )
    expect(row).toEqual(job('job_1', { payload: { a: 1 } }))
    expect(hook!.secret[0]).toBe(0)
  })

  it('returns rows whose changes do not affect the stored ones', async () => {
    const store = await open()
    await store.write(async (rows) => {
      await rows.jobs.insert(job('job_1', { payload: { a: 1 } }))
      await rows.webhookEndpoints.insert(endpoint('whe_1'))
    })
    const spoil = (change: () => void) => {
      try {
        change()
      } catch (error) {
        // A store may also freeze its rows, so that changes throw.
        expect(error).toBeInstanceOf(TypeError)
      }
    }
    await store.read(async (rows) => {
      const row = (await rows.jobs.get(everyone, 'job_1'))!
      const hook = (await rows.webhookEndpoints.get(everyone, 'whe_1'))!
      spoil(() => (row.kind = 'changed'))
      spoil(() => (row.payload.a = 2))
      spoil(() => (hook.secret[0] = 77))
      spoil(() => hook.events.push('more'))
    })
    expect(await store.read((rows) => rows.jobs.get(everyone, 'job_1'))).toEqual(
      job('job_1', { payload: { a: 1 } }),
    )
    expect(await store.read((rows) => rows.webhookEndpoints.get(everyone, 'whe_1'))).toEqual(
      endpoint('whe_1'),
    )
  })

  it('inserts many rows, none, and more than one statement accepts', async () => {
    const store = await open()
    const many = Array.from({ length: 133 }, (_, index) => event(`evt_${String(index).padStart(3, '0')}`))
    await store.write(async (rows) => {
      await rows.events.insertMany([])
      await rows.events.insertMany(many)
    })
    expect(await store.read((rows) => rows.events.find(live, {}))).toEqual(many)
  })
}

const scopes = (open: OpenStore): void => {
  it('returns to an organisation and mode only their own rows', async () => {
    const store = await open()
    await store.write((rows) =>
      rows.events.insertMany([
        event('evt_live'),
        event('evt_other', { ...other }),
        event('evt_test', { mode: 'test' }),
      ]),
    )
    await store.read(async ({ events }) => {
      expect(idsOf(await events.find(live, {}))).toEqual(['evt_live'])
      expect(idsOf(await events.find(test, {}))).toEqual(['evt_test'])
      expect(idsOf(await events.find({ organisationId: 'org_1' }, {}))).toEqual(['evt_live', 'evt_test'])
      expect(idsOf(await events.find(everyone, {}))).toEqual(['evt_live', 'evt_other', 'evt_test'])
      expect(await events.get(live, 'evt_test')).toBeUndefined()
      expect(await events.get(other, 'evt_live')).toBeUndefined()
      expect((await events.get(test, 'evt_test'))?.id).toBe('evt_test')
      expect(await events.count(live, {})).toBe(1)
      expect(await events.count({ organisationId: 'nobody' }, {})).toBe(0)
    })
  })

  it('ignores the mode for tables without one, and the scope for tables without organisations', async () => {
    const store = await open()
    await store.write(async (rows) => {
      await rows.webhookEndpoints.insert(endpoint('whe_1'))
      await rows.jobs.insert(job('job_1', { organisationId: 'org_9', mode: 'live' }))
    })
    await store.read(async (rows) => {
      expect(await rows.webhookEndpoints.get(test, 'whe_1')).toBeDefined()
      expect(await rows.webhookEndpoints.get(other, 'whe_1')).toBeUndefined()
      expect(await rows.jobs.get(test, 'job_1')).toBeDefined()
    })
  })

  it('returns rows of the given organisations, and none without any', async () => {
    const store = await open()
    const named = (...organisationIds: string[]) => ({ organisationIds })
    await store.write(async ({ events, jobs }) => {
      await events.insertMany([
        event('evt_1'),
        event('evt_2', { ...other, mode: 'test' }),
        event('evt_3', { organisationId: 'org_3' }),
      ])
      await jobs.insert(job('job_1', { organisationId: 'org_9' }))
      const { length } = await events.find(named('org_1', 'org_2'), {})
      expect(length).toBe(2)
      expect(await events.updateWhere(named('org_2', 'org_3'), {}, { type: 'changed' })).toBe(2)
      expect(await events.update(named('org_2'), 'evt_1', { type: 'changed' })).toBe(false)
      expect(await events.remove(named('org_3', 'org_3'), {})).toBe(1)
    })
    await store.read(async ({ events, jobs }) => {
      expect(idsOf(await events.find(named('org_1', 'org_2', 'org_1'), {}))).toEqual(['evt_1', 'evt_2'])
      expect(idsOf(await events.find(named('org_2', 'nobody'), { type: 'changed' }))).toEqual(['evt_2'])
      expect(await events.find(named(), {})).toEqual([])
      expect(await events.get(named('org_2'), 'evt_1')).toBeUndefined()
      expect((await events.get(named('org_1'), 'evt_1'))?.type).toBe('item.created')
      expect(await jobs.get(named('org_1'), 'job_1')).toBeDefined()
    })
  })

  it.each(['update', 'updateWhere', 'remove'] as const)(
    '%s affects no row of the other mode',
    async (method) => {
      const store = await open()
      await store.write((rows) => rows.events.insertMany([event('evt_1'), event('evt_2', { mode: 'test' })]))
      const touched = await store.write(async ({ events }) => {
        if (method === 'update') return events.update(test, 'evt_1', { type: 'changed' })
        if (method === 'updateWhere') return events.updateWhere(test, {}, { type: 'changed' })
        return events.remove(test, {})
      })
      expect(touched).toBe(method === 'update' ? false : 1)
      expect((await store.read((rows) => rows.events.get(live, 'evt_1')))?.type).toBe('item.created')
    },
  )
}

const removal = (open: OpenStore): void => {
  it('removes the rows that match and returns their number', async () => {
    const store = await open()
    await store.write((rows) =>
      rows.events.insertMany([1, 2, 3, 4].map((at) => event(`evt_${at}`, { expiresAt: at }))),
    )
    const expired = { expiresAt: lte(2) }
    expect(await store.write((rows) => rows.events.remove(everyone, expired))).toBe(2)
    expect(await store.write((rows) => rows.events.remove(everyone, expired))).toBe(0)
    expect(idsOf(await store.read((rows) => rows.events.find(live, {})))).toEqual(['evt_3', 'evt_4'])
  })

  it('accepts the id of a removed row', async () => {
    const store = await open()
    await store.write(async ({ events }) => {
      await events.insert(event('evt_1', { type: 'first' }))
      await events.remove(live, { id: 'evt_1' })
      await events.insert(event('evt_1', { type: 'second' }))
    })
    expect((await store.read((rows) => rows.events.get(live, 'evt_1')))?.type).toBe('second')
  })
}

const refusals = (open: OpenStore): void => {
  it.each([
    ['null in a required field', { type: null }],
    ['undefined', { itemId: undefined }],
    ['a fraction', { sequence: 1.5 }],
    ['a number beyond 2^53', { sequence: 2 ** 53 }],
    ['NaN', { createdAt: Number.NaN }],
    ['a number for text', { type: 5 }],
    ['text for a number', { sequence: '5' }],
    ['half a surrogate pair', { type: '\ud800' }],
    ['a NUL in text', { type: 'a\0b' }],
  ])('refuses %s', async (_what, patch) => {
    const store = await open()
    const row = { ...event('evt_1'), ...patch } as never
    await expect(store.write((rows) => rows.events.insert(row))).rejects.toThrow(TypeError)
    await store.write((rows) => rows.events.insert(event('evt_1')))
    if (Object.values(patch)[0] !== undefined) {
      await expect(store.write((rows) => rows.events.update(live, 'evt_1', patch as never))).rejects.toThrow(
        TypeError,
      )
    }
    expect(await store.read((rows) => rows.events.count(everyone, {}))).toBe(1)
  })
}

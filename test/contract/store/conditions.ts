import { expect, it } from 'vitest'
import type { Condition } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { event, idsOf, job, live, type OpenStore, organisation, run } from './samples.ts'

/** Every operator over text, numbers and nulls: what SQL would say, everywhere. */
export function conditionsContract(open: OpenStore): void {
  operators(open)
  texts(open)
  booleans(open)
  orders(open)
  refusals(open)
}

function operators(open: OpenStore): void {
  const samples = [
    event('a', { itemId: null, createdAt: 1 }),
    event('b', { itemId: 'itm_1', createdAt: 2 }),
    event('c', { itemId: 'itm_2', createdAt: 3 }),
    event('d', { itemId: 'itm_1', createdAt: 4, postflowId: 'pfl_1' }),
  ]
  const cases: [string, Condition[]][] = [
    ['bd', [{ field: 'itemId', op: 'eq', value: 'itm_1' }]],
    ['a', [{ field: 'itemId', op: 'eq', value: null }]],
    ['ac', [{ field: 'itemId', op: 'ne', value: 'itm_1' }]],
    ['bcd', [{ field: 'itemId', op: 'ne', value: null }]],
    ['c', [{ field: 'itemId', op: 'in', value: ['itm_2', 'itm_9'] }]],
    ['ac', [{ field: 'itemId', op: 'in', value: ['itm_2', null] }]],
    ['a', [{ field: 'itemId', op: 'in', value: [null] }]],
    ['', [{ field: 'itemId', op: 'in', value: [] }]],
    ['ac', [{ field: 'itemId', op: 'notIn', value: ['itm_1'] }]],
    ['c', [{ field: 'itemId', op: 'notIn', value: ['itm_1', null] }]],
    ['bcd', [{ field: 'itemId', op: 'notIn', value: [null] }]],
    ['abcd', [{ field: 'itemId', op: 'notIn', value: [] }]],
    ['c', [{ field: 'itemId', op: 'gt', value: 'itm_1' }]],
    ['bcd', [{ field: 'itemId', op: 'gte', value: 'itm_1' }]],
    ['bd', [{ field: 'itemId', op: 'lt', value: 'itm_2' }]],
    ['bcd', [{ field: 'itemId', op: 'lte', value: 'itm_2' }]],
    ['a', [{ field: 'itemId', op: 'null', value: true }]],
    ['bcd', [{ field: 'itemId', op: 'null', value: false }]],
    ['b', [{ field: 'createdAt', op: 'eq', value: 2 }]],
    ['acd', [{ field: 'createdAt', op: 'ne', value: 2 }]],
    ['bc', [{ field: 'createdAt', op: 'in', value: [2, 3, 3] }]],
    ['cd', [{ field: 'createdAt', op: 'gt', value: 2 }]],
    ['ab', [{ field: 'createdAt', op: 'lte', value: 2 }]],
    [
      'bc',
      [
        { field: 'createdAt', op: 'gte', value: 2 },
        { field: 'createdAt', op: 'lt', value: 4 },
      ],
    ],
    ['ad', [{ field: 'id', op: 'in', value: ['d', 'a', 'x'] }]],
    [
      'd',
      [
        { field: 'itemId', op: 'eq', value: 'itm_1' },
        { field: 'postflowId', op: 'null', value: false },
      ],
    ],
    [
      '',
      [
        { field: 'itemId', op: 'eq', value: 'itm_1' },
        { field: 'itemId', op: 'eq', value: 'itm_2' },
      ],
    ],
  ]
  it.each(cases.map(([ids, where]) => [JSON.stringify(where), ids, where] as const))(
    'finds by %s',
    async (_name, ids, where) => {
      const store = await open()
      await store.write((rows) => rows.events.insertMany(samples))
      await store.read(async (rows) => {
        expect(idsOf(await rows.events.find(live, where)).join('')).toBe(ids)
        expect(await rows.events.count(everyone, where)).toBe(ids.length)
      })
    },
  )
}

function texts(open: OpenStore): void {
  const names = ['ÅNGSTRÖM', 'Zoë', '50% off_', "O'Brien", 'straße', 'ΣΊΣΥΦΟΣ', '😀mile', 'plain']
  it.each([
    ['ångström', 'ÅNGSTRÖM'],
    ['A\u030angstr', 'ÅNGSTRÖM'],
    ['ZOË', 'Zoë'],
    ['%', '50% off_'],
    ['_', '50% off_'],
    ["'B", "O'Brien"],
    ['ASSE', ''],
    ['AßE', 'straße'],
    ['σίσυφο', 'ΣΊΣΥΦΟΣ'],
    ['😀', '😀mile'],
  ])('contains %s: %s', async (part, expected) => {
    const store = await open()
    await store.write((rows) =>
      rows.organisations.insertMany(names.map((name, at) => organisation(`org_${at}`, name))),
    )
    const where = [{ field: 'name', op: 'contains', value: part }] as const
    const found = await store.read((rows) => rows.organisations.find(everyone, where))
    expect(found.map(({ name }) => name).join()).toBe(expected)
  })

  it('contains follows updates, and everything contains nothing', async () => {
    const store = await open()
    await store.write((rows) => rows.organisations.insert(organisation('org_1', 'Before')))
    await store.write((rows) => rows.organisations.update(everyone, 'org_1', { name: 'ÄFTER' }))
    const count = (value: string) =>
      store.read((rows) => rows.organisations.count(everyone, [{ field: 'name', op: 'contains', value }]))
    expect([await count('äfter'), await count('before'), await count('')]).toEqual([1, 0, 1])
  })

  it.each([
    ['', 'item. item._x item.a item.a😀 item.b itez'],
    ['item.', 'item. item._x item.a item.a😀 item.b'],
    ['item.a', 'item.a item.a😀'],
    ['item.a😀', 'item.a😀'],
    ['item._', 'item._x'],
    ['Item', ''],
    ['\u{10ffff}', ''],
  ])('startsWith "%s"', async (value, expected) => {
    const store = await open()
    const types = ['item.a', 'item.b', 'item.', 'itez', 'item._x', 'item.a😀']
    await store.write((rows) => rows.events.insertMany(types.map((type) => event(type, { type }))))
    const found = await store.read((rows) =>
      rows.events.find(live, [{ field: 'type', op: 'startsWith', value }]),
    )
    expect(idsOf(found).join(' ')).toBe(expected)
  })
}

function booleans(open: OpenStore): void {
  it('compares booleans', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany([run('a'), run('b', { uncertain: true })]))
    const find = (where: Condition[]) => store.read(async (rows) => idsOf(await rows.runs.find(live, where)))
    expect(await find([{ field: 'uncertain', op: 'eq', value: true }])).toEqual(['b'])
    expect(await find([{ field: 'uncertain', op: 'ne', value: true }])).toEqual(['a'])
    expect(await find([{ field: 'uncertain', op: 'in', value: [false, true] }])).toEqual(['a', 'b'])
    expect(await find([{ field: 'uncertain', op: 'notIn', value: [false] }])).toEqual(['b'])
  })
}

function orders(open: OpenStore): void {
  it('finds in the order asked for, nulls last ascending and first descending, ties by id', async () => {
    const store = await open()
    const leases = { a: 5, b: null, c: 3, d: null, e: 5 }
    await store.write((rows) =>
      rows.jobs.insertMany(Object.entries(leases).map(([id, leaseUntil]) => job(id, { leaseUntil }))),
    )
    const find = (descending: boolean, limit?: number) =>
      store.read(async (rows) => {
        const order = [{ field: 'leaseUntil', descending }] as const
        const found = await rows.jobs.find(everyone, [], { order, ...(limit !== undefined && { limit }) })
        return idsOf(found).join('')
      })
    expect(await find(false)).toBe('caebd')
    expect(await find(true)).toBe('dbeac')
    expect(await find(false, 2)).toBe('ca')
    expect(await find(false, 0)).toBe('')
  })

  it('finds what is due, soonest first', async () => {
    const store = await open()
    const due = [40, 10, 30, 20].map((wakeAt) => job(`job_${wakeAt}`, { wakeAt }))
    await store.write((rows) => rows.jobs.insertMany([...due, job('done', { status: 'FAILED', wakeAt: 1 })]))
    const where = [
      { field: 'status', op: 'eq', value: 'PENDING' },
      { field: 'wakeAt', op: 'lte', value: 30 },
    ] as const
    const found = await store.read((rows) =>
      rows.jobs.find(everyone, where, { order: [{ field: 'wakeAt' }], limit: 2 }),
    )
    expect(idsOf(found)).toEqual(['job_10', 'job_20'])
  })

  it('orders text by code point', async () => {
    const store = await open()
    const ids = ['a', 'Z', 'é', '\uffee', '😀', 'ab', '']
    await store.write((rows) => rows.events.insertMany(ids.map((id) => event(id))))
    const found = await store.read((rows) => rows.events.find(live, []))
    expect(idsOf(found)).toEqual(['', 'Z', 'a', 'ab', 'é', '\uffee', '😀'])
  })
}

function refusals(open: OpenStore): void {
  it.each<[string, Condition]>([
    ['an unknown field', { field: 'nothing', op: 'eq', value: 1 }],
    ['JSON', { field: 'payload', op: 'eq', value: 'x' }],
    ['contains without a folded column', { field: 'kind', op: 'contains', value: 'x' }],
    ['a number for text', { field: 'kind', op: 'eq', value: 1 }],
    ['text for a number', { field: 'dueAt', op: 'in', value: ['1'] }],
    ['startsWith of a number', { field: 'dueAt', op: 'startsWith', value: '1' }],
  ])('refuses %s', async (_what, condition) => {
    const store = await open()
    await expect(store.read((rows) => rows.jobs.find(everyone, [condition]))).rejects.toThrow(TypeError)
  })
}

import { expect, it } from 'vitest'
import {
  allOf,
  contains,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  noneOf,
  not,
  oneOf,
  startsWith,
  type Where,
} from '../../../src/core/kernel/query.ts'
import type { EventRow } from '../../../src/core/model/events.ts'
import type { JobRow } from '../../../src/core/model/jobs.ts'
import type { RunRow } from '../../../src/core/model/runs.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { event, idsOf, job, live, type OpenStore, organisation, run } from './samples.ts'

/** Every operator over text, numbers and nulls, with the results of SQL on every store. */
export const conditionsContract = (open: OpenStore): void => {
  operators(open)
  texts(open)
  booleans(open)
  orders(open)
  refusals(open)
}

const operators = (open: OpenStore): void => {
  const samples = [
    event('a', { itemId: null, createdAt: 1 }),
    event('b', { itemId: 'itm_1', createdAt: 2 }),
    event('c', { itemId: 'itm_2', createdAt: 3 }),
    event('d', { itemId: 'itm_1', createdAt: 4, postflowId: 'pfl_1' }),
  ]
  const cases: [string, Where<EventRow>][] = [
    ['bd', { itemId: 'itm_1' }],
    ['a', { itemId: null }],
    ['ac', { itemId: not('itm_1') }],
    ['bcd', { itemId: not(null) }],
    ['c', { itemId: oneOf(['itm_2', 'itm_9']) }],
    ['ac', { itemId: oneOf(['itm_2', null]) }],
    ['a', { itemId: oneOf([null]) }],
    ['', { itemId: oneOf([]) }],
    ['ac', { itemId: noneOf(['itm_1']) }],
    ['c', { itemId: noneOf(['itm_1', null]) }],
    ['bcd', { itemId: noneOf([null]) }],
    ['abcd', { itemId: noneOf([]) }],
    ['c', { itemId: gt('itm_1') }],
    ['bcd', { itemId: gte('itm_1') }],
    ['bd', { itemId: lt('itm_2') }],
    ['bcd', { itemId: lte('itm_2') }],
    ['a', { itemId: isNull }],
    ['bcd', { itemId: isNotNull }],
    ['b', { createdAt: 2 }],
    ['acd', { createdAt: not(2) }],
    ['bc', { createdAt: oneOf([2, 3, 3]) }],
    ['cd', { createdAt: gt(2) }],
    ['ab', { createdAt: lte(2) }],
    ['bc', { createdAt: allOf(gte(2), lt(4)) }],
    ['ad', { id: oneOf(['d', 'a', 'x']) }],
    ['d', { itemId: 'itm_1', postflowId: isNotNull }],
    ['', [{ itemId: 'itm_1' }, { itemId: 'itm_2' }]],
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

const texts = (open: OpenStore): void => {
  const names = ['ÅNGSTRÖM', 'Zoë', '50% off_', "O'Brien", 'straße', 'ΣΊΣΥΦΟΣ', '😀mile', 'plain']
  it.each([
    ['ångström', 'ÅNGSTRÖM'],
    ['A\u030angstr', 'ÅNGSTRÖM'],
    ['ZOË', 'Zoë'],
    ['%', '50% off_'],
    ['_', '50% off_'],
    ["'B", "O'Brien"],
    ['ASSE', 'straße'],
    ['zoe', 'Zoë'],
    ['Ångstrom', 'ÅNGSTRÖM'],
    ['PLÄIN', 'plain'],
    ['angstrom\n', ''],
    ['AßE', 'straße'],
    ['σίσυφο', 'ΣΊΣΥΦΟΣ'],
    ['😀', '😀mile'],
  ])('contains %s: %s', async (part, expected) => {
    const store = await open()
    await store.write((rows) =>
      rows.organisations.insertMany(names.map((name, at) => organisation(`org_${at}`, name))),
    )
    const where = { name: contains(part) }
    const found = await store.read((rows) => rows.organisations.find(everyone, where))
    expect(found.map(({ name }) => name).join()).toBe(expected)
  })

  it('contains follows updates, and an empty text matches every row', async () => {
    const store = await open()
    await store.write((rows) => rows.organisations.insert(organisation('org_1', 'Before')))
    await store.write((rows) => rows.organisations.update(everyone, 'org_1', { name: 'ÄFTER' }))
    const count = (value: string) =>
      store.read((rows) => rows.organisations.count(everyone, { name: contains(value) }))
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
    const found = await store.read((rows) => rows.events.find(live, { type: startsWith(value) }))
    expect(idsOf(found).join(' ')).toBe(expected)
  })
}

const booleans = (open: OpenStore): void => {
  it('compares booleans', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany([run('a'), run('b', { uncertain: true })]))
    const find = (where: Where<RunRow>) =>
      store.read(async (rows) => idsOf(await rows.runs.find(live, where)))
    expect(await find({ uncertain: true })).toEqual(['b'])
    expect(await find({ uncertain: not(true) })).toEqual(['a'])
    expect(await find({ uncertain: oneOf([false, true]) })).toEqual(['a', 'b'])
    expect(await find({ uncertain: noneOf([false]) })).toEqual(['b'])
  })
}

const orders = (open: OpenStore): void => {
  it('finds in the requested order, nulls last ascending and first descending, ties by id', async () => {
    const store = await open()
    const leases = { a: 5, b: null, c: 3, d: null, e: 5 }
    await store.write((rows) =>
      rows.jobs.insertMany(Object.entries(leases).map(([id, leaseUntil]) => job(id, { leaseUntil }))),
    )
    const find = (descending: boolean, limit?: number) =>
      store.read(async (rows) => {
        const order = [{ field: 'leaseUntil', descending }] as const
        const found = await rows.jobs.find(everyone, {}, { order, ...(limit !== undefined && { limit }) })
        return idsOf(found).join('')
      })
    expect(await find(false)).toBe('caebd')
    expect(await find(true)).toBe('dbeac')
    expect(await find(false, 2)).toBe('ca')
    expect(await find(false, 0)).toBe('')
  })

  it('finds due rows, the earliest first', async () => {
    const store = await open()
    const due = [40, 10, 30, 20].map((wakeAt) => job(`job_${wakeAt}`, { wakeAt }))
    await store.write((rows) => rows.jobs.insertMany([...due, job('done', { status: 'FAILED', wakeAt: 1 })]))
    const where: Where<JobRow> = { status: 'PENDING', wakeAt: lte(30) }
    const found = await store.read((rows) =>
      rows.jobs.find(everyone, where, { order: [{ field: 'wakeAt' }], limit: 2 }),
    )
    expect(idsOf(found)).toEqual(['job_10', 'job_20'])
  })

  it('orders text by code point', async () => {
    const store = await open()
    const ids = ['a', 'Z', 'é', '\uffee', '😀', 'ab', '']
    await store.write((rows) => rows.events.insertMany(ids.map((id) => event(id))))
    const found = await store.read((rows) => rows.events.find(live, {}))
    expect(idsOf(found)).toEqual(['', 'Z', 'a', 'ab', 'é', '\uffee', '😀'])
  })
}

const refusals = (open: OpenStore): void => {
  it.each<[string, object]>([
    ['an unknown field', { nothing: 1 }],
    ['JSON', { payload: 'x' }],
    ['contains without a folded column', { kind: contains('x') }],
    ['a number for text', { kind: 1 }],
    ['text for a number', { dueAt: oneOf(['1']) }],
    ['startsWith of a number', { dueAt: startsWith('1') }],
    ['a condition without a value, which would match every row', { kind: undefined }],
    ['an undefined bound', { dueAt: lte(undefined as never) }],
  ])('refuses %s', async (_what, untyped) => {
    const where = untyped as Where<JobRow>
    const store = await open()
    await expect(store.read((rows) => rows.jobs.find(everyone, where))).rejects.toThrow(TypeError)
    await expect(store.write((rows) => rows.jobs.remove(everyone, where))).rejects.toThrow(TypeError)
  })
}

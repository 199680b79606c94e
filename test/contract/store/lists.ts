import { expect, it } from 'vitest'
import {
  allOf,
  gt,
  type ListQuery,
  lt,
  lte,
  oneOf,
  type Page,
  type Scalar,
  type SortBy,
  type Where,
} from '../../../src/core/kernel/query.ts'
import type { EventRow } from '../../../src/core/model/events.ts'
import type { JobRow } from '../../../src/core/model/jobs.ts'
import type { RunRow } from '../../../src/core/model/runs.ts'
import { everyone, type Store } from '../../../src/core/ports/store.ts'
import { event, idsOf, job, live, type OpenStore, other, run } from './samples.ts'

type Sort<Row> = readonly SortBy<Row>[]

const query = <Row>(sort: Sort<Row>, patch: Partial<ListQuery<Row>> = {}): ListQuery<Row> => ({
  where: {},
  sort,
  limit: 2,
  total: false,
  ...patch,
})
const up = <Field extends string>(field: Field) => ({ field, descending: false })
const down = <Field extends string>(field: Field) => ({ field, descending: true })

/** Keyset pagination in every direction, batches of ids, and refused sort keys. */
export const listsContract = (open: OpenStore): void => {
  paging(open)
  pages(open)
  bundles(open)
  refusals(open)
}

const large = BigInt(Number.MAX_SAFE_INTEGER)
const runs = [
  run('a', { itemCount: 1, status: 'OPEN', uncertain: true }),
  run('b', { itemCount: 2, status: 'OPEN' }),
  run('c', { itemCount: 1, status: 'FAILED' }),
  run('d', { itemCount: 2, status: 'FAILED', uncertain: true }),
  run('e', { itemCount: 1, status: 'OPEN' }),
]

/** Returns all ids in the order of the pages. */
const walk = async (store: Store, sort: Sort<RunRow>, limit: number): Promise<string> => {
  const ids: string[] = []
  let after: ListQuery<RunRow>['after']
  for (let pages = 0; pages < 20; pages++) {
    const next = query(sort, { limit, ...(after && { after }) })
    const page: Page<RunRow> = await store.read((rows) => rows.runs.list(live, next))
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    ids.push(...idsOf(page.rows))
    const last = page.rows.at(-1)
    if (!page.hasMore || !last) return ids.join('')
    after = { values: sort.map(({ field }) => last[field as keyof RunRow] as Scalar), id: last.id }
  }
  throw new Error('The pages do not end.')
}

const paging = (open: OpenStore): void => {
  it.each<[string, Sort<RunRow>]>([
    ['abcde', [up('createdAt')]],
    ['edcba', [down('createdAt')]],
    ['acebd', [up('itemCount')]],
    ['dbeca', [down('itemCount')]],
    ['cdabe', [up('status')]],
    ['caedb', [up('itemCount'), up('status')]],
    ['dbcea', [down('itemCount'), up('status'), down('id')]],
    ['eacbd', [up('itemCount'), down('status')]],
    ['bdeac', [down('itemCount'), down('status'), down('id')]],
    ['bcead', [up('uncertain')]],
    ['abcde', [up('id')]],
    ['edcba', [down('id'), up('itemCount')]],
  ])('walks as %s', async (expected, sort) => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany([...runs, run('x', { ...other })]))
    const sorted = await store.read((rows) => rows.runs.find(live, {}, { order: sort as never }))
    for (const limit of [1, 2, 3, 5, 9]) expect(await walk(store, sort, limit)).toBe(idsOf(sorted).join(''))
    expect(idsOf(sorted).join('')).toBe(expected)
  })

  it('continues at its position when rows are added and removed in between', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany(runs))
    const first = await store.read((rows) => rows.runs.list(live, query([up('id')])))
    expect(idsOf(first.rows)).toEqual(['a', 'b'])
    await store.write(async (rows) => {
      await rows.runs.remove(live, { id: oneOf(['b', 'c']) })
      await rows.runs.insertMany([run('aa'), run('cc')])
    })
    const after = { values: ['b'], id: 'b' }
    const second = await store.read((rows) => rows.runs.list(live, query([up('id')], { after })))
    expect(idsOf(second.rows)).toEqual(['cc', 'd'])
    expect(second.hasMore).toBe(true)
  })
}

const pages = (open: OpenStore): void => {
  it('returns whether there is more, and counts only on request', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany([...runs, run('x', { ...other })]))
    const list = (patch: Partial<ListQuery<RunRow>>) =>
      store.read((rows) => rows.runs.list(live, query([up('id')], patch)))
    expect(await list({ limit: 5 })).toEqual({ rows: runs, hasMore: false })
    expect(await list({ limit: 4 })).toEqual({ rows: runs.slice(0, 4), hasMore: true })
    expect(await list({ limit: 1, total: true })).toEqual({
      rows: runs.slice(0, 1),
      hasMore: true,
      totalCount: 5,
    })
    const failed: Where<RunRow> = { status: 'FAILED' }
    const after = { values: ['c'], id: 'c' }
    expect(await list({ where: failed, total: true, after })).toEqual({
      rows: [runs[3]],
      hasMore: false,
      totalCount: 2,
    })
  })

  it('has an empty page without rows', async () => {
    const store = await open()
    const page = await store.read((rows) => rows.runs.list(live, query([down('createdAt')], { total: true })))
    expect(page).toEqual({ rows: [], hasMore: false, totalCount: 0 })
  })

  it('restricts a page by bounds on its sort field', async () => {
    const store = await open()
    const events = Array.from({ length: 20 }, (_, at) => event(`evt_${10 + at}`, { createdAt: at }))
    await store.write((rows) => rows.events.insertMany(events))
    const where = { createdAt: allOf(gt(3), lte(16)) }
    const list = (sort: Sort<EventRow>, after?: ListQuery<EventRow>['after']) =>
      store.read((rows) => rows.events.list(live, query(sort, { where, limit: 3, ...(after && { after }) })))
    expect(idsOf((await list([down('createdAt')])).rows)).toEqual(['evt_26', 'evt_25', 'evt_24'])
    const rest = await list([down('createdAt')], { values: [6], id: 'evt_16' })
    expect(rest).toMatchObject({ rows: [{ id: 'evt_15' }, { id: 'evt_14' }], hasMore: false })
    expect(idsOf((await list([up('createdAt')])).rows)).toEqual(['evt_14', 'evt_15', 'evt_16'])
  })

  it('sees the rows of its own transaction', async () => {
    const store = await open()
    const page = await store.write(async (rows) => {
      await rows.runs.insertMany(runs)
      await rows.runs.remove(live, { id: 'a' })
      return rows.runs.list(live, query([up('id')], { total: true }))
    })
    expect(page).toMatchObject({ hasMore: true, totalCount: 4, rows: [{ id: 'b' }, { id: 'c' }] })
  })
}

const bundles = (open: OpenStore): void => {
  it.each<[string, Where<RunRow>, { size: number; limit: number }, string[]]>([
    ['batches and a remainder', {}, { size: 2, limit: 9 }, ['a,b', 'c,d', 'e']],
    ['one id in each batch', {}, { size: 1, limit: 9 }, ['a', 'b', 'c', 'd', 'e']],
    ['all ids in one batch', {}, { size: 5, limit: 5 }, ['a,b,c,d,e']],
    ['no more than the limit', {}, { size: 2, limit: 3 }, ['a,b', 'c']],
    ['those that match', { status: 'OPEN' }, { size: 2, limit: 9 }, ['a,b', 'e']],
    ['those before an id', { id: lt('c'), uncertain: true }, { size: 2, limit: 9 }, ['a']],
    ['none', { status: 'CANCELLED' }, { size: 2, limit: 9 }, []],
  ])('returns ids in ordered batches: %s', async (_what, where, options, expected) => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany([...runs.toReversed(), run('x', { ...other })]))
    expect(await store.read((rows) => rows.runs.bundles(live, where, options))).toEqual(expected)
  })

  it('returns batches of ids with integers of their rows', async () => {
    const store = await open()
    await store.write((rows) => rows.runs.insertMany(runs))
    const options = { size: 2, limit: 3, with: ['itemCount', 'createdAt'] } as const
    expect(await store.read((rows) => rows.runs.bundles(live, {}, options))).toEqual([
      `a:1:${runs[0]!.createdAt},b:2:${runs[1]!.createdAt}`,
      `c:1:${runs[2]!.createdAt}`,
    ])
  })

  it.each<[string, Where<RunRow>, number, { rows: number; sums: readonly bigint[] }]>([
    ['all rows that match', {}, 9, { rows: 5, sums: [7n, 5n * large] }],
    ['only rows that match', { status: 'OPEN' }, 9, { rows: 3, sums: [4n, 3n * large] }],
    ['no more than the limit', {}, 3, { rows: 3, sums: [expect.any(BigInt) as never, 3n * large] }],
    ['none', { status: 'CANCELLED' }, 9, { rows: 0, sums: [0n, 0n] }],
  ])('sums integers exactly, even beyond the safe range: %s', async (_what, where, limit, expected) => {
    const store = await open()
    const others = run('x', { ...other, itemCount: 100 })
    const withLarge = runs.map((row) => ({ ...row, createdAt: Number(large) }))
    await store.write((rows) => rows.runs.insertMany([...withLarge, others]))
    const options = { of: ['itemCount', 'createdAt'], limit } as const
    expect(await store.read((rows) => rows.runs.sums(live, where, options))).toEqual(expected)
  })

  it('refuses to sum a nullable column', async () => {
    const store = await open()
    const options = { of: ['cancellableUntil' as 'itemCount'], limit: 1 }
    await expect(store.read((rows) => rows.items.sums(live, {}, options as never))).rejects.toThrow(TypeError)
  })

  it('includes the rows of its own transaction in batches', async () => {
    const store = await open()
    const found = await store.write(async (rows) => {
      await rows.runs.insertMany(runs)
      await rows.runs.remove(live, { id: 'b' })
      return rows.runs.bundles(live, {}, { size: 3, limit: 9 })
    })
    expect(found).toEqual(['a,c,d', 'e'])
  })
}

const refusals = (open: OpenStore): void => {
  it.each<[string, { field: string; descending: boolean }]>([
    ['an unknown field', up('nothing')],
    ['JSON', up('payload')],
    ['a nullable field that is not declared sortable', up('leaseUntil')],
  ])('refuses to sort by %s', async (_what, key) => {
    const store = await open()
    await store.write((rows) => rows.jobs.insert(job('job_1')))
    await expect(
      store.read((rows) => rows.jobs.list(everyone, query([key as SortBy<JobRow>]))),
    ).rejects.toThrow(TypeError)
  })
}

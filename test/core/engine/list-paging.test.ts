import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import { createCrypto } from '../../../src/adapters/system/crypto.ts'
import { defineList } from '../../../src/core/engine/list/fields.ts'
import { parseListQuery } from '../../../src/core/engine/list/grammar.ts'
import {
  type PostflowRow,
  type PostflowStatus,
  postflowStatuses,
  postflowsTable,
} from '../../../src/core/model/postflows.ts'

const declaration = defineList(postflowsTable, {
  sort: { name: 'name', status: 'status', revision: 'revision', createdAt: 'createdAt' },
  defaultSort: '-createdAt',
  filters: { status: { type: 'enum', values: postflowStatuses, operators: ['ne'] } },
})
const scope = { organisationId: 'org_1', mode: 'live' as const }
const crypto = createCrypto(new Uint8Array(32).fill(3))

const postflow = (index: number, values: Drawn): PostflowRow => ({
  id: `pfl_${String(index).padStart(3, '0')}`,
  ...scope,
  description: null,
  templateId: 'tpl_1',
  templateVersionId: 'tv_1',
  productId: 'prd_1',
  specificationId: 'psp_1',
  advertisingCategory: null,
  approval: 'NONE',
  returnAddressId: null,
  trackingTargetUrl: null,
  duplicateWindowDays: 0,
  billingGroup: null,
  updatedAt: 0,
  activatedAt: null,
  archivedAt: null,
  ...values,
})

interface Drawn {
  name: string
  status: PostflowStatus
  revision: number
  createdAt: number
}

// Few distinct values, so that most rows tie on most keys.
const drawn = fc.record<Drawn>({
  name: fc.constantFrom('a', 'A', 'é', '😀', '￿', 'zz'),
  status: fc.constantFrom(...postflowStatuses),
  revision: fc.integer({ min: -1, max: 1 }),
  createdAt: fc.integer({ min: 0, max: 2 }),
})
const sort = fc
  .uniqueArray(fc.constantFrom('name', 'status', 'revision', 'createdAt'), { minLength: 1, maxLength: 4 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
  .map((keys) => keys.join(','))

/** Pages through the list like a client: the same sort and filters, any limit, the previous page's cursor. */
const walk = async (
  rows: PostflowRow[],
  query: string,
  limits: number[],
  between: (page: number) => PostflowRow[] = () => [],
) => {
  const store = createMemoryStore()
  await store.write((writer) => writer.postflows.insertMany(rows))
  const visited: string[] = []
  let cursor: string | undefined
  for (let page = 0; ; page++) {
    const text = `${query}&limit=${limits[page % limits.length]}${cursor ? `&cursor=${cursor}` : ''}`
    const parsed = parseListQuery(declaration, [...new URLSearchParams(text)], {
      crypto,
      operation: 'postflows.list',
      organisationId: 'org_1',
      mode: 'live',
      fixed: {},
    })
    const list = parsed.query!
    const found = await store.read((reader) => reader.postflows.list(scope, list))
    expect(found.rows.length).toBeLessThanOrEqual(list.limit)
    visited.push(...found.rows.map((row) => row.id))
    if (!found.hasMore) return visited
    cursor = list.cursorAfter(found.rows.at(-1)!)
    await store.write((writer) => writer.postflows.insertMany(between(page)))
  }
}

/**
 * Returns the ids in the documented order: by each field in turn, with ties by id in the direction of the
 * last field.
 */
const sorted = (rows: PostflowRow[], by: string): string[] => {
  const keys = by
    .split(',')
    .map((key) => ({ name: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }))
  const order = [...keys, { name: 'id', sign: keys.at(-1)!.sign }]
  const compare = (a: unknown, b: unknown) =>
    typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : Number(a) - Number(b)
  return [...rows]
    .sort((a, b) => {
      for (const { name, sign } of order) {
        const difference = compare(a[name as keyof PostflowRow], b[name as keyof PostflowRow])
        if (difference !== 0) return sign * difference
      }
      return 0
    })
    .map((row) => row.id)
}

const pageLimits = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 })

describe('paging through a list', () => {
  test('visits each row once, with every sort, limit and tie', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 30 }), sort, pageLimits, async (values, by, limits) => {
        const rows = values.map((value, index) => postflow(index, value))
        const visited = await walk(rows, `sort=${by}`, limits)
        const inOnePage = await walk(rows, `sort=${by}`, [200])
        expect([...visited].sort()).toEqual(rows.map((row) => row.id))
        expect(visited).toEqual(inOnePage)
        expect(visited).toEqual(sorted(rows, by))
      }),
      { numRuns: 150 },
    )
  })

  test('visits exactly the rows that match the filter, each once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 30 }), sort, pageLimits, async (values, by, limits) => {
        const rows = values.map((value, index) => postflow(index, value))
        const visited = await walk(rows, `sort=${by}&filter[status][ne]=DRAFT`, limits)
        const meets = rows.filter((row) => row.status !== 'DRAFT').map((row) => row.id)
        expect([...visited].sort()).toEqual(meets)
      }),
      { numRuns: 50 },
    )
  })

  test('neither skips nor repeats a row while others are added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { minLength: 5, maxLength: 20 }),
        fc.array(drawn, { minLength: 1, maxLength: 10 }),
        sort,
        async (values, later, by) => {
          const rows = values.map((value, index) => postflow(index * 10, value))
          const added = later.map((value, index) => postflow(index * 10 + 5, value))
          const visited = await walk(rows, `sort=${by}`, [2], (page) => added.slice(page, page + 1))
          expect(new Set(visited).size).toBe(visited.length)
          const before = new Set(rows.map((row) => row.id))
          expect(visited.filter((id) => before.has(id)).sort()).toEqual([...before].sort())
        },
      ),
      { numRuns: 50 },
    )
  })
})

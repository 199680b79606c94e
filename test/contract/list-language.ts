import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/core/app/operations.ts'
import { operatorScopes, operatorScopesOfKeys } from '../../src/core/engine/access/permissions.ts'
import type { FilterField, ListDeclaration } from '../../src/core/engine/list/fields.ts'
import type { Operation } from '../../src/core/engine/operation.ts'
import { setRateLimits } from '../../src/core/features/organisations/rate-limits.ts'
import { conditionsOf, type ListQuery } from '../../src/core/kernel/query.ts'
import type { Table } from '../../src/core/kernel/table.ts'
import { type TableName, tables } from '../../src/core/model/index.ts'
import { anyTable, type Rows, type Store } from '../../src/core/ports/store.ts'
import { createListFixture } from '../support/list-fixture.ts'
import { badValues, goodValue, pairs, refusedEverywhere } from '../support/list-values.ts'
import { createTestShop, type TestCall, type TestShop } from '../support/shop.ts'

type List = Operation & { list: ListDeclaration }
const lists = operations.filter(
  (operation): operation is List => operation.list !== undefined && operation.list.rows === undefined,
)

/** A list query on any table. */
// biome-ignore lint/suspicious/noExplicitAny: every table's
type AnyQuery = ListQuery<any>

/** A query that a list sent to its store. */
interface RecordedQuery {
  table: Table
  query: AnyQuery
}

/** Records every `list` call, to compare its queries with the indexes. */
const watched = (store: Store, recorded: RecordedQuery[]): Store => ({
  ...store,
  read: (body) => store.read((rows) => body(watchedRows(rows, recorded))),
  write: (body) => store.write(body),
  close: () => store.close(),
})

const watchedRows = (rows: Rows, recorded: RecordedQuery[]): Rows =>
  Object.fromEntries(
    Object.keys(tables).map((name) => {
      const reader = anyTable(rows, name as TableName)
      const list = (scope: never, query: AnyQuery) => {
        recorded.push({ table: tables[name as keyof typeof tables] as unknown as Table, query })
        return reader.list(scope, query)
      }
      return [
        name,
        {
          get: reader.get.bind(reader),
          find: reader.find.bind(reader),
          count: reader.count.bind(reader),
          tally: reader.tally.bind(reader),
          bundles: reader.bundles.bind(reader),
          sums: reader.sums.bind(reader),
          list,
        },
      ]
    }),
  ) as unknown as Rows

/**
 * The list language (docs/api-rules.md#lists) on every operation that declares a list, through the whole
 * pipeline: a new list is tested by being declared.
 */
export const listLanguageContract = (name: string, openStore: () => Promise<Store>): void => {
  describe(`every list on ${name}`, () => {
    let shop: TestShop
    const recorded: RecordedQuery[] = []
    let answers: Awaited<ReturnType<typeof allAnswers>>
    beforeAll(async () => {
      const limits = Object.fromEntries(
        ['general', 'export', 'public', 'upload'].map((rate) => [rate, 1_000_000]),
      )
      shop = await createTestShop({ ports: { store: watched(await openStore(), recorded) } })
      await setRateLimits(shop.services, shop.organisation.id, limits)
      answers = await allAnswers(shop)
    })
    afterAll(() => shop.core.close())

    describe.each(lists.map((list) => [list.id, list] as const))('%s', (_id, list) => {
      const request = (query: string, call: TestCall = {}) => answers(list, { query, ...call })

      test('refuses unknown parameters, naming each as it was written', async () => {
        for (const [query, ...parameters] of refusedEverywhere) {
          const answer = await request(query)
          expect([query, answer.status, namesOf(answer)]).toEqual([query, 422, parameters])
        }
      })

      test('accepts every sort in both directions, alone and combined, and no field twice', async () => {
        const names = Object.keys(list.list.sort)
        for (const name of names) {
          for (const sort of [
            name,
            `-${name}`,
            ...names.filter((other) => other !== name).map((other) => `-${name},${other}`),
          ]) {
            expect([sort, (await request(`sort=${sort}&limit=1&include=total`)).status]).toEqual([sort, 200])
          }
          expect(namesOf(await request(`sort=${name},-${name}`))).toEqual(['sort'])
          expect(namesOf(await request(`sort=${name},`))).toEqual(['sort'])
          expect(namesOf(await request(`sort=--${name}`))).toEqual(['sort'])
        }
      })

      test('accepts the declared values of each filter, and refuses every other operator and value', async () => {
        for (const { name: field, operator, field: declared } of pairs(list.list)) {
          const parameter = `filter[${field}][${operator}]`
          const good = goodValue(declared, operator)
          const written = [
            `${parameter}=${good}`,
            `${encodeURIComponent(parameter)}=${encodeURIComponent(good)}`,
          ]
          for (const query of written) expect([query, (await request(query)).status]).toEqual([query, 200])
          for (const bad of badValues(declared, operator)) {
            const answer = await answers(list, { query: { [parameter]: bad } })
            expect([parameter, bad, answer.status, namesOf(answer)]).toEqual([
              parameter,
              bad,
              422,
              [parameter],
            ])
          }
          expect(namesOf(await request(`${parameter}=${good}&${parameter}=${good}`))).toEqual([parameter])
        }
        for (const [field, declared] of Object.entries<FilterField>(list.list.filters)) {
          const { operators } = declared
          const others = [
            'eq',
            'ne',
            'in',
            'gte',
            'gt',
            'lte',
            'lt',
            'null',
            'contains',
            'like',
            '',
            'EQ',
            '__proto__',
          ]
          for (const operator of others.filter((other) => !(operators as string[]).includes(other))) {
            const parameter = `filter[${field}][${operator}]`
            expect([parameter, namesOf(await request(`${parameter}=a`))]).toEqual([parameter, [parameter]])
          }
          const eq = (operators as string[]).includes('eq')
          expect((await request(`filter[${field}]=${goodValue(declared, 'eq')}`)).status).toBe(eq ? 200 : 422)
        }
      })

      test('accepts 200 values in one `in`, and reports the number if there are 10,000', async () => {
        for (const { name: field, operator, field: declared } of pairs(list.list)) {
          if (operator !== 'in') continue
          const values = (count: number) => Array(count).fill(goodValue(declared, operator)).join(',')
          expect((await request(`filter[${field}][in]=${values(200)}`)).status).toBe(200)
          const answer = await request(`filter[${field}][in]=${values(10_000)}`)
          expect(answer.body.errors).toMatchObject([{ parameter: `filter[${field}][in]`, code: 'too_many' }])
          expect(answer.body.errors[0].message).toContain('10000')
        }
      })

      test('is served by an index for each sort, on columns that are never null', async () => {
        const names = Object.keys(list.list.sort)
        for (const query of ['', ...names.map((sort) => `sort=${sort}`)]) {
          recorded.length = 0
          expect((await request(query)).status).toBe(200)
          // A list that is not read from one table has no index to check.
          for (const { table, query: made } of recorded.slice(-1)) {
            expect(table.name).toBe(list.list.table.name)
            expect(unindexed(table, made)).toEqual([])
          }
        }
      })
    })

    test('a cursor is valid only for its own list, organisation, mode, sort and filter', async () => {
      const other = await shop.another()
      for (let count = 0; count < 3; count++) {
        const recipient = {
          name: 'Zoë',
          street: 'Damrak',
          houseNumber: `${count}`,
          city: 'Amsterdam',
          country: 'NL',
        }
        await shop.call('suppressions.create', { body: { recipient, reason: 'moved' } })
      }
      const request = (query: string, call: TestCall = {}, operation = 'suppressions.list') =>
        shop.call(operation, { query, ...call })
      const { nextCursor } = (await request('limit=1&filter[reason]=moved')).body
      const own = `filter[reason]=moved&cursor=${nextCursor}`
      expect((await request(own)).body.data).toHaveLength(2)
      expect((await request(`limit=200&include=total&${own}`)).body).toMatchObject({ totalCount: 3 })
      const bent = `${nextCursor.slice(0, -1)}${nextCursor.endsWith('A') ? 'B' : 'A'}`
      const misused = [
        request(own, { key: shop.keys.test }),
        request(own, { key: other.keys.live }),
        request(`cursor=${nextCursor}`),
        request(`${own}&sort=createdAt`),
        request(own.replace('moved', 'other')),
        request(`cursor=${nextCursor}`, {}, 'items.list'),
        request(`filter[reason]=moved&cursor=${bent}`),
        request(`${own}&cursor=${nextCursor}`),
      ]
      for (const answer of await Promise.all(misused)) {
        expect([answer.status, namesOf(answer)]).toEqual([422, ['cursor']])
      }
    })
  })
}

const namesOf = (answer: { body?: { errors?: { parameter: string }[] } }): string[] =>
  (answer.body?.errors ?? []).map((error) => error.parameter)

/** Returns the faults of a query's sort keys: not covered by an index, or nullable. */
const unindexed = (table: Table, { sort, where: requested }: AnyQuery): string[] => {
  const where = conditionsOf(requested)
  const fixed = new Set([
    'organisationId',
    'mode',
    ...where.filter(({ op }) => op === 'eq').map(({ field }) => field),
  ])
  const first = sort[0]!.field
  const present = where.filter(({ op, ...rest }) => op === 'null' && 'value' in rest && rest.value === false)
  const usable = table.sparse.filter((index) =>
    index
      .filter((field) => (table.columns[field as never] as { nullable: boolean }).nullable)
      .every((field) => fixed.has(field) || present.some((condition) => condition.field === field)),
  )
  const served = [...table.indexes, ...table.unique, ...usable].some((index) => {
    const place = index.indexOf(first)
    return place >= 0 && index.slice(0, place).every((field) => fixed.has(field))
  })
  const faults = served || first === 'id' ? [] : [`${table.name}: no index serves ${first}`]
  for (const { field } of sort) {
    const column = table.columns[field as never] as { nullable: boolean } | undefined
    if (column?.nullable && !table.sortable.includes(field)) faults.push(`${table.name}.${field} may be null`)
  }
  return faults
}

/** Calls a list with permission to read it, and with ids of existing resources in its path. */
const allAnswers = async (shop: TestShop) => {
  const ids = await createListFixture(shop)
  const session = await shop.portal({ role: 'owner', operator: true })
  const operator = await shop.key('live', [...operatorScopesOfKeys])
  return (operation: List, call: TestCall) => {
    const parent = operation.path.split('/{')[0]!
    const own: Record<string, string> = { id: ids[parent] ?? 'x_1' }
    if (operation.path.includes('{importId}')) own.importId = ids['/imports']!
    const params = operation.path.includes('{id}') ? { params: own } : {}
    const { audience, permission } = operation
    if (audience === 'portal' || audience === 'user')
      return shop.call(operation, { session, ...params, ...call })
    const key =
      audience === 'test'
        ? shop.keys.test
        : (operatorScopes as readonly string[]).includes(permission)
          ? operator
          : shop.keys.live
    return shop.call(operation, { key, ...params, ...call })
  }
}

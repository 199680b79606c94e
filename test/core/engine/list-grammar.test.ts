import { describe, expect, test } from 'vitest'
import { declaration, parse } from '../../support/list.ts'

const conditions = (query: string) => {
  const { query: parsed, errors } = parse(query)
  expect(errors).toEqual([])
  return parsed!.where
}

const errorsOf = (query: string) =>
  parse(query).errors.map(({ parameter, code, location }) => {
    expect(location).toBe('query')
    return [parameter, code]
  })

const ms = (text: string) => Date.parse(text)

describe('without parameters', () => {
  test('a page has 50 rows in the default order, without a total', () => {
    expect(parse('').query).toMatchObject({
      where: [],
      sort: [{ field: 'createdAt', descending: true }],
      limit: 50,
      total: false,
    })
  })
})

describe('limit, sort and include', () => {
  test.each([
    ['limit=1', { limit: 1 }],
    ['limit=200', { limit: 200 }],
    ['include=total', { total: true }],
    ['sort=name', { sort: [{ field: 'name', descending: false }] }],
    [
      'sort=-name,createdAt',
      {
        sort: [
          { field: 'name', descending: true },
          { field: 'createdAt', descending: false },
        ],
      },
    ],
  ])('%s is accepted', (query, expected) => {
    expect(parse(query).query).toMatchObject(expected)
  })

  test.each([
    ['limit=0', 'limit', 'invalid_value'],
    ['limit=201', 'limit', 'invalid_value'],
    ['limit=-1', 'limit', 'invalid_value'],
    ['limit=1.5', 'limit', 'invalid_value'],
    ['limit=1e2', 'limit', 'invalid_value'],
    ['limit=ten', 'limit', 'invalid_value'],
    ['limit=', 'limit', 'invalid_value'],
    ['limit=10&limit=10', 'limit', 'repeated'],
    ['include=', 'include', 'invalid_value'],
    ['include=items', 'include', 'invalid_value'],
    ['include=total,total', 'include', 'invalid_value'],
    ['sort=', 'sort', 'invalid_value'],
    ['sort=price', 'sort', 'invalid_value'],
    ['sort=--name', 'sort', 'invalid_value'],
    ['sort=name,', 'sort', 'invalid_value'],
    ['sort=name,-name', 'sort', 'repeated'],
    ['sort=__proto__', 'sort', 'invalid_value'],
    ['sort=constructor', 'sort', 'invalid_value'],
    ['page=2', 'page', 'unknown'],
    ['__proto__=1', '__proto__', 'unknown'],
  ])('%s is refused on %s as %s', (query, parameter, code) => {
    expect(errorsOf(query)).toEqual([[parameter, code]])
  })

  test('a list in a fixed order has no parameter sort', () => {
    const fixed = { ...declaration, sort: {}, defaultSort: '-sequence' }
    expect(parse('', {}, fixed).query?.sort).toEqual([{ field: 'sequence', descending: true }])
    expect(parse('sort=sequence', {}, fixed).errors).toMatchObject([{ parameter: 'sort', code: 'unknown' }])
  })
})

describe('filters', () => {
  test.each([
    ['filter[name]=Zoë', [{ field: 'name', op: 'eq', value: 'Zoë' }]],
    ['filter%5Bname%5D=Zo%C3%AB', [{ field: 'name', op: 'eq', value: 'Zoë' }]],
    ['filter[name][eq]=a', [{ field: 'name', op: 'eq', value: 'a' }]],
    ['filter[name][contains]=50%25', [{ field: 'name', op: 'contains', value: '50%' }]],
    ['filter[name]=12345', [{ field: 'name', op: 'eq', value: '12345' }]],
    ['filter[status][ne]=ACTIVE', [{ field: 'status', op: 'ne', value: 'ACTIVE' }]],
    [
      'filter[status][in]=ACTIVE,ARCHIVED,ACTIVE',
      [{ field: 'status', op: 'in', value: ['ACTIVE', 'ARCHIVED'] }],
    ],
    ['filter[type]=item.*', [{ field: 'type', op: 'in', value: ['item.created', 'item.held'] }]],
    ['filter[type][ne]=item.*', [{ field: 'type', op: 'notIn', value: ['item.created', 'item.held'] }]],
    [
      'filter[type][in]=webhook.test,item.*',
      [{ field: 'type', op: 'in', value: ['webhook.test', 'item.created', 'item.held'] }],
    ],
    ['filter[price]=-5', [{ field: 'priceCents', op: 'eq', value: -5 }]],
    ['filter[price][gt]=0', [{ field: 'priceCents', op: 'gt', value: 0 }]],
    ['filter[price]=9007199254740991', [{ field: 'priceCents', op: 'eq', value: 9007199254740991 }]],
    ['filter[isTest]=true', [{ field: 'mode', op: 'eq', value: 'test' }]],
    ['filter[isTest]=false', [{ field: 'mode', op: 'eq', value: 'live' }]],
    ['filter[sendOn]=2026-02-28', [{ field: 'sendOn', op: 'eq', value: '2026-02-28' }]],
    ['filter[sendOn][gte]=2026-02-28T23:30:00-01:00', [{ field: 'sendOn', op: 'gte', value: '2026-03-01' }]],
    ['filter[sendOn][null]=true', [{ field: 'sendOn', op: 'null', value: true }]],
    [
      'filter[status]=ACTIVE&filter[name]=a',
      [
        { field: 'status', op: 'eq', value: 'ACTIVE' },
        { field: 'name', op: 'eq', value: 'a' },
      ],
    ],
  ])('%s', (query, expected) => {
    expect(conditions(query)).toEqual(expected)
  })

  test.each([
    ['filter[colour]=red', 'filter[colour]', 'unknown_field'],
    ['filter[__proto__]=x', 'filter[__proto__]', 'unknown_field'],
    ['filter[constructor][in]=x', 'filter[constructor][in]', 'unknown_field'],
    ['filter[hasOwnProperty]=x', 'filter[hasOwnProperty]', 'unknown_field'],
    ['filter[status][like]=x', 'filter[status][like]', 'unknown_operator'],
    ['filter[status][gte]=ACTIVE', 'filter[status][gte]', 'unknown_operator'],
    ['filter[status][]=ACTIVE', 'filter[status][]', 'unknown_operator'],
    ['filter[status][EQ]=ACTIVE', 'filter[status][EQ]', 'unknown_operator'],
    ['filter[status][__proto__]=ACTIVE', 'filter[status][__proto__]', 'unknown_operator'],
    ['filter=ACTIVE', 'filter', 'unknown'],
    ['filter[]=ACTIVE', 'filter[]', 'unknown'],
    ['filter[status=ACTIVE', 'filter[status', 'unknown'],
    ['filter[status][in][x]=ACTIVE', 'filter[status][in][x]', 'unknown'],
    ['filter[status]=active', 'filter[status]', 'invalid_value'],
    ['filter[status]=toString', 'filter[status]', 'invalid_value'],
    ['filter[status]=', 'filter[status]', 'empty'],
    ['filter[status][in]=', 'filter[status][in]', 'empty'],
    ['filter[status][in]=ACTIVE,,ARCHIVED', 'filter[status][in]', 'empty'],
    ['filter[status][in]=ACTIVE,GONE', 'filter[status][in]', 'invalid_value'],
    ['filter[type]=run.*', 'filter[type]', 'invalid_value'],
    ['filter[type]=__proto__', 'filter[type]', 'invalid_value'],
    ['filter[name]=123456', 'filter[name]', 'too_long'],
    ['filter[name][contains]=123456', 'filter[name][contains]', 'too_long'],
    ['filter[name]=a%00', 'filter[name]', 'invalid_value'],
    ['filter[price]=1.5', 'filter[price]', 'invalid_value'],
    ['filter[price]=007', 'filter[price]', 'invalid_value'],
    ['filter[price]=9007199254740992', 'filter[price]', 'invalid_value'],
    ['filter[price]=NaN', 'filter[price]', 'invalid_value'],
    ['filter[isTest]=1', 'filter[isTest]', 'invalid_value'],
    ['filter[isTest]=TRUE', 'filter[isTest]', 'invalid_value'],
    ['filter[sendOn][null]=yes', 'filter[sendOn][null]', 'invalid_value'],
    ['filter[status]=ACTIVE&filter[status]=ARCHIVED', 'filter[status]', 'repeated'],
    ['filter[status]=ACTIVE&filter[status][eq]=ACTIVE', 'filter[status][eq]', 'repeated'],
  ])('%s is refused on %s as %s', (query, parameter, code) => {
    expect(errorsOf(query)).toEqual([[parameter, code]])
  })

  test.each([
    ['status=ACTIVE', /^There is no parameter status\. Write filter\[status\] to filter by it\.$/],
    ['Limit=5', /^There is no parameter Limit\. Did you mean limit\?$/],
    ['filter[send_on]=2026-01-31', /by send_on\. Its filters are .*\. Did you mean sendOn\?$/],
    ['filter[status]=active', /Did you mean ACTIVE\?$/],
    ['sort=-created_at', /^created_at is not one of .*createdAt.*\. Did you mean createdAt\?$/],
    ['filter[status]=ACTIVE,ARCHIVED', /Use filter\[status\]\[in\] for several values\.$/],
    ['filter[colour]=red', /by colour\. Its filters are [^?]*\.$/],
  ])('%s gets a suggestion', (query, message) => {
    expect(parse(query).errors.map((error) => error.message)).toEqual([expect.stringMatching(message)])
  })

  test('an `in` accepts 200 values and reports more', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',')
    expect(conditions(`filter[price][in]=${values(200)}`)).toMatchObject([{ op: 'in' }])
    expect(errorsOf(`filter[price][in]=${values(201)}`)).toEqual([['filter[price][in]', 'too_many']])
    const [error] = parse(`filter[price][in]=${values(10_000)}`).errors
    expect(error?.message).toBe('filter[price][in]: At most 200 values are allowed; there are 10000.')
  })

  test('all errors are reported at once, under the parameter names as sent', () => {
    const query =
      'limit=0&filter%5Bstatus%5D%5Bin%5D=GONE&sort=x&include=y&page=1&page=2&filter[no]=1&cursor=nonsense'
    expect(errorsOf(query)).toEqual([
      ['limit', 'invalid_value'],
      ['filter[status][in]', 'invalid_value'],
      ['sort', 'invalid_value'],
      ['include', 'invalid_value'],
      ['page', 'unknown'],
      ['filter[no]', 'unknown_field'],
      ['cursor', 'invalid_cursor'],
    ])
  })
})

describe('dates and times', () => {
  const day = ms('2026-01-31T00:00:00Z')
  const next = ms('2026-02-01T00:00:00Z')
  const instant = ms('2026-01-31T09:30:00Z')

  test.each([
    ['gte', '2026-01-31', [{ op: 'gte', value: day }]],
    ['gt', '2026-01-31', [{ op: 'gte', value: next }]],
    ['lt', '2026-01-31', [{ op: 'lt', value: day }]],
    ['lte', '2026-01-31', [{ op: 'lt', value: next }]],
    [
      'eq',
      '2026-01-31',
      [
        { op: 'gte', value: day },
        { op: 'lt', value: next },
      ],
    ],
    ['gte', '2026-01-31T09:30:00Z', [{ op: 'gte', value: instant }]],
    ['gt', '2026-01-31T09:30:00Z', [{ op: 'gte', value: instant + 1 }]],
    ['lt', '2026-01-31T09:30:00Z', [{ op: 'lt', value: instant }]],
    ['lte', '2026-01-31T09:30:00Z', [{ op: 'lt', value: instant + 1 }]],
    ['gte', '2026-01-31t10:30:00%2B01:00', [{ op: 'gte', value: instant }]],
    ['gte', '2026-01-31T09:30:00.25z', [{ op: 'gte', value: instant + 250 }]],
    // Between two milliseconds: no stored value equals it, and bounds exclude the millisecond before it.
    ['gte', '2026-01-31T09:30:00.000500Z', [{ op: 'gte', value: instant + 1 }]],
    ['lte', '2026-01-31T09:30:00.000500Z', [{ op: 'lt', value: instant + 1 }]],
    ['lte', '2024-02-29', [{ op: 'lt', value: ms('2024-03-01T00:00:00Z') }]],
  ])('%s %s', (operator, value, expected) => {
    expect(conditions(`filter[createdAt][${operator}]=${value}`)).toEqual(
      expected.map((bound) => ({ field: 'createdAt', ...bound })),
    )
  })

  test.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260131',
    '31-01-2026',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:60Z',
    '2026-02-30T09:30:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30:00%2B0100',
    '2026-01-31T09:30:00%2B24:00',
    '2026-01-31 09:30:00Z',
    '1767225600000',
    'yesterday',
    'Infinity',
  ])('%s is not a date', (value) => {
    expect(errorsOf(`filter[createdAt][gte]=${value}`)).toEqual([['filter[createdAt][gte]', 'invalid_value']])
  })

  test('a plus sign decoded as a space is explained', () => {
    const [error] = parse('filter[createdAt][gte]=2026-01-31T09:30:00+01:00').errors
    expect(error?.message).toContain('Write a + in a URL as %2B.')
  })
})

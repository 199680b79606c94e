import { describe, expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'
import { errorsOf, good, named } from '../../support/validation.ts'

describe('path and query', () => {
  test('errors are reported along with those of the body, each with its location', async () => {
    const errors = await errorsOf({ items: 1 }, 'dryRun=maybe&x=1', 'i'.repeat(41))
    expect(errors.map(({ parameter, location, code }) => [parameter, location, code])).toEqual([
      ['id', 'path', 'max_length'],
      ['x', 'query', 'unknown'],
      ['dryRun', 'query', 'invalid_value'],
      ['items', 'body', 'invalid_type'],
    ])
  })

  test.each([
    ['dryRun=true&dryRun=false', ['dryRun repeated']],
    ['dryRun=no&dryRun=no', ['dryRun repeated']],
    ['__proto__=1', ['__proto__ unknown']],
    ['a=1&a=2', ['a repeated']],
    ['dryRun=', ['dryRun invalid_value']],
  ])('%s', async (query, expected) => {
    expect(await named({ items: [] }, query)).toEqual(expected)
  })

  test('an operation without parameters accepts none', async () => {
    const shop = await createTestShop()
    const answer = await shop.call('advertisingCategories.list', { query: 'limit=10&limit=20&page=2' })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'limit',
      'page',
    ])
    expect(answer.body.detail).toBe('2 parameters are not valid: limit, page.')
  })

  test('an id that contains a NUL is invalid', async () => {
    expect(await named({ items: [] }, '', 'a\0')).toEqual(['id invalid_characters'])
  })
})

describe('a body with very many errors', () => {
  const thousands = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('reports the first thousand', async () => {
    const unknown = Object.fromEntries(thousands(20_000).map((n) => [`k${n}`, n]))
    const errors = await errorsOf({ items: [good], ...unknown })
    expect(errors).toHaveLength(1000)
    expect(errors.at(-1)).toMatchObject({ parameter: 'k999', code: 'unknown' })
  })

  test('reports an overlong list without the errors of its entries', async () => {
    expect(await named({ items: thousands(1006 + 1) })).toEqual(['items max_length'])
    expect((await named({ items: thousands(1006) })).length).toBeGreaterThan(500)
  })
})

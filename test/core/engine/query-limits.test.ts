import { describe, expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'

describe('a query string', () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, n) => `p${n}=`).join('&')

  test('of 100 parameters is validated, with each reported', async () => {
    const shop = await createTestShop()
    const answer = await shop.call('items.list', { query: parameters(100) })
    expect([answer.status, answer.body.errors.length]).toEqual([422, 100])
  })

  test.each([
    ['a list', 'items.list'],
    ['an operation with some parameters', 'analytics.summary'],
    ['an operation without parameters', 'developers.whoami'],
  ])('of 101 parameters is refused as a whole by %s', async (_what, id) => {
    const shop = await createTestShop()
    const answer = await shop.call(id, { query: parameters(101) })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'query', location: 'query', code: 'max_length' }] },
    })
  })
})

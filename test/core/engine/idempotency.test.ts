import { describe, expect, test } from 'vitest'
import { open } from '../../../src/core/engine/idempotency/idempotency.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { problem } from '../../support/sample-operations.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const category = { label: 'Bicycles' }
const create = (shop: TestShop, idempotencyKey: string, body: unknown = category, key?: string) =>
  shop.call('advertisingCategories.create', { body, idempotencyKey, ...(key ? { key } : {}) })

const own = async (shop: TestShop, key?: string) => {
  const { body } = await shop.call('advertisingCategories.list', key ? { key } : {})
  return body.data.filter((entry: { source: string }) => entry.source === 'organisation')
}

describe('an Idempotency-Key', () => {
  test('replays the first response, without repeating the effect', async () => {
    const shop = await createTestShop()
    const first = await create(shop, 'a')
    const again = await create(shop, 'a')
    expect(first.headers['Idempotency-Replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 201, headers: { 'Idempotency-Replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect(await own(shop)).toHaveLength(1)
  })

  test('ignores the order of fields in a body', async () => {
    const shop = await createTestShop()
    await create(shop, 'a', { label: 'Bicycles', sortOrder: 5 })
    const again = await create(shop, 'a', { sortOrder: 5, label: 'Bicycles' })
    expect(again.headers['Idempotency-Replayed']).toBe('true')
  })

  test.each([
    ['another body', 'advertisingCategories.create', { label: 'Boats' }],
    ['another operation', 'webhooks.create', { url: 'https://example.com/hook', events: ['*'] }],
  ])('is refused for %s', async (_what, operation, body) => {
    const shop = await createTestShop()
    await create(shop, 'a')
    const answer = await shop.call(operation, { body, idempotencyKey: 'a' })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(
      problem(
        answer,
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a new one.',
        { hasParams: false },
      ),
    )
    expect(await own(shop)).toHaveLength(1)
  })

  test('is separate for each organisation and mode', async () => {
    const shop = await createTestShop()
    const other = await shop.another()
    await create(shop, 'a')
    for (const key of [shop.keys.test, other.keys.live]) {
      const answer = await create(shop, 'a', { label: 'Boats' }, key)
      expect(answer).toMatchObject({ status: 201, body: { label: 'Boats' } })
    }
  })

  test('is free again if the first call was refused', async () => {
    const shop = await createTestShop()
    expect((await create(shop, 'a', { label: '' })).status).toBe(422)
    expect((await create(shop, 'a', { label: 'Lotteries', key: 'lotteries' })).status).toBe(422)
    const answer = await create(shop, 'a')
    expect(answer.status).toBe(201)
    expect(answer.headers['Idempotency-Replayed']).toBeUndefined()
  })

  test('is kept for 24 hours of real time', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:00.000Z' })
    await create(shop, 'a')
    shop.clock.set('2026-01-06T08:59:59.999Z')
    expect((await create(shop, 'a')).headers['Idempotency-Replayed']).toBe('true')
    shop.clock.set('2026-01-06T09:00:00.000Z')
    expect((await create(shop, 'a')).headers['Idempotency-Replayed']).toBeUndefined()
    expect(await own(shop)).toHaveLength(2)
  })

  test('is deleted by the retention job, with its response', async () => {
    const shop = await createTestShop({ clock: '2026-01-05T09:00:00.000Z' })
    await create(shop, 'a')
    await shop.advance('2026-01-06T11:00:00.000Z')
    expect(await shop.services.store.read((rows) => rows.idempotency.count(everyone, {}))).toBe(0)
  })

  test.each([
    ['is empty', '', 422],
    ['has a space', 'a b', 422],
    ['is not ASCII', 'é', 422],
    ['has 255 characters', 'k'.repeat(255), 201],
    ['has 256 characters', 'k'.repeat(256), 422],
  ])('that %s', async (_what, key, status) => {
    const shop = await createTestShop()
    const answer = await create(shop, key)
    expect(answer.status).toBe(status)
    if (status === 422) {
      expect(answer.body.errors).toEqual([
        {
          parameter: 'Idempotency-Key',
          location: 'header',
          code: 'invalid',
          message: 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
          params: { case: 'idempotency_key', limit: 255 },
        },
      ])
    }
  })

  test('is reported together with all other errors', async () => {
    const shop = await createTestShop()
    const answer = await create(shop, 'a b', { label: '' })
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'Idempotency-Key',
      'label',
    ])
  })

  test('is ignored by methods other than POST', async () => {
    const shop = await createTestShop()
    await create(shop, 'a')
    const patch = (label: string) =>
      shop.call('advertisingCategories.patch', {
        params: { key: 'bicycles' },
        body: { label },
        idempotencyKey: 'b',
      })
    expect((await patch('Bikes')).status).toBe(200)
    expect(await patch('Cycles')).toMatchObject({ status: 200, body: { label: 'Cycles' } })
  })

  test('keeps responses and request hashes sealed, since a body may contain a password', async () => {
    const shop = await createTestShop()
    await create(shop, 'a')
    const stored = await shop.services.store.read((rows) => rows.idempotency.find(everyone, {}))
    expect(stored).toHaveLength(1)
    expect(Buffer.from(stored[0]!.record).includes(category.label)).toBe(false)
    const { fingerprint } = await open(shop.services, stored[0]!, shop.services.turns)
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(Object.values(stored[0]!))).not.toContain(fingerprint)
    expect(Buffer.from(stored[0]!.record).includes(fingerprint)).toBe(false)
  })
})

describe('concurrent calls with one Idempotency-Key', () => {
  test('run once and all get the same response', async () => {
    const shop = await createTestShop()
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(shop, 'a')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['Idempotency-Replayed'])).toHaveLength(9)
    expect(await own(shop)).toHaveLength(1)
  })
})

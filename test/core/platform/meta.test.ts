import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/core/app/operations.ts'
import { eventTypes } from '../../../src/core/engine/events/catalogue.ts'
import { setRateLimits } from '../../../src/core/features/organisations/rate-limits.ts'
import { createTestShop } from '../../support/shop.ts'

const meta = async (name: string) => {
  const shop = await createTestShop()
  const answer = await shop.call(`meta.${name}`, { key: await shop.key('test', ['billing.read']) })
  expect(answer.status).toBe(200)
  return answer.body
}

describe("the API's metadata for every valid key", () => {
  test('includes every event type, with its family', async () => {
    const { data } = await meta('eventTypes')
    expect(data.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventTypes))
    expect(data).toHaveLength(34)
    expect(data[0]).toEqual({
      type: 'item.created',
      family: 'item.*',
      version: 1,
      description: 'item accepted',
    })
  })

  test('includes every scope that an operation needs', async () => {
    const { data } = await meta('scopes')
    const known = data.map(({ scope }: { scope: string }) => scope)
    const needed = new Set(operations.map(({ permission }) => permission))
    needed.delete('authenticated')
    needed.delete('public')
    expect(known).toEqual(expect.arrayContaining([...needed]))
    const operators = data.filter(({ holder }: { holder: string }) => holder === 'operator')
    expect(operators.map(({ scope }: { scope: string }) => scope)).toEqual([
      'runs.manage',
      'printers.manage',
      'catalogue.manage',
      'tenants.read',
      'platform.admin',
    ])
  })

  test('includes every enumeration', async () => {
    const { data } = await meta('enums')
    const values = Object.fromEntries(
      data.map((entry: { name: string; values: string[] }) => [entry.name, entry.values]),
    )
    expect(values.heldReason).toEqual([
      'POSTFLOW_PAUSED',
      'INSUFFICIENT_FUNDS',
      'APPROVAL_MODE',
      'SPENDING_CAP',
    ])
    expect(values.itemStatus).toHaveLength(14)
    expect(values.mode).toEqual(['live', 'test'])
  })

  test('includes every country that mail can go to', async () => {
    const { data } = await meta('countries')
    expect(data.length).toBeGreaterThan(200)
    expect(data.find(({ code }: { code: string }) => code === 'NL')).toMatchObject({
      name: 'Netherlands',
      rules: 'own',
      postalCodeRequired: true,
      houseNumberRequired: true,
    })
  })

  test('includes every error code, with its documentation', async () => {
    const { data } = await meta('errors')
    expect(data).toContainEqual({
      code: 'still_referenced',
      status: 409,
      title: 'It is still in use',
      type: '/problems/still_referenced',
    })
    const declared = new Set(operations.flatMap(({ errors = [] }) => errors))
    expect(data.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining([...declared]))
  })

  test("includes every limit, with the organisation's own rates", async () => {
    const shop = await createTestShop()
    await setRateLimits(shop.services, shop.organisation.id, { itemCreate: 9000 })
    const { body } = await shop.call('meta.limits')
    expect(body.rateLimits).toEqual([
      { class: 'general', perMinute: 600, defaultPerMinute: 600 },
      { class: 'itemCreate', perMinute: 9000, defaultPerMinute: 3000 },
      { class: 'preview', perMinute: 60, defaultPerMinute: 60 },
      { class: 'paper', perMinute: 600, defaultPerMinute: 600 },
      { class: 'search', perMinute: 120, defaultPerMinute: 120 },
      { class: 'upload', perMinute: 60, defaultPerMinute: 60 },
      { class: 'export', perMinute: 20, defaultPerMinute: 20 },
      { class: 'invite', perMinute: 30, defaultPerMinute: 30 },
      { class: 'public', perMinute: 60, defaultPerMinute: 60 },
    ])
    const limits = Object.fromEntries(
      body.limits.map(({ name, value, unit }: { name: string; value: number; unit: string }) => [
        name,
        `${value} ${unit}`,
      ]),
    )
    expect(limits).toMatchObject({
      pageSize: '200 rows',
      pageSizeDefault: '50 rows',
      analyticsDays: '366 days',
      analyticsCsvItems: '10000 rows',
      webhookEndpoints: '20 endpoints',
      eventRetention: '30 days',
      idempotencyRetention: '24 hours',
    })
  })

  test.each([false, true])('includes whether webhooks may be insecure: %s', async (allowInsecureWebhooks) => {
    const shop = await createTestShop({ config: { allowInsecureWebhooks } })
    expect((await shop.call('meta.limits')).body).toMatchObject({
      allowsInsecureWebhooks: allowInsecureWebhooks,
    })
  })

  test('is not returned to a caller without a key', async () => {
    const shop = await createTestShop()
    for (const { id, permission } of operations) {
      if (permission !== 'authenticated') continue
      expect((await shop.call(id, { key: null })).status, id).toBe(401)
    }
  })
})

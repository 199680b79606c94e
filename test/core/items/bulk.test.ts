import { describe, expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

describe('creating items in bulk', () => {
  test('responds row by row, and an invalid row does not affect the others', async () => {
    const shop = await createItemShop()
    const draft = await shop.call('postflows.create', {
      body: { name: 'Draft', templateId: shop.templateId },
    })
    const good = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    const response = await shop.call('items.createBulk', {
      body: {
        items: [
          good,
          { ...good, recipient: { ...zoe, country: 'Nederland' }, colour: 'red' },
          { ...good, postflowId: 'pfl_none' },
          { ...good, postflowId: draft.body.id },
          'nonsense',
          { ...good, data: {} },
        ],
      },
    })
    expect(response).toMatchObject({ status: 200, body: { createdCount: 2, invalidCount: 4 } })
    const rows = response.body.results.map(
      (row: { index: number; item?: { status: string }; errors: { parameter: string; code: string }[] }) =>
        `${row.index} ${row.item?.status ?? row.errors.map(({ parameter, code }) => `${parameter} ${code}`)}`,
    )
    expect(rows).toEqual([
      '0 SCHEDULED',
      '1 items[1].colour unknown,items[1].recipient.country invalid_format',
      '2 items[2].postflowId unknown',
      '3 items[3].postflowId invalid_state',
      '4 items[4] invalid_type',
      '5 NEEDS_ATTENTION',
    ])
    expect((await shop.call('items.list')).body.data).toHaveLength(2)
    expect(await shop.money()).toEqual({ available: 99_911, reserved: 89 })
  })

  test('accepts 500 rows, not 501', async () => {
    const shop = await createItemShop({ fundsCents: 10_000 })
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        postflowId: shop.postflowId,
        recipient: { ...zoe, houseNumber: String(index + 1) },
        data: { firstName: 'Z' },
      }))
    expect((await shop.call('items.createBulk', { body: { items: rows(501) } })).status).toBe(422)
    const response = await shop.call('items.createBulk', { body: { items: rows(500) } })
    const count = (status: string) =>
      response.body.results.filter((row: { item: { status: string } }) => row.item.status === status).length
    // 10,000 cents pay for 112 items of 89 cents.
    expect([count('SCHEDULED'), count('HELD')]).toEqual([112, 388])
    expect(await shop.money()).toEqual({ available: 32, reserved: 9_968 })
  })

  test('reports a thousand errors over all rows, and at least one per row', async () => {
    const shop = await createItemShop()
    const wrong = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, 1]))
    const { body } = await shop.call('items.createBulk', {
      body: { items: Array.from({ length: 100 }, () => wrong) },
    })
    const named = body.results.map((row: { errors: unknown[] }) => row.errors.length)
    // Each row also lacks its Postflow and recipient.
    expect(named.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 62))
    expect(named.slice(16)).toEqual([8, ...Array.from({ length: 83 }, () => 1)])
  })

  test('yields between its rows', async () => {
    let restCount = 0
    const rest = () => {
      restCount++
      return Promise.resolve()
    }
    const shop = await createItemShop({ ports: { turns: { rest } } })
    restCount = 0
    const row = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Z' } }
    const { body } = await shop.call('items.createBulk', { body: { items: Array(100).fill(row) } })
    expect(body.createdCount).toBe(100)
    // It yields before reading and before measuring each row.
    expect(restCount).toBeGreaterThanOrEqual(200)
  })
})

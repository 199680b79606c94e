import { beforeEach, describe, expect, test } from 'vitest'
import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller, settle } from '../../support/billing.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const price = 89
const house = (houseNumber: string) => ({ recipient: { ...zoe, houseNumber } })

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-03-02T08:00:00Z' })
})

const groupOf = async (id: string) => (await shop.row(id)).billingGroup
const rollupsAgree = async () => {
  const scope = { organisationId: shop.organisation.id, mode: 'live' } as const
  expect(await checkRollups(shop.services, scope, { correct: false })).toMatchObject({
    outcome: 'equal',
    differences: [],
  })
}
const figures = async (query = '') => {
  const { status, body } = await shop.call('analytics.billingGroups', { query })
  expect(status).toBe(200)
  return (body.data as { billingGroup: string; totals: Record<string, number> }[]).map(
    ({ billingGroup, totals }) => [billingGroup, totals.created, totals.spendCents],
  )
}

describe('a change of an item’s billing group', () => {
  const needsAttention = { recipient: { ...zoe, postalCode: 'nonsense' } }

  test('moves its counts without an event', async () => {
    const { id, status } = await shop.create({ ...needsAttention, billingGroup: 'A' })
    expect(status).toBe('NEEDS_ATTENTION')
    const events = await shop.events(id)
    await shop.act('items.patch', id, { body: { billingGroup: 'B' } })
    expect(await figures()).toEqual([
      ['A', 0, 0],
      ['B', 1, 0],
    ])
    expect(await shop.events(id)).toEqual(events)
    await shop.act('items.patch', id, { body: { billingGroup: null } })
    expect(await figures()).toEqual([
      ['A', 0, 0],
      ['B', 0, 0],
    ])
    await rollupsAgree()
  })

  test('is combined with a change of status', async () => {
    const { id } = await shop.create({ ...needsAttention, billingGroup: 'A' })
    const { body } = await shop.act('items.patch', id, { body: { recipient: zoe, billingGroup: 'B' } })
    expect(body).toMatchObject({ status: 'SCHEDULED', billingGroup: 'B' })
    await shop.advance(4 * dayMs)
    expect(await figures()).toEqual([
      ['A', 0, 0],
      ['B', 1, price],
    ])
    await rollupsAgree()
  })

  test('reserves again for the new group if the price is reserved', async () => {
    await shop.call('organisations.suspend')
    const { id } = await shop.create({ billingGroup: 'A', sendOn: null })
    await shop.services.store.write((rows) =>
      rows.items.update(everyone, id, { status: 'READY', runId: null }),
    )
    const { status } = await shop.act('items.patch', id, { body: { billingGroup: 'B' } })
    expect(status).toBe(200)
    const entries = await shop.services.store.read((rows) =>
      rows.ledgerEntries.find(everyone, { itemId: id }),
    )
    expect(entries.map(({ kind, billingGroup }) => `${kind} ${billingGroup}`)).toEqual([
      'RESERVE A',
      'RELEASE A',
      'RESERVE B',
    ])
    expect(await shop.money()).toEqual({ available: 100_000 - price, reserved: price })
  })

  test('is refused once the item is SCHEDULED', async () => {
    const { id } = await shop.create({ billingGroup: 'A' })
    expect(await shop.act('items.patch', id, { body: { billingGroup: 'B' } })).toMatchObject({ status: 409 })
    expect(await groupOf(id)).toBe('A')
  })

  test('restarts a concurrent recount', async () => {
    const { id } = await shop.create({ ...needsAttention, billingGroup: 'A' })
    const { store } = shop.services
    let patched = false
    const restless = {
      ...shop.services,
      store: {
        ...store,
        read: async (body: Parameters<typeof store.read>[0]) => {
          const answer = await store.read(body)
          if (!patched) {
            patched = true
            await shop.act('items.patch', id, { body: { billingGroup: 'B' } })
          }
          return answer
        },
      },
    } as typeof shop.services
    const scope = { organisationId: shop.organisation.id, mode: 'live' } as const
    expect((await checkRollups(restless, scope, { correct: true })).outcome).toBe('equal')
    await rollupsAgree()
  })
})

describe('analytics by billing group', () => {
  test('contains each group ever used, by name, and equals a recount', async () => {
    await shop.create({ billingGroup: 'B' })
    await shop.create({ billingGroup: 'A', ...house('2') })
    await shop.create({ billingGroup: 'A', ...house('3') })
    await shop.create(house('4'))
    await shop.advance(4 * dayMs)
    expect(await figures()).toEqual([
      ['A', 2, 2 * price],
      ['B', 1, price],
    ])
    expect(await figures('filter[name]=B')).toEqual([['B', 1, price]])
    await rollupsAgree()
  })

  test('filters the summary, the scans and the CSV, and excludes a mailing filter', async () => {
    await shop.create({ billingGroup: 'A' })
    await shop.create(house('2'))
    const { body } = await shop.call('analytics.summary', { query: 'billingGroup=A' })
    expect(body).toMatchObject({ filter: { billingGroup: 'A' }, totals: { created: 1 } })
    const scans = await shop.call('analytics.scans', { query: 'billingGroup=A' })
    expect(scans.body.filter).toEqual({ billingGroup: 'A' })
    const both = await shop.call('analytics.summary', { query: 'billingGroup=A&postflowId=pfl_1' })
    expect(both).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'billingGroup', code: 'conflict' }] },
    })
  })
})

describe('the ledger and monthly invoices', () => {
  const print = async (changes: Record<string, unknown>[]) => {
    for (const change of changes) await shop.create(change)
    await shop.advance(4 * dayMs)
  }
  const lines = async () => {
    const { body } = await shop.call('invoices.list')
    const { id } = (body as { id: string; source: string }[]).find(({ source }) => source === 'MONTHLY')!
    const invoice = await shop.call('invoices.get', { params: { id } })
    return { id, lines: invoice.body.lines as { billingGroup: string | null; quantity: number }[] }
  }

  test('name the group of captured amounts, one line for each', async () => {
    shop = await createItemShop({ fundsCents: 0, clock: '2026-03-02T08:00:00Z' })
    await nameSeller(shop)
    await settle(shop, { billingMode: 'MONTHLY' })
    await print([
      { billingGroup: 'B|1' },
      { billingGroup: 'A', ...house('2') },
      { billingGroup: 'A', ...house('3') },
      house('4'),
    ])
    await shop.advance('2026-04-01T01:00:00Z')
    const invoice = await lines()
    expect(invoice.lines.map(({ billingGroup, quantity }) => [billingGroup, quantity])).toEqual([
      [null, 1],
      ['A', 2],
      ['B|1', 1],
    ])
    const differences = await shop.services.store.read((rows) => recount(rows, shop.organisation.id))
    expect(differences.differences).toEqual([])
    const { body } = await shop.call('billing.ledger', { query: 'filter[kind]=CAPTURE' })
    const captured = (body.data as { billingGroup: string | null }[]).map(({ billingGroup }) => billingGroup)
    expect(captured.sort()).toEqual(['A', 'A', 'B|1', null])
    const test = await shop.call('billing.ledger', { key: shop.keys.test, query: 'filter[kind]=CAPTURE' })
    expect(new Set((test.body.data as { billingGroup: null }[]).map((entry) => entry.billingGroup))).toEqual(
      new Set([null]),
    )
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countSpending } from '../../../src/core/features/billing/count-spending.ts'
import { maxAmountCents } from '../../../src/core/kernel/money.ts'
import { dayMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { settle } from '../../support/billing.ts'
import { type CappedShop, createCappedShop } from '../../support/capped.ts'
import { people } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const price = 89
const month = '2026-03'
const waits = 'HELD SPENDING_CAP'

let shop: CappedShop
beforeEach(async () => {
  shop = await createCappedShop()
})

describe('the cap of an organisation', () => {
  test('holds the item whose price would exceed it, not one that just reaches it', async () => {
    await shop.cap(2 * price)
    const ids = [await shop.order(), await shop.order(), await shop.order()].map(({ id }) => id as string)
    expect(await Promise.all(ids.map(shop.stateOf))).toEqual(['SCHEDULED', 'SCHEDULED', waits])
    expect(await shop.spending()).toEqual({
      month,
      currency: 'EUR',
      capCents: 2 * price,
      spentCents: 2 * price,
      keys: [],
    })
    expect(await shop.money()).toEqual({ available: 100_000 - 2 * price, reserved: 2 * price })
    await shop.agrees()
  })

  test('holds the excess within a bulk request', async () => {
    await shop.cap(2 * price + 1)
    const items = people(5).map((each) => ({ postflowId: shop.postflowId, ...(each as object) }))
    const { body } = await shop.call('items.createBulk', { body: { items } })
    const states = (body.results as { item: { heldReason: string | null } }[]).map(
      ({ item }) => item.heldReason,
    )
    expect(states).toEqual([null, null, 'SPENDING_CAP', 'SPENDING_CAP', 'SPENDING_CAP'])
    await shop.agrees()
  })

  test('of zero holds everything but free items', async () => {
    await shop.cap(0)
    expect(await shop.stateOf((await shop.order()).id)).toBe(waits)
    await shop.cap(null)
    const { id } = await shop.order()
    await shop.advance(10 * dayMs)
    await shop.force(id, 'HANDED_TO_CARRIER')
    await shop.cap(0)
    const key = await shop.key('live', ['items.write', 'runs.manage'])
    const reprint = await shop.act('items.reprint', id, { key, body: { charge: false } })
    expect(reprint).toMatchObject({ status: 201, body: { priceCents: 0, heldReason: null } })
  })

  test('includes the month’s earlier spending', async () => {
    await shop.order()
    const { id } = await shop.order()
    await shop.act('items.cancel', id)
    await shop.cap(2 * price)
    expect(await shop.spent()).toBe(price)
    expect(await shop.stateOf((await shop.order()).id)).toBe('SCHEDULED')
    expect(await shop.stateOf((await shop.order()).id)).toBe(waits)
    await shop.agrees()
  })

  test('is recounted after a removal in between', async () => {
    await shop.cap(10 * price)
    await shop.order()
    await shop.cap(null)
    await shop.order()
    expect(await shop.spent()).toBe(null)
    await shop.cap(3 * price)
    expect(await shop.spent()).toBe(2 * price)
    await shop.agrees()
  })

  test('is applied by items.validate', async () => {
    await shop.cap(price - 1)
    const { body } = await shop.call('items.validate', {
      body: { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' } },
    })
    expect(body).toMatchObject({ valid: true, status: 'HELD', heldReason: 'SPENDING_CAP' })
  })

  test('does not apply in test mode', async () => {
    await shop.cap(0)
    const postflowId = await shop.postflow({}, shop.keys.test)
    expect(await shop.order({ postflowId }, shop.keys.test)).toMatchObject({ status: 'SCHEDULED' })
    expect(await shop.spent()).toBe(0)
  })

  test.each([
    ['MONTHLY', 0],
    ['OWN_MAIL', 0],
  ])('applies to a %s organisation too, by its price list', async (billingMode, fundsCents) => {
    shop = await createCappedShop({ fundsCents })
    await settle(shop, { billingMode })
    await shop.cap(price)
    expect(await shop.stateOf((await shop.order()).id)).toBe('SCHEDULED')
    expect(await shop.stateOf((await shop.order()).id)).toBe(waits)
    await shop.cap(null)
    await shop.agrees()
  })

  test('prevents a change to own mail while mail waits for it', async () => {
    shop = await createCappedShop({ fundsCents: 0 })
    await shop.cap(0)
    await shop.order()
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const answer = await shop.call('billing.patchTerms', {
      session: operator,
      organisationId: shop.organisation.id,
      body: { billingMode: 'OWN_MAIL' },
    })
    expect(answer.status).toBe(409)
  })

  test.each([
    [0, 200],
    [null, 200],
    [maxAmountCents, 200],
    [maxAmountCents + 1, 422],
    [-1, 422],
    [1.5, 422],
    ['1', 422],
  ])('%j is accepted or refused', async (spendingCapCents, status) => {
    const answer = await shop.call('billing.patchSettings', {
      session: shop.owner,
      body: { spendingCapCents },
    })
    expect(answer.status).toBe(status)
  })

  test('can be set by members who may change billing settings', async () => {
    const developer = await shop.portal({ role: 'developer' })
    const body = { spendingCapCents: 1 }
    expect((await shop.call('billing.patchSettings', { session: developer, body })).status).toBe(403)
  })
})

describe('the event of a reached cap', () => {
  const capEvents = async () =>
    (await shop.call('events.list', { query: 'filter[type]=spending_cap.reached' })).body.data as {
      data: unknown
    }[]

  test('is emitted once for each cap and month, and again after a raise', async () => {
    await shop.cap(price)
    for (let index = 0; index < 3; index++) await shop.order()
    expect((await capEvents()).map(({ data }) => data)).toEqual([
      {
        spendingCap: {
          id: shop.organisation.id,
          status: 'REACHED',
          apiKeyId: null,
          month,
          capCents: price,
          spentCents: price,
          currency: 'EUR',
        },
      },
    ])
    await shop.cap(2 * price)
    expect(await capEvents()).toHaveLength(2)
    await shop.advance('2026-04-01T08:00:00Z')
    await shop.order()
    await shop.order()
    // Events of March have expired.
    expect((await capEvents()).map(({ data }) => data)).toMatchObject([{ spendingCap: { month: '2026-04' } }])
  })

  test('is listed among the items that need attention', async () => {
    await shop.cap(0)
    await shop.order()
    expect((await shop.call('attention.get')).body).toMatchObject({
      itemsHeldForCap: 1,
      itemsHeldForFunds: 0,
    })
  })
})

describe('counting', () => {
  test('counts nothing twice, and finds a concurrent request that began before the cap', async () => {
    await shop.cap(10 * price)
    await shop.order()
    const { id } = shop.organisation
    // Simulates a request that began before the cap, and so was not counted.
    await shop.services.store.write((rows) =>
      rows.spending.updateWhere(everyone, { organisationId: id }, { spentCents: 0 }),
    )
    await shop.advance(2 * minuteMs)
    expect(await shop.spent()).toBe(price)
    expect(await countSpending(shop.services, id, null)).toBe(true)
    expect(await countSpending(shop.services, id, null)).toBe(true)
    expect(await shop.spent()).toBe(price)
  })

  /** Returns the table of each statement in the transaction that creates an item. */
  const statementTables = async () => {
    const { store } = shop.services
    const write = store.write.bind(store)
    let tables: string[] = []
    const watched = vi.spyOn(store, 'write').mockImplementation((body, options) =>
      write((rows) => {
        // The callback may be replayed.
        tables = []
        const noting = new Proxy(rows, {
          get: (target, name) => {
            tables.push(String(name))
            return Reflect.get(target, name)
          },
        })
        return body(noting)
      }, options),
    )
    await shop.order()
    watched.mockRestore()
    return tables.filter((name) => name !== 'rest')
  }

  test('costs no statement without a cap, and few with one', async () => {
    await shop.makeKey()
    await shop.order()
    const without = await statementTables()
    for (const table of ['spending', 'apiKeys', 'billingGroups', 'organisations']) {
      expect(without).not.toContain(table)
    }
    await shop.cap(100 * price)
    const capped = await statementTables()
    expect(capped.filter((table) => table === 'spending')).toHaveLength(2)
    expect(capped).toHaveLength(without.length + 3)
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { countSpending, spentIn } from '../../../src/core/features/billing/count-spending.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { readMoveContext } from '../../../src/core/features/items/chunks.ts'
import { moveItem } from '../../../src/core/features/items/move.ts'
import { saveItem } from '../../../src/core/features/items/save.ts'
import { dayMs, minuteMs } from '../../../src/core/kernel/time.ts'
import { capturedStatuses, reservedStatuses } from '../../../src/core/model/items-lifecycle.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { settle } from '../../support/billing.ts'
import { createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const price = 89
const month = '2026-03'
const waits = 'HELD SPENDING_CAP'

let shop: PostbatchShop
let owner: Awaited<ReturnType<PostbatchShop['portal']>>
beforeEach(async () => {
  await open()
})

const open = async (options: Parameters<typeof createPostbatchShop>[0] = {}) => {
  shop = await createPostbatchShop({ clock: '2026-03-02T08:00:00Z', ...options })
  owner = await shop.portal()
  const { status } = await shop.call('organisation.patch', {
    session: owner,
    body: { timeZone: 'Europe/Amsterdam' },
  })
  expect(status).toBe(200)
  await shop.settle()
}

/** Takes a piece back that was printed, as a report of the printer does. */
const refund = (id: string) =>
  transact(shop.services, async (transaction) => {
    const context = await readMoveContext(shop.services, transaction, shop.organisation.id, shop.clock.now())
    const item = (await transaction.rows.items.get(everyone, id))!
    await saveItem(transaction.rows, moveItem(context, item, 'NOT_SENT'))
  })

let houses = 0
const create = (changes: Record<string, unknown> = {}, key?: string) =>
  shop.create({ recipient: { ...zoe, houseNumber: String(++houses) }, ...changes }, key)
const cap = async (spendingCapCents: number | null) => {
  const { status, body } = await shop.call('billing.patchSettings', {
    session: owner,
    body: { spendingCapCents },
  })
  expect([status, body.spendingCapCents]).toEqual([200, spendingCapCents])
  await shop.settle()
}
const makeKey = async (settings: Record<string, unknown> = {}) => {
  const { status, body } = await shop.call('developers.createKey', {
    session: owner,
    body: { name: 'Shop', mode: 'live', scopes: 'all', ...settings },
  })
  expect(status).toBe(201)
  return body as { id: string; key: string }
}
const capKey = async (id: string, spendingCapCents: number | null) => {
  const answer = await shop.call('developers.patchKey', {
    session: owner,
    params: { id },
    body: { spendingCapCents },
  })
  expect(answer).toMatchObject({ status: 200, body: { spendingCapCents } })
  await shop.settle()
}
const stateOf = async (id: string) => {
  const { status, heldReason } = await shop.row(id)
  return heldReason ? `${status} ${heldReason}` : status
}
const spending = async () => (await shop.call('billing.spending')).body
const spent = async () => (await spending()).spentCents
/** What is counted must be what the items say, for the organisation and for each key. */
const agrees = async () => {
  const { id } = shop.organisation
  await shop.services.store.read(async (rows) => {
    const counted = await rows.spending.find({ organisationId: id }, {})
    const items = await rows.items.find({ organisationId: id, mode: 'live' }, {})
    const { spendingCapCents } = (await rows.organisations.get(everyone, id))!
    const keys = await rows.apiKeys.find({ organisationId: id }, {})
    const capOf = ({ apiKeyId }: (typeof counted)[number]) =>
      apiKeyId === null ? spendingCapCents : keys.find(({ lineId }) => lineId === apiKeyId)!.spendingCapCents
    // Nothing is counted where a cap was taken away.
    for (const row of counted.filter((each) => capOf(each) !== null)) {
      expect(row.spentCents, row.id).toBe(await spentIn(rows, id, row.apiKeyId, row.month))
    }
    for (const item of items) {
      const isPaid = reservedStatuses.includes(item.status) || capturedStatuses.includes(item.status)
      expect([item.id, item.spentMonth !== null]).toEqual([item.id, isPaid])
    }
    expect((await recount(rows, id)).differences).toEqual([])
  })
}

describe('the cap of an organisation', () => {
  test('holds the item whose price would pass it, and not the one that just reaches it', async () => {
    await cap(2 * price)
    const ids = [await create(), await create(), await create()].map(({ id }) => id as string)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['SCHEDULED', 'SCHEDULED', waits])
    expect(await spending()).toEqual({
      month,
      currency: 'EUR',
      capCents: 2 * price,
      spentCents: 2 * price,
      keys: [],
    })
    expect(await shop.money()).toEqual({ available: 100_000 - 2 * price, reserved: 2 * price })
    await agrees()
  })

  test('holds within one bulk what passes it', async () => {
    await cap(2 * price + 1)
    const items = people(5).map((each) => ({ postflowId: shop.postflowId, ...(each as object) }))
    const { body } = await shop.call('items.createBulk', { body: { items } })
    const states = (body.results as { item: { heldReason: string | null } }[]).map(
      ({ item }) => item.heldReason,
    )
    expect(states).toEqual([null, null, 'SPENDING_CAP', 'SPENDING_CAP', 'SPENDING_CAP'])
    await agrees()
  })

  test('of nothing holds everything but what is free', async () => {
    await cap(0)
    expect(await stateOf((await create()).id)).toBe(waits)
    await cap(null)
    const { id } = await create()
    await shop.advance(10 * dayMs)
    await shop.force(id, 'HANDED_TO_CARRIER')
    await cap(0)
    const key = await shop.key('live', ['items.write', 'runs.manage'])
    const reprint = await shop.act('items.reprint', id, { key, body: { charge: false } })
    expect(reprint).toMatchObject({ status: 201, body: { priceCents: 0, heldReason: null } })
  })

  test('counts what the month has cost before it was set', async () => {
    await create()
    const { id } = await create()
    await shop.act('items.cancel', id)
    await cap(2 * price)
    expect(await spent()).toBe(price)
    expect(await stateOf((await create()).id)).toBe('SCHEDULED')
    expect(await stateOf((await create()).id)).toBe(waits)
    await agrees()
  })

  test('counts anew where it was taken away in between', async () => {
    await cap(10 * price)
    await create()
    await cap(null)
    await create()
    expect(await spent()).toBe(null)
    await cap(3 * price)
    expect(await spent()).toBe(2 * price)
    await agrees()
  })

  test('is tried by items.validate', async () => {
    await cap(price - 1)
    const { body } = await shop.call('items.validate', {
      body: { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' } },
    })
    expect(body).toMatchObject({ valid: true, status: 'HELD', heldReason: 'SPENDING_CAP' })
  })

  test('does not count in test mode', async () => {
    await cap(0)
    const postflowId = await shop.postflow({}, shop.keys.test)
    expect(await create({ postflowId }, shop.keys.test)).toMatchObject({ status: 'SCHEDULED' })
    expect(await spent()).toBe(0)
  })

  test.each([
    ['MONTHLY', 0],
    ['OWN_MAIL', 0],
  ])('counts for a %s organisation too, by the price of its list', async (billingMode, fundsCents) => {
    await open({ fundsCents })
    await settle(shop, { billingMode })
    await cap(price)
    expect(await stateOf((await create()).id)).toBe('SCHEDULED')
    expect(await stateOf((await create()).id)).toBe(waits)
    await cap(null)
    await agrees()
  })

  test('an organisation with mail that waits for it does not turn to its own mail', async () => {
    await open({ fundsCents: 0 })
    await cap(0)
    await create()
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
    [-1, 422],
    [1.5, 422],
    ['1', 422],
  ])('%j is taken or refused', async (spendingCapCents, status) => {
    const answer = await shop.call('billing.patchSettings', { session: owner, body: { spendingCapCents } })
    expect(answer.status).toBe(status)
  })

  test('is set by whoever may change how the organisation pays', async () => {
    const developer = await shop.portal({ role: 'developer' })
    const body = { spendingCapCents: 1 }
    expect((await shop.call('billing.patchSettings', { session: developer, body })).status).toBe(403)
  })
})

describe('what waits for a cap goes on, oldest first,', () => {
  const held = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) ids.push((await create()).id)
    return ids
  }
  const states = (ids: readonly string[]) => Promise.all(ids.map(stateOf))

  test('when it is raised, as far as it reaches', async () => {
    await cap(0)
    const ids = await held(3)
    await cap(2 * price)
    expect(await states(ids)).toEqual(['SCHEDULED', 'SCHEDULED', waits])
    await agrees()
  })

  test('when it is taken away', async () => {
    await cap(0)
    const ids = await held(3)
    await cap(null)
    expect(await states(ids)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    await agrees()
  })

  test('when something is cancelled', async () => {
    await cap(price)
    const [first, second, third] = await held(3)
    await shop.act('items.cancel', first!)
    await shop.settle()
    expect(await states([second!, third!])).toEqual(['SCHEDULED', waits])
    expect(await spent()).toBe(price)
    await agrees()
  })

  test('when a new month begins where the organisation is, and not before', async () => {
    await cap(price)
    const [, second, third] = await held(3)
    // Midnight in Amsterdam, where it is summer by then.
    await shop.advance('2026-03-31T21:59:59Z')
    expect(await states([second!, third!])).toEqual([waits, waits])
    await shop.advance('2026-03-31T22:00:00Z')
    expect(await states([second!, third!])).toEqual(['SCHEDULED', waits])
    expect(await spending()).toMatchObject({ month: '2026-04', spentCents: price })
    expect((await shop.row(second!)).spentMonth).toBe('2026-04')
    await shop.advance('2026-04-30T22:00:00Z')
    expect(await stateOf(third!)).not.toBe(waits)
    await agrees()
  })

  test('by more than a hundred at once', async () => {
    await cap(0)
    const items = people(130).map((each) => ({ postflowId: shop.postflowId, ...(each as object) }))
    await shop.call('items.createBulk', { body: { items } })
    await cap(1_000_000)
    const { body } = await shop.call('items.counts')
    expect(body.byStatus).toMatchObject({ SCHEDULED: 130, HELD: 0 })
    await agrees()
  })

  test('and waits for funds where it needs those next', async () => {
    await open({ fundsCents: price })
    await cap(0)
    const ids = await held(2)
    await cap(null)
    expect(await states(ids)).toEqual(['SCHEDULED', 'HELD INSUFFICIENT_FUNDS'])
    await agrees()
  })
})

describe('what was taken is given back to the month of which it was taken', () => {
  const rowOf = async (which: string) =>
    (await shop.services.store.read((rows) =>
      rows.spending.get(everyone, `${shop.organisation.id}||${which}`),
    ))!

  test('after a refund in a later month', async () => {
    await cap(2 * price)
    const { id, runId } = await create()
    await shop.advance('2026-04-02T08:00:00Z')
    await create()
    expect((await rowOf('2026-03')).spentCents).toBe(price)
    expect((await rowOf('2026-04')).spentCents).toBe(price)
    const run = await shop.services.store.read((rows) => rows.runs.get(everyone, runId))
    expect(run!.status).toMatch(/HANDED_TO_|COMPLETED/)
    await refund(id)
    expect((await rowOf('2026-03')).spentCents).toBe(0)
    expect((await rowOf('2026-04')).spentCents).toBe(price)
  })

  test('a paused Postflow that takes its mail back gives back what it took', async () => {
    await cap(price)
    const { id } = await create()
    await shop.act('postflows.pause', shop.postflowId, { body: { holdScheduled: true } })
    await shop.settle()
    expect([await stateOf(id), await spent()]).toEqual(['HELD POSTFLOW_PAUSED', 0])
    await shop.act('postflows.resume', shop.postflowId)
    await shop.settle()
    expect([await stateOf(id), await spent()]).toEqual(['SCHEDULED', price])
    await agrees()
  })
})

describe('the cap of a key', () => {
  test('holds what the key creates, beside the organisation’s, and nothing of others', async () => {
    const { id, key } = await makeKey({ spendingCapCents: price })
    expect((await create({}, key)).status).toBe('SCHEDULED')
    const item = await create({}, key)
    expect(item).toMatchObject({ status: 'HELD', heldReason: 'SPENDING_CAP', apiKeyId: id })
    expect((await create()).status).toBe('SCHEDULED')
    expect(await spending()).toMatchObject({
      capCents: null,
      spentCents: null,
      keys: [{ apiKeyId: id, name: 'Shop', capCents: price, spentCents: price }],
    })
    await agrees()
    await capKey(id, 2 * price)
    expect(await stateOf(item.id)).toBe('SCHEDULED')
    await agrees()
  })

  test('stops its own items only where the organisation’s has room', async () => {
    await cap(0)
    const { id, key } = await makeKey({ spendingCapCents: 0 })
    const [first, second] = [await create({}, key), await create()]
    await cap(10 * price)
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([waits, 'SCHEDULED'])
    await capKey(id, null)
    expect(await stateOf(first.id)).toBe('SCHEDULED')
    const { cappedKeys } = (await shop.services.store.read((rows) =>
      rows.organisations.get(everyone, shop.organisation.id),
    ))!
    expect(cappedKeys).toBe(0)
    await agrees()
  })

  test('holds for the key that takes its place', async () => {
    const { id, key } = await makeKey({ spendingCapCents: price })
    await create({}, key)
    const rotated = await shop.call('developers.rotateKey', { session: owner, params: { id }, body: {} })
    expect(rotated.body.spendingCapCents).toBe(price)
    expect(await create({}, rotated.body.key)).toMatchObject({ heldReason: 'SPENDING_CAP', apiKeyId: id })
    await capKey(rotated.body.id, 3 * price)
    const read = await shop.call('developers.getKey', { session: owner, params: { id } })
    expect(read.body.spendingCapCents).toBe(3 * price)
    await agrees()
  })

  test('set later counts what the key has cost this month', async () => {
    const { id, key } = await makeKey()
    await create({}, key)
    await create()
    await capKey(id, 5 * price)
    expect((await spending()).keys).toMatchObject([{ spentCents: price }])
    await agrees()
  })

  test('counts what it reprints, by itself or with many others', async () => {
    const { key } = await makeKey({ spendingCapCents: 0 })
    const ids = [(await create()).id, (await create()).id]
    await shop.advance(10 * dayMs)
    for (const id of ids) await shop.force(id, 'HANDED_TO_CARRIER')
    expect((await shop.act('items.reprint', ids[0]!, { key })).body.heldReason).toBe('SPENDING_CAP')
    await shop.call('itemActions.create', { key, body: { action: 'REPRINT', ids: [ids[1]] } })
    await shop.settle()
    expect(await stateOf((await shop.row(ids[1]!)).reprintedAs!)).toBe(waits)
  })

  test('of test mode is refused', async () => {
    const body = { name: 'Test', mode: 'test', scopes: 'all', spendingCapCents: 1 }
    const refused = await shop.call('developers.createKey', { session: owner, body })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'spendingCapCents' }] } })
    const { id } = await makeKey({ mode: 'test' })
    const patched = await shop.call('developers.patchKey', {
      session: owner,
      params: { id },
      body: { spendingCapCents: 1 },
    })
    expect(patched.status).toBe(422)
  })
})

describe('a Postbatch', () => {
  test('is approved as a whole or not at all', async () => {
    await cap(2 * price)
    const id = await shop.validated(people(3))
    const refused = await shop.refuse('postbatches.approve', id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'spending_cap_reached' } })
    expect(await spent()).toBe(0)
    await cap(3 * price)
    await shop.call('postbatches.approve', { params: { id } })
    // Before its items have gone, nobody else can take its part.
    expect(await spent()).toBe(3 * price)
    expect(await stateOf((await create()).id)).toBe(waits)
    await agrees()
    await shop.settle()
    expect(await spent()).toBe(3 * price)
    expect((await shop.read(id)).itemsByStatus.SCHEDULED).toBe(3)
    await agrees()
  })

  test('counts in the month of its approval, and gives back there what does not go', async () => {
    await cap(3 * price)
    const id = await shop.validated(people(3))
    await shop.advance('2026-03-31T21:59:00Z')
    await shop.call('postbatches.approve', { params: { id } })
    const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    await shop.act('items.cancel', item!.id)
    await shop.advance('2026-03-31T22:01:00Z')
    const [row] = await shop.services.store.read((rows) => rows.spending.find(everyone, { month }))
    expect(row!.spentCents).toBe(2 * price)
    expect(await spent()).toBe(0)
    await agrees()
  })

  test('that is cancelled before its items have gone gives back everything', async () => {
    await cap(3 * price)
    const id = await shop.validated(people(3))
    await shop.call('postbatches.approve', { params: { id } })
    await shop.call('postbatches.cancel', { params: { id } })
    expect(await spent()).toBe(0)
    await shop.settle()
    expect(await spent()).toBe(0)
    await agrees()
  })

  test('counts for the key that approves it, whoever filled it', async () => {
    const { key } = await makeKey({ spendingCapCents: 3 * price })
    const id = await shop.validated(people(3))
    await shop.call('postbatches.approve', { key, params: { id } })
    await shop.settle()
    expect((await spending()).keys).toMatchObject([{ spentCents: 3 * price }])
    const another = await shop.validated(people(1))
    const refused = await shop.refuse('postbatches.approve', another, { key })
    expect(refused.body.code).toBe('spending_cap_reached')
    expect(refused.body.detail).toContain('this API key')
    await agrees()
  })
})

describe('it is said', () => {
  const told = async () =>
    (await shop.call('events.list', { query: 'filter[type]=spending_cap.reached' })).body.data as {
      data: unknown
    }[]

  test('once for each cap and month that it is reached, and again where it is raised', async () => {
    await cap(price)
    for (let index = 0; index < 3; index++) await create()
    expect((await told()).map(({ data }) => data)).toEqual([
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
    await cap(2 * price)
    expect(await told()).toHaveLength(2)
    await shop.advance('2026-04-01T08:00:00Z')
    await create()
    await create()
    // Events of March are not kept so long.
    expect((await told()).map(({ data }) => data)).toMatchObject([{ spendingCap: { month: '2026-04' } }])
  })

  test('among what waits for a person', async () => {
    await cap(0)
    await create()
    expect((await shop.call('attention.get')).body).toMatchObject({
      itemsHeldForCap: 1,
      itemsHeldForFunds: 0,
    })
  })
})

describe('counting', () => {
  test('adds nothing twice, and finds what a request took that began before the cap', async () => {
    await cap(10 * price)
    await create()
    const { id } = shop.organisation
    // As a request would leave it that knew of no cap yet.
    await shop.services.store.write((rows) =>
      rows.spending.updateWhere(everyone, { organisationId: id }, { spentCents: 0 }),
    )
    await shop.advance(2 * minuteMs)
    expect(await spent()).toBe(price)
    expect(await countSpending(shop.services, id, null)).toBe(true)
    expect(await countSpending(shop.services, id, null)).toBe(true)
    expect(await spent()).toBe(price)
  })

  /** The tables that the transaction of an item asks, each as often as it does. */
  const asked = async () => {
    const { store } = shop.services
    const write = store.write.bind(store)
    let tables: string[] = []
    const watched = vi.spyOn(store, 'write').mockImplementation((body, options) =>
      write((rows) => {
        // The body may be replayed.
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
    await create()
    watched.mockRestore()
    return tables.filter((name) => name !== 'rest')
  }

  test('costs no statement where there is no cap, and few where there is', async () => {
    await makeKey()
    await create()
    const without = await asked()
    for (const table of ['spending', 'apiKeys', 'billingGroups', 'organisations']) {
      expect(without).not.toContain(table)
    }
    await cap(100 * price)
    const capped = await asked()
    expect(capped.filter((table) => table === 'spending')).toHaveLength(2)
    expect(capped).toHaveLength(without.length + 3)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { type CappedShop, createCappedShop } from '../../support/capped.ts'
import { people } from '../../support/postbatches.ts'

const price = 89
const month = '2026-03'
const waits = 'HELD SPENDING_CAP'

let shop: CappedShop
beforeEach(async () => {
  shop = await createCappedShop()
})

describe('the cap of a key', () => {
  test('holds items of its key in addition to the organisation’s cap, and none of other keys', async () => {
    const { id, key } = await shop.makeKey({ spendingCapCents: price })
    expect((await shop.order({}, key)).status).toBe('SCHEDULED')
    const item = await shop.order({}, key)
    expect(item).toMatchObject({ status: 'HELD', heldReason: 'SPENDING_CAP', apiKeyId: id })
    expect((await shop.order()).status).toBe('SCHEDULED')
    expect(await shop.spending()).toMatchObject({
      capCents: null,
      spentCents: null,
      keys: [{ apiKeyId: id, newestApiKeyId: id, name: 'Shop', capCents: price, spentCents: price }],
    })
    await shop.agrees()
    await shop.capKey(id, 2 * price)
    expect(await shop.stateOf(item.id)).toBe('SCHEDULED')
    await shop.agrees()
  })

  test('stops only its own items if the organisation’s cap has room', async () => {
    await shop.cap(0)
    const { id, key } = await shop.makeKey({ spendingCapCents: 0 })
    const [first, second] = [await shop.order({}, key), await shop.order()]
    await shop.cap(10 * price)
    expect([await shop.stateOf(first.id), await shop.stateOf(second.id)]).toEqual([waits, 'SCHEDULED'])
    await shop.capKey(id, null)
    expect(await shop.stateOf(first.id)).toBe('SCHEDULED')
    const { cappedKeys } = (await shop.services.store.read((rows) =>
      rows.organisations.get(everyone, shop.organisation.id),
    ))!
    expect(cappedKeys).toBe(0)
    await shop.agrees()
  })

  test('holds only its key’s items, even in a transaction with items of other keys', async () => {
    const keys = await Promise.all(
      [price, 2 * price, null].map((spendingCapCents) => shop.makeKey({ spendingCapCents })),
    )
    const made = await Promise.all(keys.flatMap(({ key }) => [0, 1, 2].map(() => shop.order({}, key))))
    const scheduled = keys.map(
      ({ id }) => made.filter((item) => item.apiKeyId === id && item.status === 'SCHEDULED').length,
    )
    expect(scheduled).toEqual([1, 2, 3])
    await shop.agrees()
  })

  test('applies to the key after rotation', async () => {
    const { id, key } = await shop.makeKey({ spendingCapCents: price })
    await shop.order({}, key)
    const rotated = await shop.call('developers.rotateKey', { session: shop.owner, params: { id }, body: {} })
    expect(rotated.body.spendingCapCents).toBe(price)
    expect(await shop.order({}, rotated.body.key)).toMatchObject({ heldReason: 'SPENDING_CAP', apiKeyId: id })
    await shop.capKey(rotated.body.id, 3 * price)
    const read = await shop.call('developers.getKey', { session: shop.owner, params: { id } })
    expect(read.body.spendingCapCents).toBe(3 * price)
    await shop.agrees()
  })

  test('set later includes the key’s spending of the month', async () => {
    const { id, key } = await shop.makeKey()
    await shop.order({}, key)
    await shop.order()
    await shop.capKey(id, 5 * price)
    expect((await shop.spending()).keys).toMatchObject([{ spentCents: price }])
    await shop.agrees()
  })

  test('includes reprints, single and in bulk', async () => {
    const { key } = await shop.makeKey({ spendingCapCents: 0 })
    const ids = [(await shop.order()).id, (await shop.order()).id]
    await shop.advance(10 * dayMs)
    for (const id of ids) await shop.force(id, 'HANDED_TO_CARRIER')
    expect((await shop.act('items.reprint', ids[0]!, { key })).body.heldReason).toBe('SPENDING_CAP')
    await shop.call('itemActions.create', { key, body: { action: 'REPRINT', ids: [ids[1]] } })
    await shop.settle()
    expect(await shop.stateOf((await shop.row(ids[1]!)).reprintedAs!)).toBe(waits)
  })

  test('is not listed for an inactive key except in months with spending', async () => {
    const { id, key } = await shop.makeKey({ spendingCapCents: price })
    const other = await shop.makeKey({ name: 'Unused', spendingCapCents: price })
    await shop.order({}, key)
    const waiting = await shop.order({}, key)
    for (const params of [{ id }, { id: other.id }]) {
      expect((await shop.call('developers.revokeKey', { session: shop.owner, params })).status).toBe(200)
    }
    expect((await shop.spending()).keys).toMatchObject([{ apiKeyId: id, spentCents: price }])
    await shop.advance('2026-04-15T08:00:00Z')
    expect(await shop.stateOf(waiting.id)).not.toBe(waits)
    expect((await shop.spending()).keys).toMatchObject([{ apiKeyId: id, spentCents: price }])
    await shop.advance('2026-05-15T08:00:00Z')
    expect((await shop.spending()).keys).toEqual([])
  })

  test('of test mode is refused', async () => {
    const body = { name: 'Test', mode: 'test', scopes: 'all', spendingCapCents: 1 }
    const refused = await shop.call('developers.createKey', { session: shop.owner, body })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'spendingCapCents' }] } })
    const { id } = await shop.makeKey({ mode: 'test' })
    const patched = await shop.call('developers.patchKey', {
      session: shop.owner,
      params: { id },
      body: { spendingCapCents: 1 },
    })
    expect(patched.status).toBe(422)
  })
})

describe('a Postbatch', () => {
  test('is approved entirely or not at all', async () => {
    await shop.cap(2 * price)
    const id = await shop.validated(people(3))
    const refused = await shop.refuse('postbatches.approve', id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'spending_cap_reached' } })
    expect(await shop.spent()).toBe(0)
    await shop.cap(3 * price)
    await shop.call('postbatches.approve', { params: { id } })
    // The Postbatch's share is reserved before the job moves its items.
    expect(await shop.spent()).toBe(3 * price)
    expect(await shop.stateOf((await shop.order()).id)).toBe(waits)
    await shop.agrees()
    await shop.settle()
    expect(await shop.spent()).toBe(3 * price)
    expect((await shop.read(id)).itemsByStatus.SCHEDULED).toBe(3)
    await shop.agrees()
  })

  test('shows in its quote which cap would refuse it, and by how much', async () => {
    const { id: apiKeyId, key } = await shop.makeKey({ spendingCapCents: price })
    const id = await shop.validated(people(3))
    const reached = async (callerKey?: string) =>
      (await shop.call('postbatches.quote', { ...(callerKey && { key: callerKey }), params: { id } })).body
        .capsReached
    expect(await reached()).toEqual([])
    const ofKey = { apiKeyId, month, capCents: price, spentCents: 0, missingCents: 2 * price }
    expect(await reached(key)).toEqual([ofKey])
    await shop.cap(2 * price)
    await shop.order()
    const own = { apiKeyId: null, month, capCents: 2 * price, spentCents: price, missingCents: 2 * price }
    expect(await reached()).toEqual([own])
    expect(await reached(key)).toEqual([own, ofKey])
    // A Postbatch that exactly reaches a cap is not refused, and an approved one shows no caps.
    await shop.cap(4 * price)
    expect(await reached()).toEqual([])
    await shop.call('postbatches.approve', { params: { id } })
    await shop.settle()
    await shop.cap(price)
    expect(await reached()).toEqual([])
  })

  test('counts in the month of its approval, to which unsent mail is refunded', async () => {
    await shop.cap(3 * price)
    const id = await shop.validated(people(3))
    await shop.advance('2026-03-31T21:59:00Z')
    await shop.call('postbatches.approve', { params: { id } })
    const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    await shop.act('items.cancel', item!.id)
    await shop.advance('2026-03-31T22:01:00Z')
    const [row] = await shop.services.store.read((rows) => rows.spending.find(everyone, { month }))
    expect(row!.spentCents).toBe(2 * price)
    expect(await shop.spent()).toBe(0)
    await shop.agrees()
  })

  test('that is cancelled before its items are created releases everything', async () => {
    await shop.cap(3 * price)
    const id = await shop.validated(people(3))
    await shop.call('postbatches.approve', { params: { id } })
    await shop.call('postbatches.cancel', { params: { id } })
    expect(await shop.spent()).toBe(0)
    await shop.settle()
    expect(await shop.spent()).toBe(0)
    await shop.agrees()
  })

  test('counts for the key that approves it, not the one that filled it', async () => {
    const { key } = await shop.makeKey({ spendingCapCents: 3 * price })
    const id = await shop.validated(people(3))
    await shop.call('postbatches.approve', { key, params: { id } })
    await shop.settle()
    expect((await shop.spending()).keys).toMatchObject([{ spentCents: 3 * price }])
    const another = await shop.validated(people(1))
    const refused = await shop.refuse('postbatches.approve', another, { key })
    expect(refused.body.code).toBe('spending_cap_reached')
    expect(refused.body.detail).toContain('this API key')
    await shop.agrees()
  })
})

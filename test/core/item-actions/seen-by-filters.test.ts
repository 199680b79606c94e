import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemActionShop } from '../../support/item-actions.ts'

const waiting = { 'filter[status]': 'PENDING_APPROVAL' }
const conflict = { status: 412, body: { code: 'revision_conflict' } }

/** A request settles four items; more are gathered by a job. */
const shopWith = async (count: number) => {
  const shop = await createItemActionShop({ config: { itemsSettledAtOnce: 4 } })
  const ids = await shop.many(count)
  const counted = async (query: object = {}) =>
    (await shop.call('items.counts', { query: { ...waiting, exact: 'true', ...query } })).body
  const decide = async (action: string, { totalCount, fingerprint }: Record<string, unknown>) =>
    shop.ask({
      action,
      filters: waiting,
      expectedCount: totalCount,
      expectedFingerprint: fingerprint,
    })
  const change = async (id: string) => {
    const changed = await shop.act('items.patch', id, { body: { data: { firstName: 'Ana' } } })
    expect(changed).toMatchObject({ status: 200, body: { status: 'PENDING_APPROVAL' } })
  }
  const seen = async (id: string) => (await shop.act('itemActions.get', id)).body
  return { ...shop, ids, counted, decide, change, seen }
}

describe.each([
  ['settled by the request', 3],
  ['gathered by a job', 6],
])('items %s', (_what, count) => {
  const left = (ids: readonly string[]) => ids.map(() => 'PENDING_APPROVAL')

  test.each(['APPROVE', 'REJECT'])('%s applies to the counted items', async (action) => {
    const shop = await shopWith(count)
    const counted = await shop.counted()
    expect(counted).toMatchObject({ totalCount: count, fingerprint: expect.any(String) })
    const { body } = await shop.decide(action, counted)
    await shop.settle()
    expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: count })
  })

  test.each(['APPROVE', 'REJECT'])('%s does nothing if one has changed', async (action) => {
    const shop = await shopWith(count)
    const counted = await shop.counted()
    await shop.change(shop.ids[1]!)
    expect(await shop.decide(action, counted)).toMatchObject(conflict)
    await shop.settle()
    expect(await shop.statuses(shop.ids)).toEqual(left(shop.ids))
    expect((await shop.decide(action, await shop.counted())).status).toBe(202)
  })

  test('nothing is done if one has left and another has entered', async () => {
    const shop = await shopWith(count)
    const counted = await shop.counted()
    await shop.act('items.approve', shop.ids[0]!)
    await shop.advance(1)
    await shop.many(1)
    expect((await shop.counted()).totalCount).toBe(count)
    expect(await shop.decide('APPROVE', counted)).toMatchObject(conflict)
  })

  test('without a fingerprint only their number is compared', async () => {
    const shop = await shopWith(count)
    await shop.change(shop.ids[1]!)
    const { status, body } = await shop.ask({ action: 'APPROVE', filters: waiting, expectedCount: count })
    await shop.settle()
    expect(status).toBe(202)
    expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: count })
  })
})

test('an item changed before its turn stays unprocessed', async () => {
  const shop = await shopWith(3)
  const { body } = await shop.decide('APPROVE', await shop.counted())
  await shop.change(shop.ids[1]!)
  await shop.settle()
  expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: 2, failedCount: 1 })
  expect(await shop.failures(body.id)).toMatchObject([
    { index: 1, itemId: shop.ids[1], code: 'revision_conflict' },
  ])
})

test('items changed before they are gathered cause a refusal of the action', async () => {
  const shop = await shopWith(6)
  const { body } = await shop.decide('APPROVE', await shop.counted())
  await shop.change(shop.ids[1]!)
  await shop.settle()
  expect(await shop.seen(body.id)).toMatchObject({
    status: 'REFUSED',
    failureCode: 'revision_conflict',
    doneCount: 0,
  })
  expect(await shop.statuses(shop.ids)).toEqual(shop.ids.map(() => 'PENDING_APPROVAL'))
  expect(await shop.act('itemActions.restart', body.id)).toMatchObject({
    status: 409,
    body: { code: 'invalid_state' },
  })
})

test('an action without a fingerprint from an earlier version is carried out', async () => {
  const shop = await shopWith(6)
  const { body } = await shop.ask({ action: 'APPROVE', filters: waiting, expectedCount: 6 })
  const rows = await shop.services.store.read(({ itemActions }) => itemActions.find(everyone, {}))
  expect(rows).toMatchObject([{ expectedFingerprint: null, conditions: expect.any(Array) }])
  await shop.settle()
  expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: 6 })
})

test('an inexact count has no fingerprint', async () => {
  const shop = await shopWith(2)
  expect((await shop.call('items.counts', { query: waiting })).body.fingerprint).toBeNull()
})

test('a count of more items than an action may include has no fingerprint', async () => {
  const shop = await createItemActionShop({ config: { itemsByFilters: 3 } })
  await shop.many(3)
  const counted = async () =>
    (await shop.call('items.counts', { query: { exact: 'true', 'filter[recipientCountry]': 'NL' } })).body
  expect((await counted()).fingerprint).toEqual(expect.any(String))
  await shop.many(1)
  expect((await counted()).fingerprint).toBeNull()
})

test.each([
  ['ids', { ids: ['itm_a'], expectedFingerprint: 'a' }, 'expectedFingerprint'],
  [
    'too many characters',
    { filters: {}, expectedCount: 1, expectedFingerprint: 'a'.repeat(101) },
    'expectedFingerprint',
  ],
  ['no characters', { filters: {}, expectedCount: 1, expectedFingerprint: '' }, 'expectedFingerprint'],
])('a fingerprint with %s is refused', async (_what, body, parameter) => {
  const shop = await createItemActionShop()
  expect(await shop.ask({ action: 'APPROVE', ...body })).toMatchObject({
    status: 422,
    body: { errors: [{ parameter }] },
  })
})

test('a fingerprint of the maximum length is compared', async () => {
  const shop = await shopWith(1)
  expect(await shop.decide('APPROVE', { totalCount: 1, fingerprint: 'a'.repeat(100) })).toMatchObject(
    conflict,
  )
})

import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemActionShop } from '../../support/item-actions.ts'

/**
 * Creates a shop in which a request settles four items itself, and a job gathers more, two per transaction.
 */
const createGatheringShop = async () => {
  const shop = await createItemActionShop({ config: { itemsSettledAtOnce: 4 } })
  const waiting = { 'filter[status]': 'PENDING_APPROVAL' }
  const approve = (expectedCount: number, idempotencyKey?: string) =>
    shop.ask(
      { action: 'APPROVE', filters: waiting, expectedCount },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  const left = () =>
    shop.services.store.read(async (rows) => [
      await rows.itemActionChunks.count(everyone, {}),
      (await rows.itemActions.find(everyone, {})).filter(({ conditions }) => conditions !== null).length,
    ])
  const seen = async (id: string) => (await shop.act('itemActions.get', id)).body
  return { ...shop, approve, left, seen }
}

describe('too many items for one transaction', () => {
  test('are gathered after the request and then processed, oldest first', async () => {
    const shop = await createGatheringShop()
    const ids = await shop.many(7)
    await shop.force(ids[3]!, 'HELD')
    const created = await shop.approve(6)
    expect(created).toMatchObject({ status: 202, body: { status: 'PENDING', totalCount: 6, doneCount: 0 } })
    expect(await shop.left()).toEqual([0, 1])
    await shop.settle()
    expect(await shop.seen(created.body.id)).toMatchObject({
      status: 'COMPLETED',
      totalCount: 6,
      succeededCount: 6,
      failedCount: 0,
    })
    const statuses = Array(7).fill('SCHEDULED').with(3, 'HELD')
    expect(await shop.statuses(ids)).toEqual(statuses)
    expect(await shop.left()).toEqual([0, 0])
  })

  test('are refused immediately if their number differs from the expected one', async () => {
    const shop = await createGatheringShop()
    const ids = await shop.many(6)
    for (const expected of [2, 5, 7]) {
      expect(await shop.approve(expected)).toMatchObject({
        status: 409,
        body: { code: 'count_changed', params: { now: '6', expected } },
      })
    }
    await shop.settle()
    expect(await shop.statuses(ids)).toEqual(Array(6).fill('PENDING_APPROVAL'))
    expect((await shop.call('itemActions.list')).body.data).toEqual([])
  })

  test('exclude items created later', async () => {
    const shop = await createGatheringShop()
    const ids = await shop.many(6)
    const { body } = await shop.approve(6)
    const late = await shop.many(2)
    await shop.settle()
    expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: 6 })
    expect(await shop.statuses([...ids, ...late])).toEqual([
      ...Array(6).fill('SCHEDULED'),
      ...Array(2).fill('PENDING_APPROVAL'),
    ])
  })

  test.each([
    ['an item has left', 'PENDING_APPROVAL', 'HELD'],
    ['an older item has entered', 'HELD', 'PENDING_APPROVAL'],
  ] as const)('stay unchanged if %s the filter in the meantime', async (_what, from, to) => {
    const shop = await createGatheringShop()
    const ids = await shop.many(7)
    await shop.force(ids[0]!, from)
    const { body } = await shop.approve(from === 'HELD' ? 6 : 7)
    await shop.force(ids[0]!, to)
    const before = await shop.statuses(ids)
    await shop.settle()
    const refused = await shop.seen(body.id)
    expect(refused).toMatchObject({ status: 'REFUSED', doneCount: 0, completedAt: expect.any(String) })
    expect(await shop.statuses(ids)).toEqual(before)
    expect(await shop.failures(body.id)).toEqual([])
    expect(await shop.left()).toEqual([0, 0])
    expect(await shop.act('itemActions.cancel', body.id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    const query = { 'filter[status]': 'REFUSED' }
    expect((await shop.call('itemActions.list', { query })).body.data).toEqual([refused])
  })

  test('are gathered once for requests with the same Idempotency-Key', async () => {
    const shop = await createGatheringShop()
    await shop.many(6)
    const first = await shop.approve(6, 'once')
    await shop.settle()
    await shop.many(6)
    const again = await shop.approve(6, 'once')
    expect(again.body).toEqual(first.body)
    await shop.settle()
    expect((await shop.call('itemActions.list')).body.data).toMatchObject([{ succeededCount: 6 }])
  })

  test('are unchanged if the action is cancelled before they are gathered', async () => {
    const shop = await createGatheringShop()
    const ids = await shop.many(6)
    const { body } = await shop.approve(6)
    expect((await shop.act('itemActions.cancel', body.id)).body).toMatchObject({ status: 'CANCELLED' })
    expect(await shop.left()).toEqual([0, 0])
    await shop.settle()
    expect(await shop.statuses(ids)).toEqual(Array(6).fill('PENDING_APPROVAL'))
  })

  test('are limited to one organisation and mode', async () => {
    const shop = await createGatheringShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' }, shop.keys.test)
    const tests = await shop.many(5, { postflowId }, shop.keys.test)
    const live = await shop.many(6)
    const { body } = await shop.approve(6)
    await shop.settle()
    expect(await shop.seen(body.id)).toMatchObject({ status: 'COMPLETED', succeededCount: 6 })
    expect(await shop.statuses([...live, ...tests])).toEqual([
      ...Array(6).fill('SCHEDULED'),
      ...Array(5).fill('PENDING_APPROVAL'),
    ])
  })
})

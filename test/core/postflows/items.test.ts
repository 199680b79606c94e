import { describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const statusOf = async (shop: ItemShop, id: string) => {
  const { status, heldReason } = await shop.row(id)
  return heldReason ? `${status} ${heldReason}` : status
}

describe('pausing a Postflow', () => {
  const scheduled = 'SCHEDULED'
  const paused = 'HELD POSTFLOW_PAUSED'

  test('holds new items immediately, and unscheduled ones by a job', async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    const [pending, needy] = [await shop.create({ postflowId }), await shop.create({ postflowId, data: {} })]
    const approved = await shop.create({ postflowId })
    await shop.act('items.approve', approved.id)
    expect((await shop.act('postflows.pause', postflowId)).body.status).toBe('PAUSED')
    const late = await shop.create({ postflowId })
    expect(await statusOf(shop, late.id)).toBe(paused)
    await shop.settle()
    expect(await statusOf(shop, pending.id)).toBe(paused)
    expect(await statusOf(shop, needy.id)).toBe('NEEDS_ATTENTION')
    expect(await statusOf(shop, approved.id)).toBe(scheduled)
    // An item corrected while the Postflow is paused waits like the others.
    await shop.act('items.patch', needy.id, { body: { data: { firstName: 'Zoë' } } })
    expect(await statusOf(shop, needy.id)).toBe(paused)
    await shop.act('postflows.resume', postflowId)
    await shop.settle()
    for (const { id } of [pending, needy, late]) expect(await statusOf(shop, id)).toBe('PENDING_APPROVAL')
    expect(await shop.events(pending.id)).toEqual(['created', 'pending_approval', 'held', 'pending_approval'])
    expect(shop.logged).toEqual([])
  })

  test('withdraws scheduled items with holdScheduled, and releases their money, while the run is open', async () => {
    const shop = await createItemShop()
    const [first, second] = [await shop.create(), await shop.create({ sendOn: '2026-01-20' })]
    shop.clock.set(first.cancellableUntil)
    await shop.act('postflows.pause', shop.postflowId, { body: { holdScheduled: true } })
    await shop.settle()
    // The first item's run closed at the instant of the pause.
    expect((await shop.row(first.id)).status).not.toBe('HELD')
    expect(await statusOf(shop, second.id)).toBe(paused)
    expect(await shop.row(second.id)).toMatchObject({ runId: null, cancellableUntil: null })
    expect((await shop.money()).available).toBe(99_911)
    await shop.act('postflows.resume', shop.postflowId)
    await shop.settle()
    expect(await shop.events(second.id)).toEqual([
      'created',
      'ready',
      'scheduled',
      'held',
      'ready',
      'scheduled',
    ])
    expect(shop.logged).toEqual([])
  })

  test('and resuming before the job has run leaves everything unchanged', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    await shop.act('postflows.pause', shop.postflowId, { body: { holdScheduled: true } })
    await shop.act('postflows.resume', shop.postflowId)
    await shop.settle()
    expect(await shop.events(item.id)).toEqual(['created', 'ready', 'scheduled'])
  })

  test('moves more items than one transaction holds', async () => {
    const shop = await createItemShop()
    const rows = (from: number) =>
      Array.from({ length: 300 }, (_, index) => ({
        postflowId: shop.postflowId,
        recipient: { ...zoe, houseNumber: String(from + index) },
        data: { firstName: 'Z' },
      }))
    await shop.call('items.createBulk', { body: { items: rows(1) } })
    await shop.call('items.createBulk', { body: { items: rows(301) } })
    await shop.act('postflows.pause', shop.postflowId, { body: { holdScheduled: true } })
    await shop.settle()
    const held = await shop.call('items.list', {
      query: { 'filter[heldReason]': 'POSTFLOW_PAUSED', include: 'total', limit: 1 },
    })
    expect(held.body.totalCount).toBe(600)
    expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
  })

  test('and resuming lets an item without sufficient funds wait for them', async () => {
    const shop = await createItemShop({ fundsCents: 89 })
    await shop.act('postflows.pause', shop.postflowId)
    const [first, second] = [await shop.create(), await shop.create()]
    await shop.act('postflows.resume', shop.postflowId)
    await shop.settle()
    expect(await statusOf(shop, first.id)).toBe(scheduled)
    expect(await statusOf(shop, second.id)).toBe('HELD INSUFFICIENT_FUNDS')
  })
})

describe('archiving a Postflow', () => {
  test('cancels waiting items; scheduled ones are printed', async () => {
    const shop = await createItemShop()
    const [scheduled, needy] = [await shop.create(), await shop.create({ data: {} })]
    await shop.act('postflows.archive', shop.postflowId)
    await shop.settle()
    expect(await statusOf(shop, scheduled.id)).toBe('SCHEDULED')
    expect(await statusOf(shop, needy.id)).toBe('CANCELLED')
  })
})

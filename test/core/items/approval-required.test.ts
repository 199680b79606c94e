import { describe, expect, test } from 'vitest'
import type { ItemRow } from '../../../src/core/model/items.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

const endApproval = (shop: ItemShop, postflowId: string) =>
  shop.act('postflows.patch', postflowId, { body: { approval: 'NONE' } })

const pause = async (shop: ItemShop, postflowId: string) => {
  await shop.act('postflows.pause', postflowId)
  await shop.settle()
}
const resume = async (shop: ItemShop, postflowId: string) => {
  await shop.act('postflows.resume', postflowId)
  await shop.settle()
}
const write = (shop: ItemShop, id: string, data: object) => shop.act('items.patch', id, { body: { data } })

/** Rewrites a row as stored by a version before 0.3.0. */
const asWrittenBefore = (shop: ItemShop, id: string, patch: Partial<ItemRow> = {}) =>
  shop.services.store.write((rows) => rows.items.update(everyone, id, { approvalRequired: null, ...patch }))

const statusOf = async (shop: ItemShop, id: string) => (await shop.row(id)).status

describe('an item whose Postflow required approval', () => {
  test.each<[string, (shop: ItemShop, item: { id: string; postflowId: string }) => Promise<unknown>]>([
    ['it is changed', (shop, { id }) => write(shop, id, { firstName: 'Ana' })],
    [
      'its Postflow is paused and resumed',
      async (shop, { postflowId }) => {
        await pause(shop, postflowId)
        await resume(shop, postflowId)
      },
    ],
    [
      'it becomes invalid and is corrected',
      async (shop, { id }) => {
        await write(shop, id, {})
        expect(await statusOf(shop, id)).toBe('NEEDS_ATTENTION')
        await write(shop, id, { firstName: 'Ana' })
      },
    ],
    [
      'it is approved, and changed afterwards',
      async (shop, { id, postflowId }) => {
        await shop.act('items.approve', id)
        await shop.act('postflows.pause', postflowId, { body: { holdScheduled: true } })
        await shop.settle()
        await write(shop, id, { firstName: 'Ana' })
        await resume(shop, postflowId)
      },
    ],
  ])('still waits for it after the Postflow stops requiring it and %s', async (_how, change) => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    const item = await shop.create({ postflowId })
    expect(item).toMatchObject({ status: 'PENDING_APPROVAL', approvalRequired: true })
    await endApproval(shop, postflowId)
    await change(shop, item)
    expect(await statusOf(shop, item.id)).toBe('PENDING_APPROVAL')
    expect((await shop.act('items.approve', item.id)).body.status).toBe('SCHEDULED')
    expect(shop.logged).toEqual([])
  })

  test('also needs it if the Postflow was paused at its creation', async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    await pause(shop, postflowId)
    const { id } = await shop.create({ postflowId })
    await endApproval(shop, postflowId)
    await resume(shop, postflowId)
    expect(await statusOf(shop, id)).toBe('PENDING_APPROVAL')
    expect((await shop.act('items.reject', id)).body.status).toBe('CANCELLED')
  })

  test('is cancelled with its Postflow', async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    const { id } = await shop.create({ postflowId })
    await endApproval(shop, postflowId)
    await shop.act('postflows.archive', postflowId)
    await shop.settle()
    expect(await statusOf(shop, id)).toBe('CANCELLED')
  })
})

describe('an item whose Postflow requires no approval', () => {
  test('proceeds, but needs approval if the Postflow requires it while the item waits', async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow()
    const [sent, waits] = [await shop.create({ postflowId }), await shop.create({ postflowId, data: {} })]
    expect(sent).toMatchObject({ status: 'SCHEDULED', approvalRequired: false })
    await shop.act('postflows.patch', postflowId, { body: { approval: 'PER_ITEM' } })
    const { body } = await write(shop, waits.id, { firstName: 'Zoë' })
    expect(body).toMatchObject({ status: 'PENDING_APPROVAL', approvalRequired: true })
    await endApproval(shop, postflowId)
    expect((await write(shop, waits.id, { firstName: 'Ana' })).body.status).toBe('PENDING_APPROVAL')
  })
})

describe('an item created before 0.3.0', () => {
  test('still needs the approval it was waiting for', async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    const { id } = await shop.create({ postflowId })
    await asWrittenBefore(shop, id)
    await endApproval(shop, postflowId)
    await pause(shop, postflowId)
    await asWrittenBefore(shop, id)
    await resume(shop, postflowId)
    expect(await statusOf(shop, id)).toBe('PENDING_APPROVAL')
  })

  test('proceeds without approval if it never waited and its Postflow requires none', async () => {
    const shop = await createItemShop()
    const { id } = await shop.create({ data: {} })
    await asWrittenBefore(shop, id)
    expect((await write(shop, id, { firstName: 'Zoë' })).body.status).toBe('SCHEDULED')
  })
})

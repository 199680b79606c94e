import { describe, expect, test } from 'vitest'
import { itemStatuses } from '../../../src/core/model/items.ts'
import { createItemShop } from '../../support/items.ts'

const reprintable = ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED']

/** Creates an item that was handed to the carrier. */
const sent = async (options?: Parameters<typeof createItemShop>[0]) => {
  const shop = await createItemShop(options)
  const item = await shop.create({ reference: 'order 7' })
  await shop.force(item.id, 'COMPLETED')
  return {
    shop,
    item,
    reprint: (body?: unknown, key?: string) =>
      shop.act('items.reprint', item.id, { body, ...(key ? { key } : {}) }),
  }
}

describe('reprinting an item', () => {
  test('creates a new item with the same text, linked in both directions', async () => {
    const { shop, item, reprint } = await sent()
    const before = await shop.money()
    const answer = await reprint()
    expect(answer).toMatchObject({
      status: 201,
      body: {
        status: 'SCHEDULED',
        reprintOfItemId: item.id,
        reprintedAsItemId: null,
        recipient: item.recipient,
        data: item.data,
        reference: 'order 7',
        templateVersionId: item.templateVersionId,
        priceCents: item.priceCents,
        scanCount: 0,
      },
    })
    expect(answer.body.tracking.code).not.toBe(item.tracking.code)
    expect(await shop.row(item.id)).toMatchObject({ status: 'COMPLETED', reprintedAs: answer.body.id })
    expect((await shop.money()).reserved).toBe(before.reserved + item.priceCents)
    expect(await shop.events(answer.body.id)).toEqual(['created', 'ready', 'scheduled'])
  })

  test.each(itemStatuses)('in status %s', async (status) => {
    const shop = await createItemShop()
    const { id } = await shop.create()
    await shop.force(id, status)
    const answer = await shop.act('items.reprint', id)
    if (reprintable.includes(status)) expect(answer.status).toBe(201)
    else {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', detail: `This item is ${status} and cannot be reprinted.` },
      })
    }
  })

  test('works once: a second reprint is made from the first', async () => {
    const { shop, reprint } = await sent()
    const { id } = (await reprint()).body
    expect(await reprint()).toMatchObject({
      status: 409,
      body: { detail: `This item was already reprinted as ${id}. Reprint that one.` },
    })
    await shop.act('items.cancel', id)
    expect((await reprint()).status).toBe(201)
  })

  test('waits for funds like any other item', async () => {
    const shop = await createItemShop({ fundsCents: 150 })
    const { id } = await shop.create()
    await shop.force(id, 'COMPLETED')
    expect((await shop.act('items.reprint', id)).body).toMatchObject({
      status: 'HELD',
      heldReason: 'INSUFFICIENT_FUNDS',
    })
  })

  test('free of charge requires an operator', async () => {
    const { shop, reprint } = await sent()
    expect(await reprint({ charge: false })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
    const before = await shop.money()
    const operator = await shop.key('live', ['items.write', 'runs.manage'])
    expect((await reprint({ charge: false }, operator)).body).toMatchObject({
      status: 'SCHEDULED',
      priceCents: 0,
    })
    expect(await shop.money()).toEqual(before)
  })

  test('checks the suppression list again', async () => {
    const { shop, item, reprint } = await sent()
    await shop.call('suppressions.create', { body: { recipient: item.recipient, reason: 'opt_out' } })
    expect((await reprint()).body.status).toBe('SUPPRESSED')
  })

  test('requires an item of the organisation and mode', async () => {
    const { shop, item } = await sent()
    const { keys } = await shop.another()
    for (const key of [keys.live, shop.keys.test]) {
      expect((await shop.act('items.reprint', item.id, { key })).status).toBe(404)
    }
  })
})

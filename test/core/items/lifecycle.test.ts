import { describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { moveItem } from '../../../src/core/features/items/move.ts'
import { saveItem } from '../../../src/core/features/items/save.ts'
import { type ItemStatus, itemLifecycle, itemStatuses } from '../../../src/core/model/items.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/**
 * The complete matrix, written independently: from the status of each row, an item may go to the columns
 * marked `x`, but not to those marked `.`.
 */
const matrix = `
                    CR NE SU PE HE RE SC IN HA CO RT NS FA CA
CREATED             .  x  x  x  x  x  .  .  .  .  .  .  .  x
NEEDS_ATTENTION     .  x  x  x  x  x  .  .  .  .  .  .  .  x
SUPPRESSED          .  .  .  .  .  .  .  .  .  .  .  .  .  .
PENDING_APPROVAL    .  x  x  x  x  x  .  .  .  .  .  .  .  x
HELD                .  x  x  x  x  x  .  .  .  .  .  .  .  x
READY               .  x  x  x  x  x  x  .  .  .  .  .  .  x
SCHEDULED           .  x  x  .  x  x  .  x  .  .  .  .  x  x
IN_PRODUCTION       .  .  .  .  .  .  .  .  x  .  .  x  x  .
HANDED_TO_CARRIER   .  .  .  .  .  .  .  .  .  x  x  x  .  .
COMPLETED           .  .  .  .  .  .  .  .  .  .  x  .  .  .
RETURNED            .  .  .  .  .  .  .  .  .  .  .  .  .  .
NOT_SENT            .  .  .  .  .  .  .  .  .  .  .  .  .  .
FAILED              .  .  .  .  .  .  .  .  .  .  .  .  .  .
CANCELLED           .  .  .  .  .  .  .  .  .  .  .  .  .  .
`
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/))

const move = (shop: ItemShop, id: string, to: ItemStatus) =>
  transact(shop.services, async (transaction) => {
    const item = (await transaction.rows.items.get({ organisationId: shop.organisation.id }, id))!
    const { services, organisation } = shop
    const context = { services, transaction, organisation, now: shop.clock.now() }
    await saveItem(transaction.rows, moveItem(context, item, to))
  })

describe('the lifecycle of an item', () => {
  test('matches the matrix, and every refused move names both statuses', () => {
    expect(matrix.map(([from]) => from)).toEqual(itemStatuses)
    for (const [from, ...cells] of matrix as [ItemStatus, ...string[]][]) {
      for (const [column, to] of itemStatuses.entries()) {
        const attempt = () => itemLifecycle.assert(from, to)
        if (cells[column] === 'x') expect(attempt, `${from} → ${to}`).not.toThrow()
        else {
          expect(attempt, `${from} → ${to}`).toThrow(
            expect.objectContaining({
              code: 'invalid_state',
              status: 409,
              message: `This item is ${from} and cannot become ${to}.`,
            }),
          )
        }
      }
    }
  })
})

/** Moves of an item that costs 89 cents: [available, reserved] of 1,000 cents after each one. */
const ways: { way: ItemStatus[]; money: [number, number][] }[] = [
  {
    way: ['IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED'],
    money: [
      [911, 0],
      [911, 0],
      [911, 0],
      [911, 0],
    ],
  },
  {
    way: ['IN_PRODUCTION', 'NOT_SENT'],
    money: [
      [911, 0],
      [1000, 0],
    ],
  },
  {
    way: ['IN_PRODUCTION', 'FAILED'],
    money: [
      [911, 0],
      [1000, 0],
    ],
  },
  {
    way: ['IN_PRODUCTION', 'HANDED_TO_CARRIER', 'NOT_SENT'],
    money: [
      [911, 0],
      [911, 0],
      [1000, 0],
    ],
  },
  { way: ['CANCELLED'], money: [[1000, 0]] },
  { way: ['SUPPRESSED'], money: [[1000, 0]] },
  { way: ['HELD'], money: [[1000, 0]] },
  { way: ['FAILED'], money: [[1000, 0]] },
  { way: ['READY'], money: [[911, 89]] },
  {
    way: ['READY', 'CANCELLED'],
    money: [
      [911, 89],
      [1000, 0],
    ],
  },
]

describe('the money of an item', () => {
  test.each(ways)('scheduled → $way', async ({ way, money }) => {
    const shop = await createItemShop({ fundsCents: 1_000 })
    const item = await shop.create()
    expect(await shop.money()).toEqual({ available: 911, reserved: 89 })
    for (const [index, to] of way.entries()) {
      await move(shop, item.id, to)
      const [available, reserved] = money[index]!
      expect(await shop.money(), to).toEqual({ available, reserved })
    }
  })

  test('of a test item is never touched', async () => {
    const shop = await createItemShop({ fundsCents: 1_000 })
    const key = shop.keys.test
    const item = await shop.create({ postflowId: await shop.postflow({}, key) }, key)
    for (const to of ['IN_PRODUCTION', 'NOT_SENT'] as const) await move(shop, item.id, to)
    expect(await shop.money()).toEqual({ available: 1_000, reserved: 0 })
  })
})

/** Statuses that allow an operation. In any other, it is answered with a 409 that names the status. */
const editable: ItemStatus[] = ['CREATED', 'NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY']
const cancellable: ItemStatus[] = [...editable, 'SCHEDULED']
const operations: {
  operation: string
  body?: unknown
  allowed: ItemStatus[]
  refusal: (status: string) => string
}[] = [
  {
    operation: 'items.patch',
    body: { addressOverride: true },
    allowed: editable,
    refusal: (status) =>
      `This item is ${status}, so addressOverride can no longer change. reference and metadata still can.`,
  },
  {
    operation: 'items.cancel',
    allowed: cancellable,
    refusal: (status) => `This item is ${status} and cannot become CANCELLED.`,
  },
  {
    operation: 'items.approve',
    allowed: ['PENDING_APPROVAL'],
    refusal: (status) => `This item is ${status} and cannot be approved.`,
  },
  {
    operation: 'items.reject',
    allowed: ['PENDING_APPROVAL'],
    refusal: (status) => `This item is ${status} and cannot be rejected.`,
  },
]

describe('an operation on an item', () => {
  test.each(operations)('$operation depends on the status', async ({ operation, body, allowed, refusal }) => {
    const shop = await createItemShop()
    for (const status of itemStatuses) {
      const item = await shop.create()
      await shop.force(item.id, status)
      const response = await shop.act(operation, item.id, { body })
      if (allowed.includes(status)) expect(response.status, status).toBe(200)
      else
        expect(response, status).toMatchObject({
          status: 409,
          body: { code: 'invalid_state', detail: refusal(status) },
        })
    }
  })
})

describe('cancelling', () => {
  test('works until the cutoff, to the millisecond, whether or not the scheduler has run', async () => {
    const shop = await createItemShop()
    const [early, late] = [await shop.create(), await shop.create()]
    const cutoff = Date.parse(early.cancellableUntil)
    shop.clock.set(new Date(cutoff - 1).toISOString())
    const cancelled = await shop.act('items.cancel', early.id)
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', runId: null, cancellableUntil: null })
    expect(await shop.money()).toEqual({ available: 99_911, reserved: 89 })
    shop.clock.set(new Date(cutoff).toISOString())
    expect((await shop.row(late.id)).status).toBe('SCHEDULED')
    expect(await shop.act('items.cancel', late.id)).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        detail:
          'This item is SCHEDULED and its run is closed (cutoff 2026-01-06T09:00:00.000Z), so it can no longer be cancelled.',
      },
    })
  })

  test('is refused before the cutoff if an operator has closed the run', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    await shop.services.store.write((rows) =>
      rows.runs.update({ organisationId: shop.organisation.id }, item.runId, { status: 'CUTOFF_REACHED' }),
    )
    expect((await shop.act('items.cancel', item.id)).status).toBe(409)
  })

  test('removes the item from its run', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    const count = async () =>
      (await shop.services.store.read((rows) =>
        rows.runs.get({ organisationId: shop.organisation.id }, item.runId),
      ))!.itemCount
    expect(await count()).toBe(1)
    await shop.act('items.cancel', item.id)
    expect(await count()).toBe(0)
  })
})

describe('approval', () => {
  const waiting = async () => {
    const shop = await createItemShop()
    const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
    return { shop, postflowId, item: await shop.create({ postflowId }) }
  }

  test('releases the item', async () => {
    const { shop, item } = await waiting()
    const approved = await shop.act('items.approve', item.id)
    expect(approved.body).toMatchObject({ status: 'SCHEDULED', approvedAt: '2026-01-05T09:00:00.000Z' })
    expect(await shop.events(item.id)).toEqual(['created', 'pending_approval', 'ready', 'scheduled'])
    expect(await shop.money()).toEqual({ available: 99_911, reserved: 89 })
  })

  test('checks the suppression list again', async () => {
    const { shop, item } = await waiting()
    await shop.call('suppressions.create', { body: { recipient: zoe, reason: 'opt_out' } })
    expect((await shop.act('items.approve', item.id)).body.status).toBe('SUPPRESSED')
  })

  test('rejected, cancels the item and keeps the reason', async () => {
    const { shop, item } = await waiting()
    const rejected = await shop.act('items.reject', item.id, { body: { reason: 'wrong tone' } })
    expect(rejected.body.status).toBe('CANCELLED')
    const { data } = (await shop.act('items.history', item.id)).body
    expect(data.at(-1)).toMatchObject({ status: 'CANCELLED', decision: 'REJECTED', reason: 'wrong tone' })
  })
})

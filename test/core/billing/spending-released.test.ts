import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { type CappedShop, createCappedShop } from '../../support/capped.ts'
import { people } from '../../support/postbatches.ts'

const price = 89
const waits = 'HELD SPENDING_CAP'

let shop: CappedShop
beforeEach(async () => {
  shop = await createCappedShop()
})

describe('items that wait for a cap continue, oldest first,', () => {
  const held = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) ids.push((await shop.order()).id)
    return ids
  }
  const states = (ids: readonly string[]) => Promise.all(ids.map(shop.stateOf))

  test('when it is raised, as far as it reaches', async () => {
    await shop.cap(0)
    const ids = await held(3)
    await shop.cap(2 * price)
    expect(await states(ids)).toEqual(['SCHEDULED', 'SCHEDULED', waits])
    await shop.agrees()
  })

  test('when it is removed', async () => {
    await shop.cap(0)
    const ids = await held(3)
    await shop.cap(null)
    expect(await states(ids)).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    await shop.agrees()
  })

  test('when something is cancelled', async () => {
    await shop.cap(price)
    const [first, second, third] = await held(3)
    await shop.act('items.cancel', first!)
    await shop.settle()
    expect(await states([second!, third!])).toEqual(['SCHEDULED', waits])
    expect(await shop.spent()).toBe(price)
    await shop.agrees()
  })

  test('when a new month begins in the organisation’s time zone, and not before', async () => {
    await shop.cap(price)
    const [, second, third] = await held(3)
    // Midnight in Amsterdam, by then in summer time.
    await shop.advance('2026-03-31T21:59:59Z')
    expect(await states([second!, third!])).toEqual([waits, waits])
    await shop.advance('2026-03-31T22:00:00Z')
    expect(await states([second!, third!])).toEqual(['SCHEDULED', waits])
    expect(await shop.spending()).toMatchObject({ month: '2026-04', spentCents: price })
    expect((await shop.row(second!)).spentMonth).toBe('2026-04')
    await shop.advance('2026-04-30T22:00:00Z')
    expect(await shop.stateOf(third!)).not.toBe(waits)
    await shop.agrees()
  })

  const moveTo = async (timeZone: string) => {
    const answer = await shop.call('organisation.patch', { session: shop.owner, body: { timeZone } })
    expect(answer.status).toBe(200)
    await shop.settle()
  }

  test('when the month begins earlier, in another time zone', async () => {
    await shop.cap(price)
    const [, second] = await held(2)
    // Lets the second recount of the cap pass first, because it retries waiting items as well.
    await shop.advance(2 * minuteMs)
    await moveTo('Asia/Tokyo')
    await shop.advance('2026-03-31T14:59:59Z')
    expect(await shop.stateOf(second!)).toBe(waits)
    await shop.advance('2026-03-31T15:00:00Z')
    expect(await shop.stateOf(second!)).toBe('SCHEDULED')
    await shop.agrees()
  })

  test('when the month begins later, in another time zone', async () => {
    await shop.cap(price)
    const [, second] = await held(2)
    await moveTo('America/New_York')
    await shop.advance('2026-04-01T03:59:59Z')
    expect(await shop.stateOf(second!)).toBe(waits)
    await shop.advance('2026-04-01T04:00:00Z')
    expect(await shop.stateOf(second!)).toBe('SCHEDULED')
    await shop.agrees()
  })

  test('immediately if the next month has already begun in another time zone', async () => {
    await shop.cap(price)
    const [, second] = await held(2)
    await shop.advance('2026-03-31T12:00:00Z')
    await moveTo('Pacific/Kiritimati')
    expect(await shop.stateOf(second!)).toBe('SCHEDULED')
    expect(await shop.spending()).toMatchObject({ month: '2026-04', spentCents: price })
    await shop.agrees()
  })

  test('in batches of more than a hundred', async () => {
    await shop.cap(0)
    const items = people(130).map((each) => ({ postflowId: shop.postflowId, ...(each as object) }))
    await shop.call('items.createBulk', { body: { items } })
    await shop.cap(1_000_000)
    const { body } = await shop.call('items.counts')
    expect(body.byStatus).toMatchObject({ SCHEDULED: 130, HELD: 0 })
    await shop.agrees()
  })

  test('and then wait for funds if necessary', async () => {
    shop = await createCappedShop({ fundsCents: price })
    await shop.cap(0)
    const ids = await held(2)
    await shop.cap(null)
    expect(await states(ids)).toEqual(['SCHEDULED', 'HELD INSUFFICIENT_FUNDS'])
    await shop.agrees()
  })
})

describe('if another time zone is still in the previous month', () => {
  test('a cap set in the next month includes that month’s spending', async () => {
    const { id, key } = await shop.makeKey()
    await shop.order({}, key)
    await shop.advance('2026-03-31T22:30:00Z')
    await shop.cap(price)
    await shop.capKey(id, 5 * price)
    expect(await shop.spending()).toMatchObject({ month: '2026-04', spentCents: 0 })
    const body = { timeZone: 'America/New_York' }
    expect((await shop.call('organisation.patch', { session: shop.owner, body })).status).toBe(200)
    await shop.settle()
    expect(await shop.spending()).toMatchObject({
      month: '2026-03',
      spentCents: price,
      keys: [{ apiKeyId: id, spentCents: price }],
    })
    expect(await shop.stateOf((await shop.order()).id)).toBe(waits)
    await shop.agrees()
  })
})

describe('refunds count in the month of the spending', () => {
  const rowOf = async (which: string) =>
    (await shop.services.store.read((rows) =>
      rows.spending.get(everyone, `${shop.organisation.id}||${which}`),
    ))!

  test('after a refund in a later month', async () => {
    await shop.cap(2 * price)
    const { id, runId } = await shop.order()
    await shop.advance('2026-04-02T08:00:00Z')
    await shop.order()
    expect((await rowOf('2026-03')).spentCents).toBe(price)
    expect((await rowOf('2026-04')).spentCents).toBe(price)
    const run = await shop.services.store.read((rows) => rows.runs.get(everyone, runId))
    expect(run!.status).toMatch(/HANDED_TO_|COMPLETED/)
    await shop.refund(id)
    expect((await rowOf('2026-03')).spentCents).toBe(0)
    expect((await rowOf('2026-04')).spentCents).toBe(price)
  })

  test('when a paused Postflow that withdraws its mail releases its spending', async () => {
    await shop.cap(price)
    const { id } = await shop.order()
    await shop.act('postflows.pause', shop.postflowId, { body: { holdScheduled: true } })
    await shop.settle()
    expect([await shop.stateOf(id), await shop.spent()]).toEqual(['HELD POSTFLOW_PAUSED', 0])
    await shop.act('postflows.resume', shop.postflowId)
    await shop.settle()
    expect([await shop.stateOf(id), await shop.spent()]).toEqual(['SCHEDULED', price])
    await shop.agrees()
  })
})

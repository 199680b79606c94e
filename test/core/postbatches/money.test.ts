import { describe, expect, test } from 'vitest'
import { argsOf } from '../../../src/core/engine/jobs/kinds.ts'
import { transact } from '../../../src/core/engine/transact.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { movePostbatchItems } from '../../../src/core/features/postbatches/jobs/postbatches.ts'
import { not } from '../../../src/core/kernel/query.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'
import { zoe } from '../../support/recipients.ts'

const german = (number: number) => ({
  ...person(number),
  recipient: {
    ...zoe,
    name: `G ${number}`,
    street: 'Weg',
    postalCode: '10115',
    houseNumber: `${number}`,
    city: 'Berlin',
    country: 'DE',
  },
})

const agrees = async (shop: PostbatchShop) =>
  (await shop.services.store.read((rows) => recount(rows, shop.organisation.id))).differences

/** The stored totals, with those added up from the items. */
const totalsAgree = async (shop: PostbatchShop, postbatchId: string) => {
  const [kept, items] = await shop.services.store.read((rows) =>
    Promise.all([
      rows.postbatchTotals.find(everyone, { postbatchId, itemCount: not(0) }),
      rows.items.find(everyone, { postbatchId }),
    ]),
  )
  const counted = new Map<string, number>()
  for (const item of items) {
    const key = `${postbatchId}|${item.status}|${item.recipientCountry}|${item.priceCents}|${item.runId ?? ''}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  expect(Object.fromEntries(kept.map(({ id, itemCount }) => [id, itemCount]))).toEqual(
    Object.fromEntries(counted),
  )
}

describe('the quote of a Postbatch', () => {
  test('counts by zone, and agrees to the cent with what is captured', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([...people(3), german(50), german(51), { ...person(60), data: {} }])
    const before = (await shop.call('postbatches.quote', { params: { id } })).body
    expect(before).toMatchObject({
      status: 'VALIDATED',
      currency: 'EUR',
      quantity: 5,
      leftOut: { needsAttention: 1, suppressed: 0 },
      availableCents: 100_000,
      missingCents: 0,
      vatRate: 21,
    })
    expect(
      before.lines.map(({ zone, quantity }: { zone: string; quantity: number }) => `${zone} ${quantity}`),
    ).toEqual(['domestic 3', 'europe 2'])
    expect(before.vatCents).toBe(Math.floor((before.subtotalCents * 21 + 50) / 100))
    expect(before.totalCents).toBe(before.subtotalCents + before.vatCents)
    await shop.step('postbatches.approve', id)
    expect(await shop.money()).toEqual({
      available: 100_000 - before.subtotalCents,
      reserved: before.subtotalCents,
    })
    await shop.advance((await shop.read(id)).cancellableUntil)
    const after = (await shop.call('postbatches.quote', { params: { id } })).body
    expect(after).toMatchObject({
      status: 'IN_PRODUCTION',
      lines: before.lines,
      subtotalCents: before.subtotalCents,
      totalCents: before.totalCents,
    })
    expect(await shop.money()).toEqual({ available: 100_000 - before.subtotalCents, reserved: 0 })
    const spent = (await shop.call('analytics.summary', { query: { postbatchId: id } })).body.totals
      .spendCents
    expect(spent).toBe(before.subtotalCents)
    expect(await agrees(shop)).toEqual([])
    await totalsAgree(shop, id)
  })

  test('requires no balance in test mode and for organisations with monthly invoices', async () => {
    const shop = await createPostbatchShop({ fundsCents: 0, monthly: true })
    const live = await shop.validated(people(2))
    expect((await shop.call('postbatches.quote', { params: { id: live } })).body).toMatchObject({
      availableCents: null,
      missingCents: null,
    })
    await shop.step('postbatches.approve', live)
    expect((await shop.read(live)).status).toBe('SCHEDULED')
    expect(await agrees(shop)).toEqual([])
    const key = shop.keys.test
    const test = await shop.draft(people(2), {}, key)
    await shop.step('postbatches.validate', test, { key })
    await shop.step('postbatches.approve', test, { key })
    expect((await shop.read(test, key)).status).toBe('SCHEDULED')
  })
})

describe('approving a Postbatch', () => {
  test('without sufficient funds tells an approver so, without amounts', async () => {
    const shop = await createPostbatchShop({ fundsCents: 200 })
    const id = await shop.validated(people(3))
    const session = await shop.portal({ role: 'approver', email: 'bram@example.com' })
    const call = { session, params: { id } }
    const quoted = async () => (await shop.call('postbatches.quote', call)).body
    const untold = { availableCents: null, missingCents: null, capsReached: [] }
    expect(await quoted()).toMatchObject({ ...untold, isBalanceShort: true, isCapReached: false })
    const refused = async () => (await shop.call('postbatches.approve', call)).body
    expect(await refused()).toMatchObject({
      code: 'insufficient_funds',
      detail: expect.stringMatching(/^The balance does not cover this Postbatch\. [^0-9]*$/),
    })
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { spendingCapCents: 100 }),
    )
    expect(await quoted()).toMatchObject({ ...untold, isBalanceShort: true, isCapReached: true })
    expect(await refused()).toMatchObject({
      code: 'spending_cap_reached',
      detail: expect.stringMatching(/^The spending cap of the organisation does not allow[^0-9]*$/),
    })
  })

  test('reserves the whole amount or nothing, and reports what is missing', async () => {
    const shop = await createPostbatchShop({ fundsCents: 200 })
    const id = await shop.validated(people(3))
    const { subtotalCents } = (await shop.call('postbatches.quote', { params: { id } })).body
    const refused = await shop.refuse('postbatches.approve', id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } })
    expect(refused.body.detail).toBe(
      `Approving this Postbatch takes EUR ${(subtotalCents / 100).toFixed(2)}, but only EUR 2.00 is available: EUR ${((subtotalCents - 200) / 100).toFixed(2)} is missing. Nothing was reserved.`,
    )
    expect(await shop.money()).toEqual({ available: 200, reserved: 0 })
    expect((await shop.read(id)).status).toBe('VALIDATED')
    await topUp(shop.services, { organisationId: shop.organisation.id, amountCents: subtotalCents - 200 })
    await shop.step('postbatches.approve', id)
    expect(await shop.money()).toEqual({ available: 0, reserved: subtotalCents })
    expect((await shop.read(id)).itemsByStatus.SCHEDULED).toBe(3)
    expect(await agrees(shop)).toEqual([])
  })

  test('lets no other purchase spend the reserved money', async () => {
    const shop = await createPostbatchShop({ fundsCents: 89 * 3 })
    const id = await shop.validated(people(3))
    await shop.refuse('postbatches.approve', id)
    const other = await shop.create()
    expect(other.heldReason).toBe('INSUFFICIENT_FUNDS')
    await shop.settle()
    expect((await shop.read(id)).itemsByStatus.SCHEDULED).toBe(3)
    expect((await shop.row(other.id)).status).toBe('HELD')
    expect(await agrees(shop)).toEqual([])
  })

  test('releases money that its items did not need', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(4))
    const items = (await shop.call('items.list', { query: { 'filter[postbatchId]': id, sort: 'createdAt' } }))
      .body.data
    await shop.refuse('postbatches.approve', id)
    await shop.act('items.cancel', items[0].id)
    await shop.call('suppressions.create', {
      body: { recipient: { ...zoe, houseNumber: '2' }, reason: 'opt_out' },
    })
    await shop.settle()
    expect(await shop.read(id)).toMatchObject({
      status: 'SCHEDULED',
      itemsByStatus: { SCHEDULED: 2, SUPPRESSED: 1, CANCELLED: 1 },
    })
    expect(await shop.money()).toEqual({ available: 100_000 - 2 * 89, reserved: 2 * 89 })
    expect(await agrees(shop)).toEqual([])
    await totalsAgree(shop, id)
  })

  test('leaves out items that need attention, and is refused if none can be sent', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated([person(1), { ...person(2), data: {} }])
    await shop.step('postbatches.approve', id)
    expect(await shop.read(id)).toMatchObject({
      status: 'SCHEDULED',
      itemsByStatus: { SCHEDULED: 1, CANCELLED: 1 },
    })
    const hopeless = await shop.validated([{ ...person(2), data: {} }])
    expect(await shop.refuse('postbatches.approve', hopeless)).toMatchObject({
      status: 409,
      body: { detail: 'This Postbatch has no item that can be sent.' },
    })
  })

  test('schedules for the first cutoff on or after sendOn', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(2), { sendOn: '2026-01-20' })
    await shop.step('postbatches.approve', id)
    expect((await shop.read(id)).cancellableUntil.slice(0, 10)).toBe('2026-01-20')
  })

  test('moves more items than one transaction holds, even if its job restarts', async () => {
    const shop = await createPostbatchShop({ fundsCents: 89 * 250 })
    const id = await shop.validated(people(250))
    await shop.refuse('postbatches.approve', id)
    let chunks = 0
    const [job] = await shop.services.store.read((rows) =>
      rows.jobs.find(everyone, { kind: 'postbatches.moveItems' }),
    )
    await expect(
      movePostbatchItems.handler({
        services: shop.services,
        job: job!,
        args: argsOf<'postbatches.moveItems'>(job!),
        now: shop.clock.now(),
        transact: (body) => transact(shop.services, body),
        async extend() {
          if (++chunks === 2) throw new Error('The process died.')
        },
        giveWay: () => undefined,
      }),
    ).rejects.toThrow('died')
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ SCHEDULED: 200, HELD: 50 })
    expect(await shop.money()).toEqual({ available: 0, reserved: 89 * 250 })
    await shop.settle()
    expect(await shop.read(id)).toMatchObject({ status: 'SCHEDULED', itemsByStatus: { SCHEDULED: 250 } })
    expect(await shop.money()).toEqual({ available: 0, reserved: 89 * 250 })
    expect(await agrees(shop)).toEqual([])
  })
})

describe('cancelling a Postbatch', () => {
  test('releases everything at any time', async () => {
    const shop = await createPostbatchShop()
    for (const steps of [[], ['validate'], ['validate', 'approve']]) {
      const id = await shop.draft(people(3))
      for (const step of steps) await shop.step(`postbatches.${step}`, id)
      await shop.step('postbatches.cancel', id)
      expect(await shop.read(id)).toMatchObject({ status: 'CANCELLED', itemsByStatus: { CANCELLED: 3 } })
      expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
      await totalsAgree(shop, id)
    }
    expect(await agrees(shop)).toEqual([])
  })

  test('right after approval sends nothing', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(3))
    await shop.refuse('postbatches.approve', id)
    await shop.step('postbatches.cancel', id)
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ CANCELLED: 3 })
    expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
    expect(await shop.eventsOf(id)).toEqual(['validated', 'approved', 'cancelled'])
    expect(await agrees(shop)).toEqual([])
  })

  test('applies until the cutoff, even if its job runs later', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(3))
    await shop.step('postbatches.approve', id)
    const { cancellableUntil } = await shop.read(id)
    shop.clock.set(Date.parse(cancellableUntil) - 1)
    expect((await shop.refuse('postbatches.cancel', id)).status).toBe(200)
    // Removes the job that cancels the items: the cutoff must cancel them as well.
    await shop.services.store.write(async (rows) => {
      await rows.jobs.remove(everyone, { kind: 'postbatches.moveItems' })
    })
    await shop.advance(cancellableUntil)
    expect((await shop.read(id)).itemsByStatus).toMatchObject({ CANCELLED: 3 })
    expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
  })

  test('is final for its items: one that failed before is not printed again', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(2))
    await shop.step('postbatches.approve', id)
    const [item] = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    await shop.force(item!.id, 'FAILED')
    await shop.step('postbatches.cancel', id)
    expect(await shop.act('items.reprint', item!.id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining(`Postbatch ${id} was cancelled`) },
    })
  })

  test('is refused after the cutoff, before any job has run', async () => {
    const shop = await createPostbatchShop()
    const id = await shop.validated(people(3))
    await shop.step('postbatches.approve', id)
    const { cancellableUntil } = await shop.read(id)
    shop.clock.set(cancellableUntil)
    const refused = await shop.refuse('postbatches.cancel', id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.detail).toContain(cancellableUntil)
  })
})

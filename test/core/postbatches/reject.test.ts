import { beforeEach, describe, expect, test } from 'vitest'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop()
})

const reason = 'The date on the letter is over.'
const body = { reason: ` ${reason} ` }
const approver = () => shop.portal({ role: 'approver', email: 'bram@example.com' })

describe('a rejected Postbatch', () => {
  test('is a draft again with all its items, with author, time and reason of the rejection', async () => {
    const session = await approver()
    const id = await shop.validated(people(3))
    const rejected = await shop.step('postbatches.reject', id, { session, body })
    const rejection = {
      at: new Date(shop.clock.now()).toISOString(),
      by: { type: 'USER', id: session.user.id, name: 'bram' },
      reason,
    }
    expect(rejected).toMatchObject({ status: 'DRAFT', validatedAt: null, itemCount: 3, rejection })
    // Approvers don’t see prices.
    expect(rejected.costCents).toBeNull()
    expect(await shop.read(id)).toEqual({ ...rejected, costCents: expect.any(Number) })
    expect(rejected.itemsByStatus).toMatchObject({ HELD: 3, CANCELLED: 0 })
    const listed = await shop.call('postbatches.list', { session })
    expect(listed.body.data).toMatchObject([{ id, rejection }])
    expect(await shop.eventsOf(id)).toEqual(['validated', 'rejected'])
  })

  test('must be validated again before approval, and keeps the rejection', async () => {
    const session = await approver()
    const id = await shop.validated(people(2))
    await shop.step('postbatches.reject', id, { session, body })
    expect(await shop.refuse('postbatches.approve', id, { session })).toMatchObject({ status: 409 })
    await shop.step('postbatches.validate', id)
    expect(await shop.read(id)).toMatchObject({ status: 'VALIDATED', rejection: { reason } })
    await shop.step('postbatches.approve', id, { session })
    expect(await shop.read(id)).toMatchObject({ status: 'SCHEDULED', rejection: { reason } })
    expect(await shop.eventsOf(id)).toEqual(['validated', 'rejected', 'validated', 'approved', 'scheduled'])
  })

  test('reserves nothing, and its copy shows no rejection', async () => {
    const id = await shop.validated(people(2))
    await shop.step('postbatches.reject', id, { body })
    expect(await shop.money()).toEqual({ available: 100_000, reserved: 0 })
    const copy = await shop.step('postbatches.copy', id)
    expect(await shop.read(copy.id)).toMatchObject({ itemCount: 2, rejection: null })
  })

  test("needs its author's attention until it is validated", async () => {
    const counts = async () => {
      const { postbatchesToApprove, postbatchesRejected } = (await shop.call('attention.get')).body
      return [postbatchesToApprove, postbatchesRejected]
    }
    await shop.draft(people(1))
    const id = await shop.validated(people(1, 2))
    expect(await counts()).toEqual([1, 0])
    await shop.step('postbatches.reject', id, { body })
    expect(await counts()).toEqual([0, 1])
    await shop.step('postbatches.validate', id)
    expect(await counts()).toEqual([1, 0])
  })

  test('is in the audit log with its author and without the reason', async () => {
    const session = await approver()
    const id = await shop.validated(people(1))
    await shop.step('postbatches.reject', id, { session, body })
    const query = `filter[resourceId]=${id}&filter[operation]=postbatches.reject`
    const log = await shop.call('auditLog.list', { session: await shop.portal(), query })
    expect(log.body.data).toMatchObject([
      {
        actor: { type: 'USER', id: session.user.id, name: 'bram@example.com' },
        action: 'CHANGED',
        resource: 'postbatch',
        before: { status: 'VALIDATED' },
        after: { status: 'DRAFT', rejectionReason: '[hidden]' },
      },
    ])
    expect(JSON.stringify(log.body)).not.toContain(reason)
  })

  test('loses its reason with the erasure of one of its items, but not its author', async () => {
    const id = await shop.validated([person(1), person(2)])
    await shop.step('postbatches.reject', id, { body: { reason: 'Person 2 has moved.' } })
    const { data } = (await shop.call('items.list', { query: { 'filter[postbatchId]': id } })).body
    await shop.act('items.cancel', data[0].id)
    expect((await shop.act('items.erase', data[0].id)).status).toBeLessThan(300)
    expect((await shop.read(id)).rejection).toMatchObject({ reason: null, by: { type: 'API_KEY' } })
  })
})

describe('rejecting a Postbatch', () => {
  test.each([
    ['no reason', {}],
    ['a blank reason', { reason: '  ' }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('is refused with %s', async (_what, given) => {
    const id = await shop.validated(people(1))
    const refused = await shop.refuse('postbatches.reject', id, { body: given })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'reason' }] } })
    expect((await shop.read(id)).status).toBe('VALIDATED')
  })

  test('accepts a reason of 500 characters', async () => {
    const id = await shop.validated(people(1))
    const rejected = await shop.step('postbatches.reject', id, { body: { reason: 'x'.repeat(500) } })
    expect(rejected.status).toBe('DRAFT')
  })

  test('is refused if the Postbatch has changed since it was read', async () => {
    const id = await shop.validated(people(1))
    const ifMatch = '"1"'
    expect(await shop.refuse('postbatches.reject', id, { body, ifMatch })).toMatchObject({ status: 412 })
    expect((await shop.read(id)).status).toBe('VALIDATED')
  })

  test('is not possible from another mode', async () => {
    const id = await shop.validated(people(1))
    const key = shop.keys.test
    expect(await shop.refuse('postbatches.reject', id, { body, key })).toMatchObject({ status: 404 })
  })
})

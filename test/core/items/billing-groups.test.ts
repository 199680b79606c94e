import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const house = (houseNumber: string) => ({ recipient: { ...zoe, houseNumber } })

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-03-02T08:00:00Z' })
})

const groupOf = async (id: string) => (await shop.row(id)).billingGroup
const listed = async (query: string) => {
  const { body } = await shop.call('items.list', { query })
  return (body.data as { billingGroup: string | null }[]).map(({ billingGroup }) => billingGroup)
}

describe('the billing group of an item', () => {
  test('is its own or that of its Postflow; null means none', async () => {
    const postflowId = await shop.postflow({ billingGroup: ' Marketing ' })
    expect(await shop.create({ postflowId })).toMatchObject({ billingGroup: 'Marketing' })
    expect(await shop.create({ postflowId, billingGroup: '  HR ', ...house('2') })).toMatchObject({
      billingGroup: 'HR',
    })
    expect(await shop.create({ postflowId, billingGroup: null, ...house('3') })).toMatchObject({
      billingGroup: null,
    })
    expect(await shop.create(house('4'))).toMatchObject({ billingGroup: null })
  })

  test('follows a new default of the Postflow only for later items', async () => {
    const postflowId = await shop.postflow({ billingGroup: 'A' })
    const { id } = await shop.create({ postflowId })
    const { status, body } = await shop.call('postflows.patch', {
      params: { id: postflowId },
      body: { billingGroup: 'B' },
    })
    expect([status, body.billingGroup]).toEqual([200, 'B'])
    expect(await groupOf(id)).toBe('A')
    expect(await shop.create({ postflowId, ...house('2') })).toMatchObject({ billingGroup: 'B' })
    await shop.call('postflows.patch', { params: { id: postflowId }, body: { billingGroup: null } })
    expect(await shop.create({ postflowId, ...house('3') })).toMatchObject({ billingGroup: null })
  })

  test.each([
    ['64 characters', 'x'.repeat(64), 201],
    ['64 characters surrounded by spaces', ` ${'x'.repeat(64)} `, 201],
    ['65 characters', 'x'.repeat(65), 422],
    ['spaces only', '   ', 422],
    ['nothing', '', 422],
    ['a number', 7, 422],
  ])('of %s is accepted or refused', async (_what, billingGroup, status) => {
    const answer = await shop.post({ billingGroup })
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.body.errors[0].parameter).toBe('billingGroup')
  })

  test('is set row by row in a bulk request', async () => {
    const row = (changes: object) => ({
      postflowId: shop.postflowId,
      recipient: zoe,
      data: { firstName: 'Zoë' },
      ...changes,
    })
    const { body } = await shop.call('items.createBulk', {
      body: {
        items: [row({ billingGroup: 'A' }), row({ billingGroup: '', ...house('2') }), row(house('3'))],
      },
    })
    const results = body.results as { item?: { billingGroup: string | null } }[]
    expect(results.map(({ item }) => item?.billingGroup)).toEqual(['A', undefined, null])
  })

  test('filters lists and counts', async () => {
    await shop.create({ billingGroup: 'A' })
    await shop.create({ billingGroup: 'B', ...house('2') })
    await shop.create(house('3'))
    expect(await listed('filter[billingGroup]=A')).toEqual(['A'])
    expect((await listed('filter[billingGroup][in]=A,B')).sort()).toEqual(['A', 'B'])
    expect(await listed('filter[billingGroup][null]=true')).toEqual([null])
    const { body } = await shop.call('items.counts', { query: 'filter[billingGroup]=A' })
    expect(body).toMatchObject({ totalCount: 1, byStatus: { SCHEDULED: 1 }, isCapped: false })
  })

  test('is kept by a reprint', async () => {
    const { id } = await shop.create({ billingGroup: 'A' })
    await shop.advance(10 * dayMs)
    await shop.force(id, 'HANDED_TO_CARRIER')
    const { body } = await shop.act('items.reprint', id)
    expect(body).toMatchObject({ reprintOfItemId: id, billingGroup: 'A' })
  })
})

describe('the number of billing groups', () => {
  /** Inserts this many billing groups in live mode. */
  const fill = async (count: number) => {
    const { id: organisationId } = shop.organisation
    const names = Array.from({ length: count }, (_, index) => `Group ${index}`)
    await shop.services.store.write((rows) =>
      rows.billingGroups.insertMany(
        names.map((name) => ({
          id: `${organisationId}|live|${name}`,
          organisationId,
          mode: 'live' as const,
          name,
          createdAt: 0,
        })),
      ),
    )
  }

  test('is limited: a new name is refused, an existing one is not', async () => {
    await fill(itemLimits.billingGroups - 1)
    await shop.create({ billingGroup: 'The last' })
    const refused = await shop.post({ billingGroup: 'One more', ...house('2') })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'billingGroup', code: 'limit_reached' }] },
    })
    const tried = await shop.call('items.validate', {
      body: { postflowId: shop.postflowId, recipient: zoe, billingGroup: 'One more' },
    })
    expect(tried.status).toBe(422)
    await shop.create({ billingGroup: 'Group 7', ...house('2') })
    const { status } = await shop.call('postflows.patch', {
      params: { id: shop.postflowId },
      body: { billingGroup: 'One more' },
    })
    expect(status).toBe(422)
    // The name of a row that is refused for another reason does not count.
    await shop.services.store.write((rows) =>
      rows.billingGroups.remove({ organisationId: shop.organisation.id }, { name: 'The last' }),
    )
    const row = (changes: object) => ({
      ...{ postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' } },
      ...changes,
    })
    const bulk = await shop.call('items.createBulk', {
      body: {
        items: [
          row({ billingGroup: 'Too late', sendOn: '2026-01-01', ...house('3') }),
          row({ billingGroup: 'In time', ...house('4') }),
          row({ billingGroup: 'In time', ...house('5') }),
          row({ billingGroup: 'One more', ...house('6') }),
        ],
      },
    })
    const results = bulk.body.results as { status: string; errors?: { parameter: string }[] }[]
    expect(results.map(({ status, errors }) => [status, errors?.[0]?.parameter])).toEqual([
      ['invalid', 'items[0].sendOn'],
      ['created', undefined],
      ['created', undefined],
      ['invalid', 'items[3].billingGroup'],
    ])
    // Test mode has its own limit.
    const postflowId = await shop.postflow({}, shop.keys.test)
    await shop.create({ postflowId, billingGroup: 'One more' }, shop.keys.test)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { createPostbatchShop, type PostbatchShop, people, person } from '../../support/postbatches.ts'

let shop: PostbatchShop
beforeEach(async () => {
  shop = await createPostbatchShop()
})

/** The cost centres of a mailing's items, in the order of their creation. */
const groups = async (id: string): Promise<(string | null)[]> => {
  const { body } = await shop.call('items.list', {
    query: { 'filter[postbatchId]': id, sort: 'createdAt' },
  })
  return (body.data as { billingGroup: string | null }[]).map(({ billingGroup }) => billingGroup)
}
const charge = (id: string, billingGroup: string | null) =>
  shop.step('postbatches.patch', id, { body: { billingGroup } })
const validate = (id: string) => shop.step('postbatches.validate', id)
/** Created items in the analytics, by cost centre. */
const created = async () => {
  const { body } = await shop.call('analytics.billingGroups', { query: { sort: 'name' } })
  return (body.data as { billingGroup: string; totals: { created: number } }[]).map(
    ({ billingGroup, totals }) => [billingGroup, totals.created],
  )
}

describe('another cost centre of a mailing', () => {
  test('requires another validation and then applies to existing recipients', async () => {
    const id = await shop.validated(people(3))
    expect(await charge(id, 'Marketing')).toMatchObject({ status: 'DRAFT', billingGroup: 'Marketing' })
    expect(await groups(id)).toEqual([null, null, null])
    await validate(id)
    expect(await groups(id)).toEqual(['Marketing', 'Marketing', 'Marketing'])
    expect(await created()).toEqual([['Marketing', 3]])
    const scope = { organisationId: shop.organisation.id, mode: 'live' } as const
    expect(await checkRollups(shop.services, scope, { correct: false })).toMatchObject({ differences: [] })
  })

  test('does not apply to recipients with their own cost centre', async () => {
    const own = { ...person(2), billingGroup: 'Events' }
    const id = await shop.draft([person(1), own], { billingGroup: 'Marketing' })
    await charge(id, 'Members')
    await validate(id)
    expect((await groups(id)).sort()).toEqual(['Events', 'Members'])
  })

  test('replaces all earlier ones of the mailing, and can be removed the same way', async () => {
    const id = await shop.draft([person(1)], { billingGroup: 'A' })
    await charge(id, 'B')
    await shop.step('postbatches.addItems', id, { body: { items: [person(2)] } })
    await charge(id, 'C')
    await validate(id)
    expect(await groups(id)).toEqual(['C', 'C'])
    await charge(id, null)
    await validate(id)
    expect(await groups(id)).toEqual([null, null])
    // Later recipients are not affected by earlier cost centres.
    await shop.step('postbatches.addItems', id, { body: { items: [{ ...person(3), billingGroup: 'A' }] } })
    await validate(id)
    expect((await groups(id)).filter((group) => group !== null)).toEqual(['A'])
  })

  test('applies to recipients that are being copied', async () => {
    const original = await shop.validated(people(2), { billingGroup: 'Trial' })
    const copy = await shop.call('postbatches.copy', { params: { id: original }, body: {} })
    const { id } = copy.body
    await shop.call('postbatches.patch', { params: { id }, body: { billingGroup: 'Marketing' } })
    await shop.settle()
    expect(await groups(id)).toEqual(['Trial', 'Trial'])
    await validate(id)
    expect(await groups(id)).toEqual(['Marketing', 'Marketing'])
  })

  test('requires no validation if it is the same or the mailing is empty', async () => {
    const id = await shop.validated(people(1), { billingGroup: 'A' })
    expect(await charge(id, 'A')).toMatchObject({ status: 'VALIDATED' })
    const empty = await shop.draft([])
    await charge(empty, 'A')
    // An explicit null is kept.
    await shop.step('postbatches.addItems', empty, {
      body: { items: [person(7), { ...person(8), billingGroup: null }] },
    })
    await validate(empty)
    expect((await groups(empty)).filter((group) => group === null)).toHaveLength(1)
  })

  test('is refused once it is approved', async () => {
    const id = await shop.validated(people(1))
    await shop.step('postbatches.approve', id)
    expect(await shop.refuse('postbatches.patch', id, { body: { billingGroup: 'A' } })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createItemShop } from '../../support/items.ts'
import { createPostbatchShop, people } from '../../support/postbatches.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const office = {
  companyName: 'Kaas & Co',
  street: 'Damrak',
  houseNumber: '1',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-01-05T09:00:00Z', returnAddress: false })
})
const create = (name: string, more: object = {}) =>
  shop.call('returnAddresses.create', { body: { name, address: office, ...more } })
const act = (operation: string, id: string, body?: unknown) =>
  shop.call(`returnAddresses.${operation}`, { params: { id }, ...(body ? { body } : {}) })
const defaults = async () => {
  const { body } = await shop.call('returnAddresses.list')
  return body.data
    .filter((row: { isDefault: boolean }) => row.isDefault)
    .map(({ name }: { name: string }) => name)
}

describe('return addresses', () => {
  test('are returned in full', async () => {
    const made = await create('Office')
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^ret_[0-9A-Z]{26}$/),
      name: 'Office',
      address: { name: null, houseNumberSuffix: null, addressLine2: null, region: null, ...office },
      isDefault: true,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await act('get', made.body.id)).body).toEqual(made.body)
    const page = await shop.call('returnAddresses.list', { query: 'include=total' })
    expect(page.body).toEqual({ data: [made.body], nextCursor: null, hasMore: false, totalCount: 1 })
  })

  test('have exactly one default after every addition and removal', async () => {
    const office = await create('Office')
    expect(await defaults()).toEqual(['Office'])
    const depot = await create('Depot')
    expect(await defaults()).toEqual(['Office'])
    await create('Shop', { isDefault: true })
    expect(await defaults()).toEqual(['Shop'])
    expect((await act('patch', depot.body.id, { isDefault: true })).body.isDefault).toBe(true)
    expect(await defaults()).toEqual(['Depot'])
    expect((await act('remove', depot.body.id)).status).toBe(204)
    expect(await defaults()).toEqual(['Office'])
    expect((await act('patch', office.body.id, { isDefault: false })).status).toBe(422)
  })

  test.each([
    ['no name', { name: '', address: office }, ['name']],
    ['no address', { name: 'Office' }, ['address']],
    [
      'a postal code of another country',
      { name: 'x', address: { ...office, postalCode: '12345' } },
      ['address.postalCode'],
    ],
    [
      'an address without name and city',
      { name: 'x', address: { country: 'NL' } },
      ['address.name', 'address.street', 'address.postalCode', 'address.city'],
    ],
    ['an unknown field', { name: 'x', address: { ...office, zip: '1' } }, ['address.zip']],
  ])('are refused with %s', async (_what, body, parameters) => {
    const answer = await shop.call('returnAddresses.create', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters)
  })

  test('are replaced as a whole', async () => {
    const { body } = await create('Office')
    const moved = { ...office, street: 'Rokin', houseNumber: '9' }
    const answer = await act('patch', body.id, { address: moved })
    expect(answer.body).toMatchObject({ name: 'Office', address: moved })
    expect((await act('patch', body.id, { address: { ...moved, city: '' } })).status).toBe(422)
    expect((await act('get', body.id)).body).toEqual(answer.body)
  })

  test('are read, but not written, with a test key, and invisible to other organisations', async () => {
    const { body } = await create('Office')
    const other = await shop.another()
    const call = (operation: string, key: string, more: object = {}) =>
      shop.call(`returnAddresses.${operation}`, { key, params: { id: body.id }, ...more })
    expect((await call('get', shop.keys.test)).status).toBe(200)
    expect((await call('remove', shop.keys.test)).status).toBe(403)
    expect((await call('get', other.keys.live)).status).toBe(404)
    expect((await call('patch', other.keys.live, { body: { name: 'x' } })).status).toBe(404)
    expect((await call('remove', other.keys.live)).status).toBe(404)
  })

  test('cannot be removed while a Postflow uses them', async () => {
    const items = await createItemShop()
    const made = await items.call('returnAddresses.create', { body: { name: 'Office', address: office } })
    const params = { id: made.body.id as string }
    const postflow = await items.postflow({ returnAddressId: params.id })
    expect(await items.call('returnAddresses.remove', { params })).toMatchObject({
      status: 409,
      body: { code: 'still_referenced', detail: 'A Postflow still uses the return address Office.' },
    })
    await items.call('postflows.archive', { params: { id: postflow } })
    expect((await items.call('returnAddresses.remove', { params })).status).toBe(204)
  })

  test('cannot be removed before the items of an archived Postflow are printed', async () => {
    const items = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
    const made = await items.call('returnAddresses.create', { body: { name: 'Office', address: office } })
    const params = { id: made.body.id as string }
    const remove = () => items.call('returnAddresses.remove', { params })
    const key = items.keys.test
    const postflowId = await items.postflow({ returnAddressId: params.id }, key)
    const item = await items.create({ postflowId }, key)
    await items
      .postflow({ returnAddressId: params.id }, key)
      .then((id) => items.act('postflows.archive', id, { key }))
    await items.act('postflows.archive', postflowId, { key })
    await items.settle()
    const refused = {
      status: 409,
      body: {
        code: 'still_referenced',
        detail: 'An archived Postflow with items to print still uses the return address Office.',
      },
    }
    expect((await items.row(item.id)).status).toBe('SCHEDULED')
    expect(await remove()).toMatchObject(refused)
    await items.advanceTestClock('2026-01-06T09:00:00Z')
    expect((await items.row(item.id)).status).toBe('IN_PRODUCTION')
    expect(await remove()).toMatchObject(refused)
    await items.advanceTestClock('2026-01-12T09:00:00Z')
    expect((await items.row(item.id)).history.map(({ status }) => status)).toContain('HANDED_TO_CARRIER')
    expect((await remove()).status).toBe(204)
  })

  test.each(['live', 'test'] as const)('cannot be removed before a %s Postbatch has ended', async (mode) => {
    const mailings = await createPostbatchShop()
    const made = await mailings.call('returnAddresses.create', { body: { name: 'Office', address: office } })
    const params = { id: made.body.id as string }
    const key = mailings.keys[mode]
    const id = await mailings.draft(people(1), { returnAddressId: params.id }, key)
    const refused = {
      status: 409,
      body: {
        code: 'still_referenced',
        detail: 'A Postbatch that has not ended still uses the return address Office.',
      },
    }
    expect(await mailings.call('returnAddresses.remove', { params })).toMatchObject(refused)
    await mailings.step('postbatches.validate', id, { key })
    await mailings.step('postbatches.approve', id, { key })
    expect(await mailings.call('returnAddresses.remove', { params })).toMatchObject(refused)
    await mailings.step('postbatches.cancel', id, { key })
    expect((await mailings.call('returnAddresses.remove', { params })).status).toBe(204)
  })
})

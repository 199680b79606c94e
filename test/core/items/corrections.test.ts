import { describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Creates a shop with a rejected item. */
const rejected = async () => {
  const shop = await createItemShop()
  const postflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const item = await shop.create({ postflowId })
  await shop.act('items.reject', item.id, { body: { reason: 'The street is wrong' } })
  const copy = (id: string | null = item.id, changes: object = {}) =>
    shop.post({ postflowId, correctionOfItemId: id, ...changes })
  return { shop, postflowId, item, copy }
}

const read = async (shop: ItemShop, id: string) => (await shop.act('items.get', id)).body

const refusal = (code: string, message: string) => ({
  status: 422,
  body: { errors: [{ parameter: 'correctionOfItemId', location: 'body', code, message }] },
})

describe('a corrected copy of a rejected item', () => {
  test('refers to the item it replaces, and vice versa', async () => {
    const { shop, item, copy } = await rejected()
    const before = await read(shop, item.id)
    expect(before).toMatchObject({ correctionOfItemId: null, correctedAsItemId: null })
    const { status, body } = await copy()
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'PENDING_APPROVAL', correctionOfItemId: item.id, correctedAsItemId: null },
    })
    expect(await read(shop, item.id)).toEqual({
      ...before,
      correctedAsItemId: body.id,
      revision: before.revision + 1,
      updatedAt: body.createdAt,
    })
  })

  test('removes the rejected item from the list of uncorrected ones', async () => {
    const { shop, item, copy } = await rejected()
    const uncorrected = async () => {
      const query = `filter[rejectedAt][gte]=2026-01-01&filter[correctedAsItemId][null]=true`
      return (await shop.call('items.list', { query })).body.data.map(({ id }: { id: string }) => id)
    }
    expect(await uncorrected()).toEqual([item.id])
    await copy()
    expect(await uncorrected()).toEqual([])
  })

  test('can itself be rejected and corrected', async () => {
    const { shop, copy } = await rejected()
    const { body: first } = await copy()
    await shop.act('items.reject', first.id)
    const { body: second } = await copy(first.id)
    expect(await read(shop, first.id)).toMatchObject({ correctedAsItemId: second.id })
  })

  test('can be created again only after the first has ended unprinted', async () => {
    const { shop, item, copy } = await rejected()
    const { body: first } = await copy()
    const taken = refusal('conflict', `That item already has a corrected copy: ${first.id}.`)
    expect(await copy()).toMatchObject(taken)
    await shop.act('items.approve', first.id)
    expect(await copy()).toMatchObject(taken)
    await shop.act('items.cancel', first.id)
    const { status, body: second } = await copy()
    expect(status).toBe(201)
    expect(await read(shop, item.id)).toMatchObject({ correctedAsItemId: second.id })
    expect(await read(shop, first.id)).toMatchObject({ correctionOfItemId: item.id })
  })

  test('is created once by concurrent requests, single or in bulk', async () => {
    const { shop, postflowId, item, copy } = await rejected()
    const [one, other] = await Promise.all([copy(), copy(item.id, { recipient: { ...zoe, name: 'Zoé' } })])
    expect([one.status, other.status].toSorted()).toEqual([201, 422])
    const another = await shop.create({ postflowId, recipient: { ...zoe, name: 'Bram' } })
    await shop.act('items.reject', another.id)
    const row = { postflowId, recipient: zoe, data: { firstName: 'Zoë' }, correctionOfItemId: another.id }
    const { body } = await shop.call('items.createBulk', { body: { items: [row, row] } })
    expect(body).toMatchObject({ createdCount: 1, invalidCount: 1 })
    expect(body.results[1].errors).toMatchObject([
      { parameter: 'items[1].correctionOfItemId', code: 'conflict' },
    ])
  })

  test('that is refused leaves the rejected item uncorrected', async () => {
    const { shop, item, copy } = await rejected()
    expect(await copy(item.id, { sendOn: '2020-01-01' })).toMatchObject({ status: 422 })
    expect(await read(shop, item.id)).toMatchObject({ correctedAsItemId: null })
    expect(await copy()).toMatchObject({ status: 201 })
  })

  test('followed by a reprint leaves the reprint without a correction', async () => {
    const { shop, copy } = await rejected()
    const { body } = await copy()
    await shop.force(body.id, 'COMPLETED')
    const reprint = await shop.act('items.reprint', body.id)
    expect(reprint.body).toMatchObject({ reprintOfItemId: body.id, correctionOfItemId: null })
  })
})

describe('a corrected copy is refused', () => {
  const cases: [
    name: string,
    of: (at: Awaited<ReturnType<typeof rejected>>) => Promise<string>,
    answer: (id: string) => ReturnType<typeof refusal>,
  ][] = [
    [
      'of a cancelled item',
      async ({ shop, postflowId }) => {
        const { id } = await shop.create({ postflowId })
        await shop.act('items.cancel', id)
        return id
      },
      () =>
        refusal('invalid_value', 'That item is CANCELLED and was not rejected, so it cannot be corrected.'),
    ],
    [
      'of an item with an erased recipient',
      async ({ shop, item }) => {
        await shop.act('items.erase', item.id)
        return item.id
      },
      () =>
        refusal(
          'invalid_value',
          'The recipient of that item was erased. Create an item without correctionOfItemId.',
        ),
    ],
    [
      'of an item of the other mode',
      async ({ shop }) => {
        const key = shop.keys.test
        const postflowId = await shop.postflow({ approval: 'PER_ITEM' }, key)
        const { id } = await shop.create({ postflowId }, key)
        await shop.act('items.reject', id, { key })
        return id
      },
      (id) => refusal('unknown', `There is no item ${id} in this mode.`),
    ],
  ]
  test.each(cases)('%s, also by items.validate', async (_, of, answer) => {
    const at = await rejected()
    const id = await of(at)
    expect(await at.copy(id)).toMatchObject(answer(id))
    const body = {
      postflowId: at.postflowId,
      recipient: zoe,
      data: { firstName: 'Zoë' },
      correctionOfItemId: id,
    }
    expect(await at.shop.call('items.validate', { body })).toMatchObject(answer(id))
  })
})

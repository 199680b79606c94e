import { beforeEach, expect, test } from 'vitest'
import { SalutationCount } from '../../../src/core/features/postbatches/salutations.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { createSalutationShop, type SalutationShop, vries } from '../../support/salutations.ts'

let shop: SalutationShop
beforeEach(async () => {
  shop = await createSalutationShop()
})

test.each([
  ['limit', ['0', '201', 'x'], ['1', '200']],
  ['offset', ['-1', '20001'], ['0', '20000']],
  ['search', ['a'.repeat(201)], ['a'.repeat(200)]],
])('%s is refused beyond its limit', async (name, refused, taken) => {
  const id = await shop.mailing()
  const statusOf = async (value: string) =>
    (await shop.call('postbatches.salutations', { params: { id }, query: `${name}=${value}` })).status
  for (const value of refused) expect(await statusOf(value), value).toBe(422)
  for (const value of taken) expect(await statusOf(value), value).toBe(200)
})

test('salutations beyond the number that is counted are told as a number of items', () => {
  const count = new SalutationCount()
  const most = itemLimits.countedSalutations
  const add = (text: string) => count.add({ id: 'itm_1', recipientName: 'A' }, { text, doubts: [] })
  for (let index = 0; index < most; index++) add(`Dear ${index}`)
  expect(count).toMatchObject({ unlistedItemCount: 0 })
  for (const text of ['Dear 0', 'Dear more', 'Dear more']) add(text)
  expect({
    listed: count.listed([]).length,
    first: count.listed([])[0],
    rest: count.unlistedItemCount,
  }).toMatchObject({
    listed: most,
    first: { salutation: 'Dear 0', itemCount: 2 },
    rest: 2,
  })
})

const long = (length: number) => 'a'.repeat(length)
const pairs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ salutation: `Dear ${index}`, corrected: 'Hello' }))

test.each([
  ['one', pairs(1), 202],
  ['as many as may wait', pairs(itemLimits.salutationCorrections), 202],
  ['one more', pairs(itemLimits.salutationCorrections + 1), 422],
  ['none', [], 422],
  ['the longest text', [{ salutation: vries, corrected: long(itemLimits.salutationLength) }], 202],
  ['a longer text', [{ salutation: vries, corrected: long(itemLimits.salutationLength + 1) }], 422],
  ['no text', [{ salutation: vries, corrected: '' }], 422],
  ['a comma', [{ salutation: vries, corrected: ' , ' }], 422],
  ['two lines', [{ salutation: vries, corrected: 'Dear\nMs Smith' }], 422],
])('corrections with %s', async (_, corrections, status) => {
  const id = await shop.mailing()
  expect((await shop.correct(id, corrections)).status).toBe(status)
})

test('more corrections than may wait are refused, also in several requests', async () => {
  const id = await shop.mailing()
  await shop.correct(id, pairs(itemLimits.salutationCorrections))
  expect(await shop.correct(id, [{ salutation: 'Hi', corrected: 'Hello' }])).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'corrections' }] },
  })
})

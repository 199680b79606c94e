import { beforeEach, describe, expect, test } from 'vitest'
import { SalutationCount } from '../../../src/core/features/postbatches/salutations.ts'
import { sampleIds } from '../../../src/core/features/products/catalogue.ts'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createPostbatchShop, type PostbatchShop, person } from '../../support/postbatches.ts'

let shop: PostbatchShop
let templateId: string
beforeEach(async () => {
  shop = await createPostbatchShop()
  templateId = await templateOf('{{salutation}},')
})

const templateOf = async (text: string) => {
  const document = { ...greetingCard(text), locale: 'nl-NL', variables: {} }
  const body = { name: text, productSpecificationId: sampleIds.a6, document }
  const { id } = (await shop.call('templates.create', { body })).body
  await shop.step('templates.publish', id)
  return id as string
}

/** Three salutations: one of two letters, one of one letter, and one in doubt. */
const recipients = [
  { ...person(1, { name: 'A. de Vries' }), data: { salutation: 'Mevr.' } },
  { ...person(2, { name: 'B. de Vries' }), data: { salutation: 'Mevrouw' } },
  { ...person(3, { name: 'C. Bos' }), data: { salutation: 'Dhr.' } },
  { ...person(4, { name: 'D. Smit' }), data: { salutation: 'Baron' } },
]
const vries = 'Geachte mevrouw de Vries'
const smit = 'Geachte heer/mevrouw Smit'
const mailing = () => shop.validated(recipients, { templateId })
const listed = async (id: string, query = '') =>
  (await shop.call('postbatches.salutations', { params: { id }, query })).body
const texts = async (id: string, query = '') =>
  (await listed(id, query)).data.map(
    ({ salutation, itemCount }: { salutation: string; itemCount: number }) => `${itemCount} ${salutation}`,
  )
const correct = (id: string, corrections: unknown, call = {}) =>
  shop.call('postbatches.correctSalutations', { params: { id }, body: { corrections }, ...call })
const itemsOf = (postbatchId: string) =>
  shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId }, { order: [{ field: 'id' }] }))

describe('the salutations of a mailing', () => {
  test('are listed before the approval, doubtful ones first, then the most frequent', async () => {
    const id = await mailing()
    const [, , , doubtful] = await itemsOf(id)
    expect(await listed(id)).toMatchObject({
      data: [
        {
          salutation: smit,
          itemCount: 1,
          isDoubtful: true,
          correction: null,
          itemId: doubtful!.id,
          recipientName: 'D. Smit',
        },
        { salutation: vries, itemCount: 2, isDoubtful: false },
        { salutation: 'Geachte heer Bos', itemCount: 1 },
      ],
      totalCount: 3,
      hasMore: false,
      unlistedItemCount: 0,
      isCorrecting: false,
      isComposed: true,
    })
  })

  test('are listed in pages, and by words that they contain', async () => {
    const id = await mailing()
    expect(await listed(id, 'limit=2')).toMatchObject({ data: { length: 2 }, hasMore: true, totalCount: 3 })
    expect(await listed(id, 'offset=2&limit=2')).toMatchObject({
      data: [{ salutation: 'Geachte heer Bos' }],
      hasMore: false,
    })
    expect(await texts(id, 'search=DE%20vriés')).toEqual([`2 ${vries}`])
  })

  test('need the permission to read items', async () => {
    const id = await mailing()
    const key = await shop.key('live', ['postflows.write'])
    expect(await shop.call('postbatches.salutations', { key, params: { id } })).toMatchObject({ status: 403 })
  })

  test('are none where the template prints a merge field of its own', async () => {
    const id = await shop.validated([person(1)])
    expect(await listed(id)).toMatchObject({ data: [], isComposed: false })
  })

  test('leave out items that are not sent', async () => {
    const id = await mailing()
    const [first] = await itemsOf(id)
    await shop.act('items.cancel', first!.id)
    expect(await texts(id)).toContain(`1 ${vries}`)
  })

  test.each([
    ['limit', ['0', '201', 'x'], ['1', '200']],
    ['offset', ['-1', '20001'], ['0', '20000']],
    ['search', ['a'.repeat(201)], ['a'.repeat(200)]],
  ])('%s is refused beyond its limit', async (name, refused, taken) => {
    const id = await mailing()
    const statusOf = async (value: string) =>
      (await shop.call('postbatches.salutations', { params: { id }, query: `${name}=${value}` })).status
    for (const value of refused) expect(await statusOf(value), value).toBe(422)
    for (const value of taken) expect(await statusOf(value), value).toBe(200)
  })

  test('beyond the number that is counted are told as a number of items', () => {
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
})

describe('a corrected salutation', () => {
  test('is printed in all letters that had the other one, as it is', async () => {
    const id = await mailing()
    const answer = await correct(id, [
      { salutation: vries, corrected: 'Geachte dames De Vries' },
      { salutation: smit, corrected: 'Dhr.' },
    ])
    expect(answer).toMatchObject({ status: 202, body: { status: 'VALIDATED' } })
    expect(await listed(id)).toMatchObject({
      isCorrecting: true,
      data: [{ correction: 'Dhr.' }, { correction: 'Geachte dames De Vries' }, { correction: null }],
    })
    await shop.settle()
    expect(await texts(id)).toEqual(['1 Dhr.', '2 Geachte dames De Vries', '1 Geachte heer Bos'])
    expect(await listed(id)).toMatchObject({ isCorrecting: false })
    const items = await itemsOf(id)
    expect(items.map(({ data }) => data.letterSalutation)).toEqual([
      'Geachte dames De Vries',
      'Geachte dames De Vries',
      undefined,
      'Dhr.',
    ])
    expect(items.map(({ status }) => status)).toEqual(items.map(() => 'HELD'))
    // A form of address is printed where a person asks for it, with a warning.
    expect(items.map(({ findings }) => findings)).toMatchObject([
      [],
      [],
      [],
      [{ code: 'salutation_unclear', severity: 'warning', field: 'data.letterSalutation' }],
    ])
    expect(shop.logged).toEqual([])
  })

  test('is corrected again, and is kept by a validation, a copy and the letters', async () => {
    const id = await mailing()
    await correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    await shop.settle()
    await correct(id, [{ salutation: 'Beste buren', corrected: 'Beste allemaal' }])
    await shop.settle()
    await shop.step('postbatches.validate', id)
    expect(await texts(id)).toContain('2 Beste allemaal')
    const copy = await shop.step('postbatches.copy', id)
    expect(await texts(copy.id)).toContain('2 Beste allemaal')
    await shop.step('postbatches.approve', id)
    expect(await shop.read(id)).toMatchObject({ status: 'SCHEDULED' })
    expect(await texts(id)).toEqual([])
  })

  test('that does not fit on the page needs attention', async () => {
    const id = await mailing()
    await correct(id, [{ salutation: vries, corrected: 'TOO LONG' }])
    await shop.settle()
    expect(await shop.read(id)).toMatchObject({ itemsByStatus: { HELD: 2, NEEDS_ATTENTION: 2 } })
  })

  test('keeps the mailing from being validated and approved until it is in all items', async () => {
    const id = await mailing()
    await correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    for (const operation of ['postbatches.approve', 'postbatches.validate']) {
      expect(await shop.refuse(operation, id), operation).toMatchObject({
        status: 409,
        body: { code: 'invalid_state' },
      })
    }
    await shop.settle()
    expect(await shop.refuse('postbatches.approve', id)).toMatchObject({ status: 200 })
  })

  test('is refused after the approval, and where the revision is another one', async () => {
    const id = await mailing()
    const corrections = [{ salutation: vries, corrected: 'Beste buren' }]
    const { revision } = await shop.read(id)
    expect(await correct(id, corrections, { ifMatch: String(revision + 1) })).toMatchObject({
      status: 412,
    })
    await shop.step('postbatches.approve', id)
    expect(await correct(id, corrections)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('replaces one of the same salutation that still waits', async () => {
    const id = await mailing()
    await correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    await correct(id, [{ salutation: vries, corrected: 'Beste buurvrouwen' }])
    await shop.settle()
    expect(await texts(id)).toContain('2 Beste buurvrouwen')
  })

  test('goes to the items of many chunks', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      ...person(index + 1, { name: 'A. Bos' }),
      data: { sex: 'v' },
    }))
    const id = await shop.validated(many, { templateId })
    expect(await texts(id)).toEqual(['230 Geachte mevrouw Bos'])
    await correct(id, [{ salutation: 'Geachte mevrouw Bos', corrected: 'Beste buren' }])
    await shop.settle()
    expect(await texts(id)).toEqual(['230 Beste buren'])
  })

  test('is hidden in the audit log', async () => {
    const id = await mailing()
    await correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    const query = `filter[resourceId]=${id}&filter[operation]=postbatches.correctSalutations`
    const log = await shop.call('auditLog.list', { session: await shop.portal(), query })
    expect(log.body.data).toMatchObject([
      { action: 'CHANGED', resource: 'postbatch', after: { salutationCorrections: '[hidden]' } },
    ])
    expect(JSON.stringify(log.body)).not.toContain('Vries')
  })

  test('that waits is removed with the erasure of a recipient', async () => {
    const id = await mailing()
    const [first] = await itemsOf(id)
    await shop.act('items.cancel', first!.id)
    await correct(id, [{ salutation: vries, corrected: 'Beste buren' }])
    expect(await shop.act('items.erase', first!.id)).toMatchObject({ status: 202 })
    const row = await shop.services.store.read((rows) => rows.postbatches.get(everyone, id))
    expect(row?.salutationCorrections).toBeNull()
    await shop.settle()
    expect(await texts(id)).toContain(`1 ${vries}`)
  })

  test('waits for another caller where its own lost the permission', async () => {
    const id = await mailing()
    const session = await shop.portal({ permissions: ['items.read', 'postflows.write'] })
    const corrections = [{ salutation: vries, corrected: 'Beste buren' }]
    expect(await correct(id, corrections, { session, mode: 'live' })).toMatchObject({ status: 202 })
    await shop.services.store.write((rows) =>
      rows.members.remove({ organisationId: shop.organisation.id }, { userId: session.user.id }),
    )
    await shop.settle()
    expect(await listed(id)).toMatchObject({ isCorrecting: true })
    expect(await texts(id)).toContain(`2 ${vries}`)
    await correct(id, corrections)
    await shop.settle()
    expect(await texts(id)).toContain('2 Beste buren')
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
  const id = await mailing()
  expect((await correct(id, corrections)).status).toBe(status)
})

test('more corrections than may wait are refused, also in several requests', async () => {
  const id = await mailing()
  await correct(id, pairs(itemLimits.salutationCorrections))
  expect(await correct(id, [{ salutation: 'Hi', corrected: 'Hello' }])).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'corrections' }] },
  })
})

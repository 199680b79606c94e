import { describe, expect, test } from 'vitest'
import type { ItemRow } from '../../../src/core/model/items.ts'
import { dutchMapping, line, listOfLines } from '../../support/dutch-list.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const last = { answers: [{ code: 'repeated_recipient', column: null, choice: 'last' }] }
const first = listOfLines(line(1, { first: 'P25' }))
const other = listOfLines(line(1, { first: 'P50' }))

const lettersOf = (shop: ImportShop, id: string) =>
  shop.services.store.read((rows) =>
    rows.items.find({ organisationId: shop.organisation.id, mode: 'live' }, { postbatchId: id }),
  )
/** Creates a mailing with one letter that was changed after its list was read. */
const changedAfter = async (change: Partial<ItemRow>) => {
  const shop = await createImportShop()
  const id = await shop.draft()
  await shop.imported(id, first)
  const [letter] = await lettersOf(shop, id)
  await shop.services.store.write((rows) => rows.items.update(letter!, letter!.id, change))
  return { shop, id }
}
const corrected = { firstName: 'P25', letterSalutation: 'Lieve Zoë' }

describe('a letter corrected after its list was read', () => {
  test('has the same values as its row, which is a plain duplicate in the next list', async () => {
    const { shop, id } = await changedAfter({ data: corrected })
    const again = await shop.imported(id, first)
    expect(again).toMatchObject({ createdCount: 0, failedCount: 1, duplicateCount: 1, questions: [] })
    const both = { answers: [{ code: 'repeated_recipient', column: null, choice: 'all' }] }
    const all = await shop.imported(id, first, { mapping: dutchMapping, ...both })
    expect(all).toMatchObject({ createdCount: 0, duplicateCount: 1 })
  })

  test('keeps its salutation if a later row gives it other values', async () => {
    const { shop, id } = await changedAfter({ data: corrected })
    const one = await shop.imported(id, other, { mapping: dutchMapping, ...last })
    expect(one).toMatchObject({ createdCount: 0, failedCount: 1, duplicateCount: 1 })
    const [letter] = await lettersOf(shop, id)
    expect(letter!.data).toEqual({ firstName: 'P50', letterSalutation: 'Lieve Zoë' })
  })

  test('keeps its salutation if a single row is answered with LAST', async () => {
    const { shop, id } = await changedAfter({ data: corrected })
    const one = await shop.imported(id, other)
    const rows = [{ row: 2, cells: line(1, { first: 'P50' }).split(';'), repeat: 'LAST' }]
    const params = { id, importId: one.id }
    expect(await shop.call('postbatches.mendImport', { params, body: { rows } })).toMatchObject({
      status: 200,
      body: { failedCount: 1, duplicateCount: 1 },
    })
    const [letter] = await lettersOf(shop, id)
    expect(letter!.data).toEqual({ firstName: 'P50', letterSalutation: 'Lieve Zoë' })
  })

  test('keeps its reference and metadata if the later list has none', async () => {
    const { shop, id } = await changedAfter({ reference: 'CRM 7', metadata: { campaign: 'spring' } })
    const { reference: _reference, ...fields } = dutchMapping.fields
    const mapping = { fields: { ...fields, 'metadata.source': { value: 'fair' } } }
    await shop.imported(id, other, { mapping, ...last })
    const [letter] = await lettersOf(shop, id)
    expect(letter).toMatchObject({
      data: { firstName: 'P50' },
      reference: 'CRM 7',
      metadata: { campaign: 'spring', source: 'fair' },
    })
  })

  test('loses a value that the later list leaves empty', async () => {
    const { shop, id } = await changedAfter({ data: { firstName: 'P25', city: 'Utrecht' } })
    const fields = { ...dutchMapping.fields, 'data.city': { column: 'Stad' } }
    const list = `${other.replace('Plaats\r\n', 'Plaats;Stad\r\n')}`
    await shop.imported(id, list, { mapping: { fields }, ...last })
    const [letter] = await lettersOf(shop, id)
    expect(letter!.data).toEqual({ firstName: 'P50' })
  })
})

describe('a letter from another sender', () => {
  const person = { name: 'Person 1', street: 'Damrak', houseNumber: '1', postalCode: '1012 LG' }
  const item = { recipient: { ...person, city: 'Amsterdam', country: 'NL' }, data: { firstName: 'P25' } }

  test.each([
    [
      'is unchanged by a caller without permission to change items',
      ['postflows.write', 'items.read', 'templates.write'],
      'P25',
    ],
    [
      'gets other values from a caller with that permission',
      ['postflows.write', 'items.read', 'templates.write', 'items.write'],
      'P50',
    ],
  ])('%s', async (_name, scopes, printed) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    await shop.call('postbatches.addItems', { params: { id }, body: { items: [item] } })
    const key = await shop.key('live', scopes)
    const begun = await shop.call('postbatches.createImport', {
      params: { id },
      key,
      body: { uploadId: await shop.upload(other, key), mapping: dutchMapping, ...last },
    })
    await shop.settle()
    const one = await shop.readImport(id, begun.body.id)
    const [letter] = await lettersOf(shop, id)
    expect(letter!.data).toEqual({ firstName: printed })
    const kept = printed === 'P25'
    expect(one).toMatchObject({ createdCount: 0, failedCount: 1, duplicateCount: kept ? 0 : 1 })
    expect(one.problems[0]).toMatchObject({ code: kept ? 'repeated_recipient' : 'duplicate_recipient' })
    if (!kept) return
    const rows = [{ row: 2, cells: line(1, { first: 'P50' }).split(';'), repeat: 'LAST' }]
    const params = { id, importId: one.id }
    const response = await shop.call('postbatches.mendImport', { params, key, body: { rows } })
    expect(response).toMatchObject({ status: 200, body: { failedCount: 1, duplicateCount: 0 } })
    expect((await lettersOf(shop, id))[0]!.data).toEqual({ firstName: 'P25' })
  })

  test('is distinguished from one of the same list, whose last row counts', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const key = await shop.key('live', ['postflows.write', 'items.read', 'templates.write'])
    const rows = [line(1, { first: 'P25' }), line(1, { first: 'P50' })]
    const uploadId = await shop.upload(listOfLines(...rows), key)
    const body = { uploadId, mapping: dutchMapping }
    const begun = await shop.call('postbatches.createImport', { params: { id }, key, body })
    await shop.settle()
    const correction = { rows: [{ row: 3, cells: rows[1]!.split(';'), repeat: 'LAST' }] }
    const params = { id, importId: begun.body.id }
    await shop.call('postbatches.mendImport', { params, key, body: correction })
    expect((await lettersOf(shop, id))[0]!.data).toEqual({ firstName: 'P50' })
  })
})

describe('a recipient with two letters', () => {
  const list = listOfLines(line(1, { first: 'P25' }), line(1, { first: 'P50' }))
  const both = { answers: [{ code: 'repeated_recipient', column: null, choice: 'all' }] }
  const third = listOfLines(line(1, { first: 'P75' }))
  const printed = async (shop: ImportShop, id: string) =>
    (await lettersOf(shop, id)).map(({ data }) => data.firstName).sort()

  test.each([false, true])('keeps both, and the last row is rejected (dry run: %s)', async (dryRun) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    await shop.imported(id, list, { mapping: dutchMapping, ...both })
    const one = await shop.imported(id, third, { mapping: dutchMapping, ...last, dryRun })
    expect(one).toMatchObject({ createdCount: 0, failedCount: 1, duplicateCount: 0 })
    expect(one.problems).toMatchObject([
      { code: 'repeated_recipient', params: { case: 'several', recipient: 'Person 1', columns: 'Voornaam' } },
    ])
    expect(await printed(shop, id)).toEqual(['P25', 'P50'])
  })

  test.each([
    ['ALL', ['P25', 'P50', 'P75'], { createdCount: 1, failedCount: 0 }],
    ['LAST', ['P25', 'P50'], { createdCount: 0, failedCount: 1, duplicateCount: 0 }],
  ])('gets a third one if selected, and none instead of them: %s', async (repeat, letters, counts) => {
    const shop = await createImportShop()
    const id = await shop.draft()
    await shop.imported(id, list, { mapping: dutchMapping, ...both })
    const one = await shop.imported(id, third)
    const rows = [{ row: 2, cells: line(1, { first: 'P75' }).split(';'), repeat }]
    const params = { id, importId: one.id }
    const response = await shop.call('postbatches.mendImport', { params, body: { rows } })
    expect(response).toMatchObject({ status: 200, body: counts })
    expect(await printed(shop, id)).toEqual(letters)
  })
})

describe('a confirmed second letter', () => {
  const list = listOfLines(line(1, { first: 'P25' }), line(1, { first: 'P50' }))
  const both = { answers: [{ code: 'repeated_recipient', column: null, choice: 'all' }] }
  const secondOf = async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    await shop.imported(id, list, { mapping: dutchMapping, ...both })
    const second = (await lettersOf(shop, id)).find(({ data }) => data.firstName === 'P50')!
    const patched = async (body: Record<string, unknown>) =>
      (await shop.call('items.patch', { params: { id: second.id }, body })).body
    return patched
  }

  test('stays confirmed while it goes to that address', async () => {
    const patched = await secondOf()
    expect(await patched({ recipient: { street: 'DAMRAK' } })).toMatchObject({
      status: 'HELD',
      addressOverride: true,
    })
  })

  test('needs a valid address once it goes to another, unless that is confirmed too', async () => {
    const patched = await secondOf()
    const recipient = { postalCode: '12', city: 'Utrecht' }
    expect(await patched({ recipient })).toMatchObject({ status: 'NEEDS_ATTENTION', addressOverride: false })
    expect(await patched({ recipient, addressOverride: true })).toMatchObject({
      status: 'HELD',
      addressOverride: true,
    })
  })
})

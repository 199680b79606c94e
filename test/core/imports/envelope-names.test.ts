import { beforeEach, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { greetingCard } from '../../support/greeting-card.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

let shop: ImportShop
let templateId: string
/** Creates a template that prints a salutation, so that the forms of address are used. */
beforeEach(async () => {
  shop = await createImportShop()
  const document = { ...greetingCard('{{salutation}},'), locale: 'nl-NL', variables: {} }
  const body = { name: 'Letter', productSpecificationId: sampleIds.a6, document }
  templateId = (await shop.call('templates.create', { body })).body.id
  await shop.step('templates.publish', templateId)
})

const listOf = (heading: string, rows: readonly string[]) =>
  [
    `${heading};Straat;Huisnr;Postcode;Plaats`,
    ...rows.map((row, n) => `${row};Damrak;${n + 1};1012 LG;Amsterdam`),
    '',
  ].join('\r\n')

const begun = async (heading: string, rows: readonly string[]) => {
  const id = await shop.draft([], { templateId })
  const { body } = await shop.begin(id, listOf(heading, rows), {})
  return { id, list: body }
}
const namesOf = async (id: string) => {
  const items = await shop.services.store.read((rows) =>
    rows.items.find({ organisationId: shop.organisation.id, mode: 'live' }, { postbatchId: id }),
  )
  return items.map(({ recipientName }) => recipientName).sort()
}
/** Imports with the suggested mapping and an answer about the forms of address. */
const imported = async (heading: string, rows: readonly string[], choice?: string, changes = {}) => {
  const { id, list } = await begun(heading, rows)
  const [form] = heading.split(';')
  const { mapping } = list.suggestion
  const body = {
    mapping: { ...mapping, fields: { ...mapping.fields, ...changes } },
    ...(choice ? { answers: [{ code: 'surname_alone', column: form, choice }] } : {}),
  }
  const params = { id, importId: list.id }
  expect(await shop.call('postbatches.patchImport', { params, body })).toMatchObject({ status: 200 })
  await shop.settle()
  return { id, names: await namesOf(id), one: await shop.readImport(id, list.id) }
}

const heading = 'Aanhef;Voornaam;Achternaam'
const donors = ['Dhr.;Jan;Smit', 'Fam.;;de Vries', 'Dhr. en mevr.;;Bakker', ';;Mulder']

describe('a surname without a first name, with a form of address', () => {
  test('raises a question with the names as they would be printed', async () => {
    const { list } = await begun(heading, donors)
    expect(list.questions).toMatchObject([
      {
        code: 'surname_alone',
        column: 'Aanhef',
        samples: ['Fam. de Vries', 'Dhr. en mevr. Bakker'],
        choices: [{ choice: 'include' }, { choice: 'leave_out' }, { choice: 'return' }],
        required: false,
      },
    ])
  })

  test.each([
    [undefined, ['Jan Smit', 'Mulder'], 2],
    ['return', ['Jan Smit', 'Mulder'], 2],
    ['include', ['Dhr. en mevr. Bakker', 'Fam. de Vries', 'Jan Smit', 'Mulder'], 0],
    ['leave_out', ['Bakker', 'Jan Smit', 'Mulder', 'de Vries'], 0],
  ])('is printed as answered: %s', async (choice, names, failedCount) => {
    const imports = await imported(heading, donors, choice)
    expect(imports.names).toEqual(names)
    expect(imports.one).toMatchObject({ failedCount })
  })

  test('is rejected wherever it is in the file, and confirmed row by row', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `Dhr.;Jan;Smit ${n}`)
    const { id, one } = await imported(heading, [...many, 'Fam.;;de Vries'])
    expect(one.problems).toMatchObject([
      { row: 62, column: 'Aanhef', code: 'surname_alone', params: { value: 'Fam. de Vries' } },
    ])
    expect(one.questions).toMatchObject([{ code: 'surname_alone', column: 'Aanhef' }])
    const cells = ['Fam.', '', 'de Vries', 'Damrak', '61', '1012 LG', 'Amsterdam']
    const correct = (row: object) =>
      shop.call('postbatches.mendImport', {
        params: { id, importId: one.id },
        body: { rows: [{ row: 62, cells, ...row }] },
      })
    expect((await correct({})).body).toMatchObject({ failedCount: 1 })
    expect((await correct({ asGiven: true })).body).toMatchObject({ failedCount: 0, createdCount: 61 })
  })

  test('is printed with the form of address if a row confirms it', async () => {
    const { id, one } = await imported(heading, ['Fam.;;de Vries', 'Dhr. en mevr.;;Bakker', 'Fam.;;Null'])
    const cells = (form: string, name: string, number: string) => [
      form,
      '',
      name,
      'Damrak',
      number,
      '1012 LG',
      'Amsterdam',
    ]
    const correct = (rows: object[]) =>
      shop.call('postbatches.mendImport', {
        params: { id, importId: one.id },
        body: { rows: rows.map((row) => ({ withFormOfAddress: true, ...row })) },
      })
    const first = await correct([{ row: 2, cells: cells('Fam.', 'de Vries', '1') }])
    expect(first.body).toMatchObject({ createdCount: 1, failedCount: 2 })
    expect(first.body.questions).toMatchObject([{ code: 'surname_alone' }, { code: 'placeholder' }])
    // The answer does not confirm other doubtful values of the row.
    const others = await correct([
      { row: 3, cells: cells('Dhr. en mevr.', 'Bakker', '2') },
      { row: 4, cells: cells('Fam.', 'Null', '3') },
    ])
    expect(others.body).toMatchObject({ createdCount: 2, failedCount: 1 })
    expect(others.body.questions).toMatchObject([{ code: 'placeholder' }])
    await correct([{ row: 4, cells: cells('Fam.', 'Null', '3'), asGiven: true }])
    expect(await namesOf(id)).toEqual(['Dhr. en mevr. Bakker', 'Fam. Null', 'Fam. de Vries'])
  })

  test.each([
    ['a whole salutation', 'Aanhef;Voornaam;Achternaam', 'Geachte familie;;de Vries'],
    ['a first name', 'Aanhef;Voornaam;Achternaam', 'Dhr.;Jan;de Vries'],
    ['initials', 'Aanhef;Voorletters;Achternaam', 'Dhr.;J.;de Vries'],
    ['a whole name', 'Aanhef;Naam', 'Dhr.;Jan de Vries'],
    ['a form of address in the name', 'Aanhef;Naam', 'Fam.;Fam. Bakker'],
    ['an organisation', 'Aanhef;Naam', 'Dhr.;Stichting Bakker'],
    ['no form of address', 'Aanhef;Voornaam;Achternaam', 'onbekend;;de Vries'],
  ])('does not include %s', async (_what, columns, row) => {
    const { list } = await begun(columns, [row])
    expect(list.questions.filter(({ code }: { code: string }) => code === 'surname_alone')).toEqual([])
  })

  test.each([
    ['Aanhef;Achternaam', 'Fam.;van den Berg', 'Fam. van den Berg'],
    ['Aanhef;Tussenvoegsel;Achternaam', 'Fam.;van den;Berg', 'Fam. van den Berg'],
    ['Aanhef;Naam', 'Fam.;van den Berg', 'Fam. van den Berg'],
    ['Anrede;Vorname;Nachname', 'Eheleute;;Müller', 'Eheleute Müller'],
    ['Title;First Name;Last Name', 'Mr and Mrs;;Smith', 'Mr and Mrs Smith'],
  ])('is found in %s', async (columns, row, name) => {
    expect((await imported(columns, [row], 'include')).names).toEqual([name])
  })

  test('raises no question if the mapping joins the form of address to the name', async () => {
    const changes = { 'recipient.name': { columns: ['Aanhef', 'Achternaam'] } }
    const { names, one } = await imported('Aanhef;Achternaam', ['Fam.;de Vries'], undefined, changes)
    expect({ names, failed: one.failedCount }).toEqual({ names: ['Fam. de Vries'], failed: 0 })
  })

  test('is the same recipient with and without the form of address', async () => {
    const { id, one } = await imported(heading, ['Fam.;;de Vries'], 'include')
    expect(one.createdCount).toBe(1)
    const { body } = await shop.begin(id, listOf(heading, ['Fam.;;de Vries']), {
      mapping: one.mapping,
      answers: [{ code: 'surname_alone', column: 'Aanhef', choice: 'leave_out' }],
    })
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({ createdCount: 0, duplicateCount: 1 })
    await shop.call('suppressions.create', {
      body: {
        recipient: {
          ...{ name: 'de Vries', street: 'Damrak', houseNumber: '1' },
          ...{ postalCode: '1012LG', city: 'Amsterdam', country: 'NL' },
        },
        matchName: true,
        reason: 'opt_out',
      },
    })
    const again = await imported(heading, ['Fam.;;de Vries'], 'include')
    expect(again.one).toMatchObject({ createdCount: 1, suppressedCount: 1 })
  })
})

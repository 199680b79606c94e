import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const columns = ['Naam', 'Straat', 'Huisnr', 'Postcode', 'Plaats', 'Tekst'] as const
type Row = Partial<Record<(typeof columns)[number], string>>
const zoe: Required<Row> = {
  ...{ Naam: 'Zoë', Straat: 'Damrak', Huisnr: '1', Postcode: '1012 LG', Plaats: 'Amsterdam', Tekst: 'Hallo' },
}
const listOf = (...rows: Row[]) =>
  [columns.join(';'), ...rows.map((row) => columns.map((name) => `"${{ ...zoe, ...row }[name]}"`).join(';'))]
    .join('\r\n')
    .concat('\r\n')
const mapping = {
  fields: {
    'recipient.name': { column: 'Naam' },
    'recipient.street': { column: 'Straat' },
    'recipient.houseNumber': { column: 'Huisnr' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'data.firstName': { column: 'Tekst' },
  },
}
const imported = async (shop: ImportShop, rows: Row[], answers: object[] = []) => {
  const id = await shop.draft()
  const done = await shop.imported(id, listOf(...rows), { mapping, answers })
  const items = await shop.services.store.read((stored) => stored.items.find(everyone, { postbatchId: id }))
  return { done, items, id }
}

describe('a cell of several lines', () => {
  test.each<[keyof Row, string, string]>([
    ['Tekst', 'Regel 1\nRegel 2', 'Regel 1 ⏎ Regel 2'],
    ['Huisnr', '12\n14', '12 ⏎ 14'],
    ['Straat', 'Damrak 12\r\n3 hoog', 'Damrak 12 ⏎ 3 hoog'],
    ['Naam', 'Zoë\n\nBas', 'Zoë ⏎ Bas'],
    ['Plaats', 'Amsterdam\u2028Noord', 'Amsterdam ⏎ Noord'],
  ])('in the column %s is rejected with one question: %j', async (column, cell, value) => {
    const shop = await createImportShop()
    const { done } = await imported(shop, [{ [column]: cell }, { Huisnr: '2' }])
    expect(done).toMatchObject({
      createdCount: 1,
      problems: [{ row: 2, column, code: 'line_break', params: { value } }],
      questions: [{ code: 'line_break', column, choices: [{ choice: 'join' }, { choice: 'return' }] }],
    })
  })

  test('is printed on one line after the answer “join” for the column or the row', async () => {
    const shop = await createImportShop()
    const row = { Tekst: 'Regel 1\nRegel 2' }
    const answers = [{ code: 'line_break', column: 'Tekst', choice: 'join' }]
    const { items } = await imported(shop, [row], answers)
    expect(items[0]!.data.firstName).toBe('Regel 1 Regel 2')
    const { done, id } = await imported(shop, [row])
    const cells = columns.map((name) => ({ ...zoe, ...row })[name])
    const corrected = await shop.call('postbatches.mendImport', {
      params: { id, importId: done.id },
      body: { rows: [{ row: 2, cells, asGiven: true }] },
    })
    expect(corrected.body).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('is one line if the others are empty', async () => {
    const shop = await createImportShop()
    const { done } = await imported(shop, [{ Tekst: '\nHallo\n\n', Straat: 'Damrak\n' }])
    expect(done).toMatchObject({ createdCount: 1, questions: [] })
  })
})

describe('an apostrophe at the start of a cell', () => {
  test('is dropped from the numbers of an address', async () => {
    const shop = await createImportShop()
    const { items } = await imported(shop, [{ Huisnr: "'12A", Postcode: "'1012 LG" }, { Huisnr: "'40" }])
    expect(items.map(({ recipient }) => [recipient.houseNumber, recipient.postalCode]).toSorted()).toEqual([
      ['12A', '1012 LG'],
      ['40', '1012 LG'],
    ])
  })

  test.each([
    ['Plaats', "'s-Gravenhage"],
    ['Naam', "'t Hooft"],
    ['Straat', "'t Zand"],
    ['Tekst', "'n Groet"],
  ] as const)('is kept in the column %s as part of the word: %s', async (column, text) => {
    const shop = await createImportShop()
    const rows = [{ [column]: text }, { [column]: text, Huisnr: '2' }]
    const { items, done } = await imported(shop, rows)
    expect(done.problems.filter(({ code }: { code: string }) => code === 'text_mark')).toEqual([])
    for (const { recipient, data } of items)
      expect([recipient.city, recipient.name, recipient.street, data.firstName]).toContain(text)
  })

  test.each<[Row['Tekst'], string | undefined, string | undefined]>([
    ["'40", undefined, undefined],
    ["'Abd", undefined, undefined],
    ["'12A", 'remove', '12A'],
    ["'40", 'keep', "'40"],
    ["'Abd", 'return', undefined],
  ])('that may be intended raises a question: %s, %s', async (text, choice, printed) => {
    const shop = await createImportShop()
    const answers = choice ? [{ code: 'text_mark', column: 'Tekst', choice }] : []
    const { items, done } = await imported(shop, [{ Tekst: text! }], answers)
    expect(items.map(({ data }) => data.firstName)).toEqual(printed === undefined ? [] : [printed])
    if (printed === undefined) expect(done.problems).toMatchObject([{ column: 'Tekst', code: 'text_mark' }])
  })

  test('is dropped with a finding if every value of the column has one', async () => {
    const shop = await createImportShop()
    const rows = [
      { Tekst: "'Zoë", Plaats: "'Amsterdam" },
      { Tekst: "'Bas", Plaats: "'s-Gravenhage", Huisnr: '2', Postcode: '2511 CV' },
    ]
    const { items, done } = await imported(shop, rows)
    expect(done.questions).toMatchObject([
      { code: 'text_mark', column: 'Tekst', suggested: 'remove', required: false, samples: ["'Zoë", "'Bas"] },
      { code: 'text_mark', column: 'Plaats', samples: ["'Amsterdam"] },
    ])
    expect(done.problems).toMatchObject([{ column: 'Plaats', code: 'text_mark' }])
    expect(items.map(({ recipient, data }) => [recipient.city, data.firstName])).toEqual([
      ["'s-Gravenhage", 'Bas'],
    ])
  })

  test.each<[string, string[]]>([
    ['a name in quotation marks', ["'De Eik'", "'Het Anker' BV"]],
    ['a single apostrophe next to a pair', ["'De Eik'", "'t Hoekje"]],
    ['quotation marks before a comma', ["'De Eik', Utrecht", "'Het Anker' (oud)"]],
    ['doubled quotation marks', ["''De Eik''", "'Het Anker’"]],
  ])('is printed as given if it is half of a pair: %s', async (_what, [one, other]) => {
    const shop = await createImportShop()
    const { items, done } = await imported(shop, [
      { Naam: one!, Tekst: one! },
      { Naam: other!, Tekst: other!, Huisnr: '2' },
    ])
    expect(done).toMatchObject({ problems: [], questions: [] })
    expect(items.map(({ recipient, data }) => [recipient.name, data.firstName]).toSorted()).toEqual(
      [one!, other!].toSorted().map((text) => [text, text]),
    )
  })

  test('raises a question for each row if another value of the column is in quotation marks', async () => {
    const shop = await createImportShop()
    const { items, done } = await imported(shop, [
      { Tekst: "'Zoë" },
      { Tekst: "'Bas", Huisnr: '2' },
      { Tekst: "'De Eik'", Huisnr: '3' },
    ])
    expect(done.problems).toMatchObject([
      { row: 2, column: 'Tekst', code: 'text_mark' },
      { row: 3, column: 'Tekst', code: 'text_mark' },
    ])
    expect(items.map(({ data }) => data.firstName)).toEqual(["'De Eik'"])
  })

  test('is kept in the numbers of an address if it is half of a pair', async () => {
    const shop = await createImportShop()
    const { items, done } = await imported(shop, [{ Huisnr: "'12'", Postcode: "'1012 LG'" }])
    expect(items).toEqual([])
    expect(JSON.stringify(done.problems)).toContain("'1012 LG'")
  })
})

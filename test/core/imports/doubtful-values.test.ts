import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { doubtOf } from '../../../src/core/address/doubtful-values.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { createItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

describe('a value that stands for a missing one', () => {
  test.each(
    [
      '#N/A',
      '#REF!',
      '#BEZUG!',
      '#VERW!',
      '#NAAM?',
      '#DIV/0!',
      '####',
      'NULL',
      'null',
      'undefined',
      'undefined undefined',
      'N/A',
      'n.v.t.',
      'k.A.',
      '-',
      '--',
      '?',
      '???',
      '.',
      'TRUE',
      'FALSCH',
      'NaN',
      'nan',
      'None',
      '(leer)',
      '(blank)',
      '[null]',
      'xxx',
      'X',
      'onbekend',
      'unbekannt',
      'brak',
      'saknas',
      'NA',
      'NULL Jansen',
      '#N/A Bakker',
      'Jan undefined',
      '{{first_name}}',
      '«Voornaam»',
      '*|FNAME|*',
      '[object Object]',
      'N/A.',
      'n.v.t',
      'Onbekend!',
      '(geen)',
      '\\N',
      '0',
      '0000',
      '""',
      '„',
      '〃',
      'NN',
      'Naam onbekend',
      'not provided',
      'nicht bekannt',
      'néant',
      'Anoniem',
      'Anonymous',
      'ZZZ Verwijderd',
      'GDPR deleted',
      'gelöscht',
      'anonymisé',
      'DO NOT USE',
      'idem',
      '%%FIRST%%',
      '[FIRST_NAME]',
      '{firstname}',
      '$name$',
    ].map((text) => [text]),
  )('%s', (text) => expect(doubtOf('recipient.name', text)?.code).toBe('placeholder'))

  test.each([['pending'], ['idem'], ['0'], ['!'], ['deleted']])('is not %s in a merge field', (text) =>
    expect(doubtOf('data.status', text)).toBeUndefined(),
  )

  test.each(
    [
      'Jansen',
      'Na',
      'Nan Goldin',
      'Leer',
      'Ingen',
      'Tom',
      'Test',
      'Testa',
      'Anna-Lena',
      'Nullmeier',
      'X. de Boer',
      'C&A',
      'Undefined Ltd',
      '’t Hart',
      'Test & Co',
    ].map((text) => [text]),
  )('is not %s', (text) => expect(doubtOf('recipient.name', text)).toBeUndefined())

  test.each([
    ['recipient.region', 'NA'],
    ['recipient.region', 'NC'],
    ['recipient.country', 'NA'],
    ['reference', 'NULL'],
    ['metadata.note', '-'],
  ])('is not sought in %s: %s', (field, text) => expect(doubtOf(field, text)).toBeUndefined())
})

describe('a number that a spreadsheet changed', () => {
  test.each<[string, string]>([
    ['houseNumber', '2026-03-01'],
    ['houseNumber', '2026-03-01T00:00:00'],
    ['houseNumber', '12.0'],
    ['houseNumber', '12,5'],
    ['houseNumber', '1-3-2026'],
    ['houseNumber', '3/1/26'],
    ['houseNumber', '1-mrt'],
    ['houseNumber', '01. Mrz'],
    ['houseNumber', '12-Dec'],
    ['houseNumber', 'mrt-12'],
    ['houseNumber', '1-août-26'],
    ['houseNumber', '1.2E+05'],
    ['houseNumberSuffix', '2026-03-01'],
    ['postalCode', '1012.0'],
    ['street', 'Dorpsstraat 2026-03-01'],
    ['street', 'Dorpsstraat 12.0'],
    ['street', '2026-05-04'],
    ['name', '1-mrt'],
    ['street', '01. Mai'],
    ['street', 'mrt-12'],
    ['city', '00-00-0000'],
    ['addressLine2', '2026-01-02'],
    ['houseNumber', '1E+05'],
  ])('%s %s', (field, text) => expect(doubtOf(`recipient.${field}`, text)?.code).toBe('spreadsheet_value'))

  test.each<[string, string]>([
    ['houseNumber', '12'],
    ['houseNumber', '12-14'],
    ['houseNumber', '118-35'],
    ['houseNumber', '12/3'],
    ['houseNumber', '12 bis'],
    ['houseNumber', '3-1'],
    ['houseNumber', '12/14/3'],
    ['postalCode', '00-950'],
    ['postalCode', '1012 LG'],
    ['street', 'Straße des 17. Juni'],
    ['street', 'Calle 1 de Mayo 12'],
    ['street', 'Markt 1'],
    ['street', 'Marktstraat 12'],
    ['street', 'Mayfair 3'],
    ['street', '12 Maple Street'],
    ['street', '10 Mayfair'],
    ['street', '3 Maja'],
    ['street', '25 Aprile'],
    ['addressLine2', 'Magazijn 2'],
    ['city', 'Mariahof 8'],
    ['name', 'Mark 2'],
  ])('is not %s %s', (field, text) => expect(doubtOf(`recipient.${field}`, text)).toBeUndefined())
})

const input = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/inputs/lists', name))

const begun = async (shop: ImportShop, name: string, kind = 'CSV') => {
  const id = await shop.draft()
  const uploaded = await shop.call('uploads.create', { query: { kind, name }, bytes: input(name) })
  const uploadId = uploaded.body.id
  const create = (settings: object) =>
    shop.call('postbatches.createImport', { params: { id }, body: { uploadId, ...settings } })
  const { body } = await create({})
  const fields = { ...body.suggestion.mapping.fields, 'data.firstName': { value: 'Zoë' } }
  const done = async (answers: object[]) => {
    const started = await create({ mapping: { fields }, answers })
    expect(started).toMatchObject({ status: 201, body: { status: 'MAPPED' } })
    await shop.settle()
    return shop.readImport(id, started.body.id)
  }
  const recipients = async () =>
    (await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))).map(
      ({ recipient }) => recipient,
    )
  return { id, body, done, recipients }
}

describe('a list with values that stand for missing ones', () => {
  const columns = ['Voornaam', 'Achternaam', 'Straat', 'Huisnummer', 'Plaats']
  const answered = (choice: string) => columns.map((column) => ({ code: 'placeholder', column, choice }))

  test('asks about each column, and gives the rows back until it is answered', async () => {
    const shop = await createImportShop()
    const { body, done, recipients } = await begun(shop, 'placeholders.csv')
    expect(
      body.questions.map(
        ({
          code,
          column,
          samples,
          required,
          choices,
        }: {
          code: string
          column: string
          samples: string[]
          required: boolean
          choices: { choice: string }[]
        }) => [code, column, samples, required, choices.map(({ choice }) => choice).join(' ')],
      ),
    ).toEqual([
      ['placeholder', 'Voornaam', ['NULL', '#N/A', 'undefined'], false, 'print empty return'],
      ['placeholder', 'Achternaam', ['undefined'], false, 'print empty return'],
      ['placeholder', 'Huisnummer', ['-'], false, 'print empty return'],
      ['placeholder', 'Plaats', ['-', '#N/A'], false, 'print empty return'],
      ['placeholder', 'Straat', ['???'], false, 'print empty return'],
    ])
    const unanswered = await done([])
    expect(unanswered).toMatchObject({ createdCount: 0, failedCount: 5 })
    expect(unanswered.problems[0]).toMatchObject({
      row: 2,
      column: 'Voornaam',
      code: 'placeholder',
      message: '“NULL” stands for a missing value. Correct it, or confirm that it is printed as it is.',
    })
    expect(await recipients()).toEqual([])
  })

  test('leaves them out where they are treated as empty', async () => {
    const shop = await createImportShop()
    const { done, recipients } = await begun(shop, 'placeholders.csv')
    const emptied = await done(answered('empty'))
    expect(emptied).toMatchObject({ createdCount: 2, failedCount: 3 })
    expect((await recipients()).map(({ name }) => name)).toEqual(['Jansen', 'Bakker'])
  })

  test('prints them where their owner says so', async () => {
    const shop = await createImportShop()
    const { done, recipients } = await begun(shop, 'placeholders.csv')
    await done(answered('print'))
    expect((await recipients()).map(({ name }) => name)).toContain('NULL Jansen')
  })

  test('asks about rows far below the first ones once they were read', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const line = (number: number, name: string) => `${name};Damrak;${number};1012 LG;Amsterdam`
    const lines = Array.from({ length: 80 }, (_, index) => line(index + 1, `Person ${index}`))
    const list = ['Naam;Straat;Huisnr;Postcode;Plaats', ...lines, line(99, 'Jan NULL'), ''].join('\r\n')
    const waiting = await shop.begin(id, list, {})
    expect(waiting.body.questions).toEqual([])
    const { fields } = waiting.body.suggestion.mapping
    const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
    const done = await shop.imported(id, list, { mapping, dryRun: true })
    expect(done).toMatchObject({
      createdCount: 80,
      failedCount: 1,
      questions: [{ code: 'placeholder', column: 'Naam', samples: ['Jan NULL'] }],
    })
  })

  test('takes a row that its owner confirmed', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const list =
      'Naam;Straat;Huisnr;Postcode;Plaats;addressOverride\r\nNull;Damrak;12;1012 LG;Amsterdam;ja\r\n'
    const { fields } = (await shop.begin(id, list, {})).body.suggestion.mapping
    const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
    expect(await shop.imported(id, list, { mapping })).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('lets a preset remember the answers', async () => {
    const shop = await createImportShop()
    const { body } = await begun(shop, 'placeholders.csv')
    const { fields } = body.suggestion.mapping
    const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
    const preset = await shop.call('mappingPresets.create', {
      body: {
        name: 'Club',
        mapping,
        answers: [...answered('empty'), { code: 'placeholder', column: 'Elders', choice: 'print' }],
      },
    })
    const done = await shop.imported(await shop.draft(), new Uint8Array(input('placeholders.csv')), {
      presetId: preset.body.id,
    })
    expect(done).toMatchObject({ createdCount: 2, answers: answered('empty') })
  })
})

test('a list whose numbers are dates gives their rows back', async () => {
  const ports = { renderer: { ...createFakeRenderer(), inspect: pdf.inspect } as never }
  const shop = await createImportShop({ ports })
  const { body, done, recipients } = await begun(shop, 'house-number-as-date.xlsx', 'XLSX')
  const [question] = body.questions
  expect(question).toMatchObject({ code: 'spreadsheet_value', required: false })
  const imported = await done([])
  expect(imported.failedCount).toBeGreaterThan(0)
  expect(imported.problems[0]).toMatchObject({ code: 'spreadsheet_value', column: question.column })
  expect((await recipients()).filter(({ houseNumber }) => houseNumber?.includes('2026'))).toEqual([])
})

describe('an item with a doubtful value', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'a placeholder for a name',
      { recipient: { ...zoe, name: 'NULL' } },
      ['recipient.name placeholder warning'],
    ],
    [
      'a date for a number',
      { recipient: { ...zoe, houseNumber: '2026-03-01' } },
      ['recipient.houseNumber spreadsheet_value warning'],
    ],
    [
      'a placeholder in a merge field',
      { data: { firstName: 'undefined' } },
      ['data.firstName placeholder warning'],
    ],
    ['a placeholder that was confirmed', { recipient: { ...zoe, name: 'Null' }, addressOverride: true }, []],
  ])('with %s is warned of', async (_what, changes, expected) => {
    const shop = await createItemShop()
    const { body } = await shop.create(changes).then(({ id }) => shop.call('items.get', { params: { id } }))
    const findings = body.findings.map(
      ({ field, code, severity }: Record<string, string>) => `${field} ${code} ${severity}`,
    )
    expect(findings.filter((text: string) => /placeholder|spreadsheet/.test(text))).toEqual(expected)
  })
})

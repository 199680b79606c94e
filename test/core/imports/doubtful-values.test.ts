import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

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

describe('a list with placeholders', () => {
  const columns = ['Voornaam', 'Achternaam', 'Straat', 'Huisnummer', 'Plaats']
  const answered = (choice: string) => columns.map((column) => ({ code: 'placeholder', column, choice }))

  test('raises a question for each column, and rejects the rows until it is answered', async () => {
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
      message: '“NULL” is a placeholder. Correct it, or confirm that it is printed as it is.',
    })
    expect(await recipients()).toEqual([])
  })

  test('drops placeholders after the answer “empty”', async () => {
    const shop = await createImportShop()
    const { done, recipients } = await begun(shop, 'placeholders.csv')
    const emptied = await done(answered('empty'))
    expect(emptied).toMatchObject({ createdCount: 2, failedCount: 3 })
    expect((await recipients()).map(({ name }) => name)).toEqual(['Jansen', 'Bakker'])
  })

  test('prints placeholders after the answer “print”', async () => {
    const shop = await createImportShop()
    const { done, recipients } = await begun(shop, 'placeholders.csv')
    await done(answered('print'))
    expect((await recipients()).map(({ name }) => name)).toContain('NULL Jansen')
  })

  test('raises a question about rows far below the first ones once they are read', async () => {
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

  test('imports a row with addressOverride', async () => {
    const shop = await createImportShop()
    const id = await shop.draft()
    const list =
      'Naam;Straat;Huisnr;Postcode;Plaats;addressOverride\r\nNull;Damrak;12;1012 LG;Amsterdam;ja\r\n'
    const { fields } = (await shop.begin(id, list, {})).body.suggestion.mapping
    const mapping = { fields: { ...fields, 'data.firstName': { value: 'Zoë' } } }
    expect(await shop.imported(id, list, { mapping })).toMatchObject({ createdCount: 1, failedCount: 0 })
  })

  test('can store the answers in a preset', async () => {
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

test('a list with numbers turned into dates has these rows rejected', async () => {
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

import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop } from '../../support/imports.ts'
import { importSuggested, type Outcome, officeList, uploadList } from '../../support/office-lists.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () =>
  createImportShop({ ports: { renderer: { ...createFakeRenderer(), inspect: pdf.inspect } as never } })

describe('a typical office’s list, imported with the suggested mapping', () => {
  test.each<[string, Outcome]>([
    [
      'empty-shared.xlsx',
      {
        printed: ['Anna de Boer / Damrak 1 / 1012 LG  AMSTERDAM', 'Bart Vis / Damrak 2 / 1012 LG  AMSTERDAM'],
        problems: [],
      },
    ],
    [
      'space-in-last-row.xlsx',
      { printed: ['Anna Bakker / Dorpsstraat 12 / 1012 AB  AMSTERDAM'], problems: [] },
    ],
    [
      'title-row.csv',
      {
        printed: ['Anna Bakker / Dorpsstraat 12 / 1012 AB  AMSTERDAM'],
        problems: [],
        questions: ['heading_row'],
      },
    ],
    [
      'blank-lines-first.csv',
      { printed: ['Anna Bakker / Dorpsstraat 12 / 1012 AB  AMSTERDAM'], problems: [] },
    ],
    ['ctrl-z.csv', { printed: ['Anna Bakker / Damrak 12 / 1012 LG  AMSTERDAM'], problems: [] }],
    ['dos-eof.csv', { printed: ['Anna / Damrak 1 / 1012 LG  AMSTERDAM'], problems: [] }],
    ['filemaker-vt.csv', { printed: ['Anna de Boer / Damrak 1 / 1012 LG  AMSTERDAM'], problems: [] }],
    [
      'encoding-one-bad-byte.csv',
      {
        printed: [1, 2, 3, 4, 5].map(
          (number) => `Zoë Müller${number} / Coöperatieweg ${number} / 1012 LG  AMSTERDAM`,
        ),
        problems: ['7 Voornaam invalid_character'],
        questions: ['encoding'],
      },
    ],
    [
      'encoding-replacement-character.csv',
      {
        printed: [],
        problems: [
          '2 Achternaam invalid_character',
          '2 Plaats invalid_character',
          '2 Voornaam invalid_character',
        ],
      },
    ],
    [
      'encoding-mac-roman.csv',
      {
        printed: ['Zoë Groß / Müllerstraße 5 / 1012 AB  KÖLN'],
        problems: [],
        questions: ['encoding'],
      },
    ],
    [
      'encoding-windows-1250.csv',
      {
        printed: ['Łukasz Wiśniewski / Świętokrzyska 5 / 00-950 ŁÓDŹ / POLAND'],
        problems: [],
        questions: ['encoding'],
      },
    ],
    [
      'polish-1250.csv',
      {
        printed: [
          'Paweł Wiśniewski / Żelazna 5 / 00-001 ŁÓDŹ / POLAND',
          'Świętosława Żółć / Długa 7 / 00-001 KRAKÓW / POLAND',
        ],
        problems: [],
        questions: ['encoding'],
      },
    ],
    // These lists have no country, and their postal codes are not Dutch.
    [
      'enc-cp850.csv',
      { printed: [], problems: ['2 postalCode postal_code_invalid'], questions: ['encoding'] },
    ],
    [
      'enc-mac-roman.csv',
      { printed: [], problems: ['2 postalCode postal_code_invalid'], questions: ['encoding'] },
    ],
  ])('%s', async (name, outcome) => {
    expect(await importSuggested(await open(), name, officeList(name))).toEqual(outcome)
  })

  test('unclosed-quote.csv', async () => {
    const shop = await open()
    const { body: upload } = await uploadList(shop, 'unclosed-quote.csv', officeList('unclosed-quote.csv'))
    const id = await shop.draft()
    const { body } = await shop.call('postbatches.createImport', {
      params: { id },
      body: { uploadId: upload.id },
    })
    const { mapping } = body.suggestion
    const fields = { 'data.firstName': { column: 'Voornaam' }, ...mapping.fields }
    await shop.call('postbatches.patchImport', {
      params: { id, importId: body.id },
      body: { mapping: { ...mapping, fields } },
    })
    await shop.settle()
    const { status, failure } = await shop.readImport(id, body.id)
    expect({ status, failure }).toMatchObject({ status: 'FAILED', failure: { code: 'file_unreadable' } })
    expect(failure.message).toContain('A quotation mark in line 5 is not closed.')
  })

  test('otto-first.csv', async () => {
    const shop = await open()
    const { body: upload } = await uploadList(shop, 'otto-first.csv', officeList('otto-first.csv'))
    const { body } = await shop.call('postbatches.createImport', {
      params: { id: await shop.draft() },
      body: { uploadId: upload.id },
    })
    const columns = [1, 2, 3, 4, 5].map((number) => `column ${number}`)
    expect(body).toMatchObject({ header: false, headingRow: null, columns })
  })
})

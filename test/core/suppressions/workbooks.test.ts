import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { workbook } from '../../support/workbooks.ts'

// Only this renderer reads workbooks; the fake one does the rest.
const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

let shop: TestShop
beforeEach(async () => {
  const renderer = { ...createFakeRenderer(), inspect: pdf.inspect } as never
  shop = await createTestShop({ ports: { renderer } })
})

const upload = async (text: string | Uint8Array, kind = 'CSV') => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const answer = await shop.call('uploads.create', { query: { kind, name: 'list.csv' }, bytes })
  expect(answer.status).toBe(201)
  return answer.body.id as string
}

describe('a sheet of a workbook', () => {
  const dutch = [
    ['Voornaam', 'Achternaam', 'Straat', 'Huisnr.', 'Postcode', 'Plaats', 'Reden'],
    ['Zoë', 'de Vries', 'Damrak', '12', '1012 LG', 'Amsterdam', 'moved'],
    ['Jan', 'Bakker', 'Markt', '1', '2611GP', 'Delft', 'because'],
  ]
  const book = () =>
    upload(
      workbook({
        sheets: [
          { name: 'Notes', rows: [['made in March']] },
          { name: 'Adressen', rows: dutch },
        ],
      }),
      'XLSX',
    )
  const sampleOf = (query: Record<string, string>, key = shop.keys.live) =>
    shop.call('suppressions.importSample', { key, query })

  test('is previewed: its columns, their values, and the likely field of each', async () => {
    const { status, body } = await sampleOf({ uploadId: await book(), sheet: 'Adressen' })
    expect(status).toBe(200)
    expect(body).toEqual({
      sheet: 'Adressen',
      fileRows: expect.any(Array),
      encoding: 'utf-8',
      headingRow: 1,
      questions: [],
      columns: dutch[0]!
        .slice(0, 7)
        .map((name, place) => ({ name, samples: [dutch[1]![place], dutch[2]![place]] })),
      mapping: { street: 'Straat', houseNumber: 'Huisnr.', postalCode: 'Postcode', city: 'Plaats' },
      fields: {
        'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
        'recipient.street': { column: 'Straat' },
        'recipient.houseNumber': { column: 'Huisnr.' },
        'recipient.postalCode': { column: 'Postcode' },
        'recipient.city': { column: 'Plaats' },
      },
    })
  })

  test('is imported like a CSV, and returns bad rows', async () => {
    const uploadId = await book()
    const { mapping } = (await sampleOf({ uploadId, sheet: 'Adressen' })).body
    const settings = { sheet: 'Adressen', mapping: { ...mapping, name: 'Achternaam', reason: 'Reden' } }
    const begun = await shop.call('suppressions.import', { body: { uploadId, ...settings } })
    expect(begun).toMatchObject({ status: 202, body: { sheet: 'Adressen' } })
    await shop.settle()
    expect((await shop.call('suppressions.getImport', { params: { id: begun.body.id } })).body).toMatchObject(
      {
        status: 'COMPLETED',
        sheet: 'Adressen',
        rowCount: 2,
        addedCount: 1,
        failedCount: 1,
      },
    )
    expect((await shop.call('suppressions.list')).body.data).toMatchObject([
      { addressKey: 'NL|1012LG|12', reason: 'moved' },
    ])
    expect((await shop.call('suppressions.importErrors', { params: { id: begun.body.id } })).body).toContain(
      'Jan;Bakker;Markt;1;2611GP;Delft;because;3;',
    )
  })

  test('is the first one if none is named, and a CSV has none', async () => {
    const uploadId = await book()
    expect((await sampleOf({ uploadId })).body).toMatchObject({
      sheet: 'Notes',
      columns: [{ name: 'made in March' }],
      questions: [
        { code: 'sheet', column: null, required: false },
        { code: 'heading_row', column: null, required: true },
      ],
    })
    const csv = await upload('Street;Street;\nMarkt 1;x;y\n')
    expect((await sampleOf({ uploadId: csv })).body).toEqual({
      sheet: null,
      fileRows: [
        { row: 1, cells: ['Street', 'Street', ''], isHeading: true },
        { row: 2, cells: ['Markt 1', 'x', 'y'], isHeading: false },
      ],
      encoding: 'utf-8',
      headingRow: 1,
      questions: [expect.objectContaining({ code: 'unused_column', column: 'Street (2)', required: true })],
      columns: [
        { name: 'Street', samples: ['Markt 1'] },
        { name: 'Street (2)', samples: ['x'] },
        { name: 'column 3', samples: ['y'] },
      ],
      mapping: { street: 'Street' },
      fields: {},
    })
  })

  test.each<[string, (uploadId: string) => Record<string, string>, string, string]>([
    ['a missing sheet', (uploadId) => ({ uploadId, sheet: 'Adres' }), 'sheet', 'unknown_sheet'],
    ['a missing upload', () => ({ uploadId: 'upl_none' }), 'uploadId', 'unknown'],
  ])('is neither shown nor imported: %s', async (_what, queryFor, parameter, code) => {
    const query = queryFor(await book())
    const refusal = { status: 422, body: { errors: [{ parameter, code }] } }
    expect(await sampleOf(query)).toMatchObject(refusal)
    expect(await shop.call('suppressions.import', { body: query })).toMatchObject(refusal)
  })

  test('has a name of up to two hundred characters, and a CSV has no sheets', async () => {
    const uploadId = await book()
    const codes = async (length: number) => {
      const { body } = await shop.call('suppressions.import', {
        body: { uploadId, sheet: 'x'.repeat(length) },
      })
      return body.errors[0].code
    }
    expect(await codes(200)).toBe('unknown_sheet')
    expect(await codes(201)).not.toBe('unknown_sheet')
    const csv = await shop.call('suppressions.import', {
      body: { uploadId: await upload('street\nMarkt 1\n'), sheet: 'A' },
    })
    expect(csv).toMatchObject({ status: 422, body: { errors: [{ parameter: 'sheet', code: 'conflict' }] } })
  })

  test('belongs to its mode, and is removed with its file', async () => {
    const uploadId = await book()
    expect((await sampleOf({ uploadId }, shop.keys.test)).status).toBe(422)
    await shop.advance(31 * dayMs)
    expect((await sampleOf({ uploadId })).body.errors).toMatchObject([
      { parameter: 'uploadId', code: 'removed' },
    ])
  })
})

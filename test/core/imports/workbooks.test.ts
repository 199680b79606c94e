import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { uploadLimits } from '../../../src/core/features/assets/limits.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { dutchMapping, heading, line } from '../../support/dutch-list.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { workbook, workbookOf } from '../../support/workbooks.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () =>
  createImportShop({ ports: { renderer: { ...createFakeRenderer(), inspect: pdf.inspect } as never } })

const list = (...lines: string[]) => [heading, ...lines].map((text) => text.split(';'))
const upload = async (shop: ImportShop, bytes: Uint8Array, key = shop.keys.live) =>
  shop.call('uploads.create', { key, query: { kind: 'XLSX', name: 'Adressen.xlsx' }, bytes })
const blobs = async (shop: ImportShop) => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('uploads/')) keys.push(key)
  return keys
}

const twoSheets = () =>
  workbook({
    sheets: [
      { name: 'Toelichting', rows: [['Dit is de lijst'], ['van het voorjaar']] },
      { name: 'Adressen', rows: list(line(1), line(2, { code: '12' })) },
    ],
  })

describe('an uploaded workbook', () => {
  test('lists its sheets, whose rows are stored instead of the file', async () => {
    const shop = await open()
    const { status, body } = await upload(shop, twoSheets(), shop.keys.test)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        kind: 'XLSX',
        isTest: true,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        sizeBytes: twoSheets().length,
        assetId: null,
        findings: [],
        sheets: [
          { name: 'Toelichting', rowCount: 2, columnCount: 1, isHidden: false },
          { name: 'Adressen', rowCount: 3, columnCount: 7, isHidden: false },
        ],
      },
    })
    const [key, ...others] = await blobs(shop)
    expect(others).toEqual([])
    const kept = Buffer.from((await shop.services.blobs.get(key!))!).toString()
    expect(kept).toBe(
      `Dit is de lijst\r\nvan het voorjaar\r\n${[heading, line(1), line(2, { code: '12' })].join('\r\n')}\r\n`,
    )
  })

  test('is deleted with its sheets after thirty days like any list', async () => {
    const shop = await open()
    const { id } = (await upload(shop, twoSheets())).body
    await shop.advance(uploadLimits.csvDays * dayMs)
    expect(await blobs(shop)).toEqual([])
    const { body } = await shop.call('uploads.get', { params: { id } })
    expect(body).toMatchObject({ status: 'REMOVED', sheets: null })
  })

  test('that cannot be read is refused with the reason and not stored', async () => {
    const shop = await open()
    const { status, body } = await upload(shop, workbookOf([['x']], { parts: { 'xl/vbaProject.bin': '' } }))
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'body', code: 'xlsx_macros' }] },
    })
    expect(await blobs(shop)).toEqual([])
  })

  test('is stored once, however often it is sent with the same key', async () => {
    const shop = await open()
    const call = { query: { kind: 'XLSX', name: 'a' }, bytes: twoSheets(), idempotencyKey: 'k1' }
    const first = await shop.call('uploads.create', call)
    expect((await shop.call('uploads.create', call)).body).toEqual(first.body)
    expect(await blobs(shop)).toHaveLength(1)
  })
})

const begin = async (shop: ImportShop, id: string, settings: Record<string, unknown>, bytes = twoSheets()) =>
  shop.call('postbatches.createImport', {
    params: { id },
    body: { uploadId: (await upload(shop, bytes)).body.id, ...settings },
  })

describe('importing a sheet', () => {
  test('creates items from its rows, and returns rejected ones with their row numbers in the spreadsheet', async () => {
    const shop = await open()
    const id = await shop.draft()
    const answer = await begin(shop, id, { sheet: 'Adressen', mapping: dutchMapping })
    expect(answer).toMatchObject({ status: 201, body: { sheet: 'Adressen', fileName: 'Adressen.xlsx' } })
    await shop.settle()
    const done = await shop.readImport(id, answer.body.id)
    expect(done).toMatchObject({ status: 'COMPLETED', createdCount: 1, failedCount: 1, progress: 1 })
    expect(done.problems[0]).toMatchObject({ row: 3, column: 'Postcode' })
    expect(await shop.errors(id, done.id)).toContain(line(2, { code: '12' }))
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))
    expect(items.map(({ recipientName }) => recipientName)).toEqual(['Person 1'])
  })

  test('keeps leading zeros, dates and empty rows', async () => {
    const shop = await open()
    const id = await shop.draft()
    const rows = [
      [...heading.split(';'), 'Datum'],
      [],
      [
        { xml: '<c s="1"><v>42</v></c>' },
        ...line(1).split(';').slice(1),
        { xml: '<c s="2"><v>46082</v></c>' },
      ],
    ]
    const bytes = workbookOf(rows, { formats: ['00000', 14] })
    const mapping = { fields: { ...dutchMapping.fields, 'metadata.since': { column: 'Datum' } } }
    const { body } = await begin(shop, id, { mapping }, bytes)
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({ createdCount: 1, emptyCount: 1, rowCount: 2 })
    const [item] = await shop.services.store.read((store) => store.items.find(everyone, { postbatchId: id }))
    expect(item).toMatchObject({ reference: '00042', metadata: { since: '2026-03-01' } })
  })

  const money = { xml: '<c s="1"><v>12.5</v></c>' }
  const day = { xml: '<c s="2"><v>46082</v></c>' }
  const share = { xml: '<c s="3"><v>0.15</v></c>' }
  const columns = [...heading.split(';'), 'Bedrag', 'Datum', 'Korting']
  const rowOf = (number: number, code?: string) => [
    ...line(number, code === undefined ? {} : { code }).split(';'),
    ...[money, day, share],
  ]
  const shown = () =>
    workbookOf([columns, rowOf(1), rowOf(2, '12'), rowOf(3)], {
      formats: ['"€" #,##0.00', 'd mmmm yyyy', '0 %'],
    })
  const printedMapping = {
    fields: {
      ...dutchMapping.fields,
      'data.firstName': { columns: ['Bedrag', 'Korting'] },
      'metadata.amount': { column: 'Bedrag' },
      'metadata.share': { column: 'Korting' },
    },
  }
  const itemsOf = (shop: ImportShop, id: string) =>
    shop.services.store.read((rows) => rows.items.find(everyone, { postbatchId: id }))

  test('prints numbers as displayed by the workbook, and keeps their values elsewhere', async () => {
    const shop = await open()
    const id = await shop.draft()
    const { body } = await begin(shop, id, { mapping: printedMapping }, shown())
    await shop.settle()
    expect(await shop.readImport(id, body.id)).toMatchObject({ createdCount: 2, failedCount: 1 })
    const item = { data: { firstName: '€ 12.50 15 %' }, metadata: { amount: '12.5', share: '0.15' } }
    expect(await itemsOf(shop, id)).toMatchObject([item, item])
  })

  test('shows in its sample what text merge fields will print', async () => {
    const shop = await open()
    const id = await shop.draft()
    const { body } = await begin(shop, id, {}, shown())
    const sample = (await shop.call('postbatches.importSample', { params: { id, importId: body.id } })).body
    expect(sample.columns.at(-3)).toEqual({ name: 'Bedrag', samples: ['12.5'], printed: ['€ 12.50'] })
    expect(sample.rows[0].printed.slice(-3)).toEqual(['€ 12.50', '1 March 2026', '15 %'])
  })

  test('prints a corrected row as the workbook displayed it', async () => {
    const shop = await open()
    const id = await shop.draft()
    const mapping = { fields: { ...dutchMapping.fields, 'data.firstName': { column: 'Datum' } } }
    const { body } = await begin(shop, id, { mapping }, shown())
    await shop.settle()
    const [csvHead, csvRow] = (await shop.errors(id, body.id)).split('\r\n')
    expect(csvHead).toContain('Datum')
    expect(csvRow).toContain('1 March 2026')
    const cells = csvRow!.split(';').slice(0, columns.length).with(5, '1012 LG')
    const corrected = await shop.call('postbatches.mendImport', {
      params: { id, importId: body.id },
      body: { rows: [{ row: 3, cells }] },
    })
    expect(corrected.status).toBe(200)
    const items = await itemsOf(shop, id)
    expect(items.map(({ data }) => data.firstName)).toEqual(Array(3).fill('1 March 2026'))
  })

  test('prints a corrected row as the workbook displayed it if the number has another use too', async () => {
    const shop = await open()
    const id = await shop.draft()
    const { body } = await begin(shop, id, { mapping: printedMapping }, shown())
    await shop.settle()
    const path = { id, importId: body.id }
    const [bad] = (await shop.call('postbatches.badRows', { params: path })).body.data
    const correct = (cells: string[]) =>
      shop.call('postbatches.mendImport', { params: path, body: { rows: [{ row: bad.row, cells }] } })
    expect((await correct(bad.cells.with(5, 'x'))).body).toMatchObject({ failedCount: 1 })
    expect((await correct(bad.cells.with(5, '1012 LG'))).body).toMatchObject({ failedCount: 0 })
    const item = { data: { firstName: '€ 12.50 15 %' }, metadata: { amount: '12.5', share: '0.15' } }
    expect(await itemsOf(shop, id)).toMatchObject([item, item, item])
  })

  test('prints an edited cell of a corrected row as typed', async () => {
    const shop = await open()
    const id = await shop.draft()
    const { body } = await begin(shop, id, { mapping: printedMapping }, shown())
    await shop.settle()
    const path = { id, importId: body.id }
    const [bad] = (await shop.call('postbatches.badRows', { params: path })).body.data
    const typed = bad.cells.map((cell: string) => (cell === '12.5' ? '13' : cell)).with(5, '1012 LG')
    await shop.call('postbatches.mendImport', {
      params: path,
      body: { rows: [{ row: bad.row, cells: typed }] },
    })
    expect((await itemsOf(shop, id)).map(({ data }) => data.firstName)).toContain('13 15 %')
  })

  test('prints the values of a workbook that an earlier version read', async () => {
    const shop = await open()
    const id = await shop.draft()
    const uploadId = (await upload(shop, shown())).body.id
    await shop.services.store.write(async (rows) => {
      const { sheets } = (await rows.uploads.get({ organisationId: shop.organisation.id }, uploadId))!
      const earlier = sheets!.map(({ formatted, ...sheet }) => {
        expect(formatted).toBeDefined()
        return sheet
      })
      await rows.uploads.update({ organisationId: shop.organisation.id }, uploadId, { sheets: earlier })
    })
    await shop.call('postbatches.createImport', {
      params: { id },
      body: {
        uploadId,
        mapping: { fields: { ...dutchMapping.fields, 'data.firstName': { column: 'Datum' } } },
      },
    })
    await shop.settle()
    const items = await itemsOf(shop, id)
    expect(items.map(({ data }) => data.firstName)).toEqual(['2026-03-01', '2026-03-01'])
  })

  test('uses the first sheet by default, and suggests its mapping', async () => {
    const shop = await open()
    const id = await shop.draft()
    const { body } = await begin(shop, id, {}, workbookOf(list(line(1))))
    expect(body).toMatchObject({ status: 'UPLOADED', sheet: 'Blad1', columns: heading.split(';') })
    expect(body.suggestion.mapping.fields['recipient.postalCode']).toEqual({ column: 'Postcode' })
    const sample = await shop.call('postbatches.importSample', { params: { id, importId: body.id } })
    expect(sample.body.rows).toEqual([{ row: 2, cells: line(1).split(';') }])
  })

  test('reads a hidden sheet only by name', async () => {
    const shop = await open()
    const id = await shop.draft()
    const hidden = { name: 'Geheim', rows: list(line(1)), state: 'hidden' } as const
    const both = workbook({ sheets: [hidden, { name: 'Adressen', rows: list(line(2)) }] })
    expect((await begin(shop, id, {}, both)).body.sheet).toBe('Adressen')
    const refused = await begin(shop, id, {}, workbook({ sheets: [hidden] }))
    expect(refused.body.errors).toMatchObject([{ parameter: 'sheet', code: 'required' }])
    const named = await begin(shop, id, { sheet: 'Geheim' }, workbook({ sheets: [hidden] }))
    expect(named).toMatchObject({ status: 201, body: { sheet: 'Geheim' } })
  })

  test.each([
    [{ sheet: 'Adres' }, ['sheet'], 'unknown_sheet'],
    [{ encoding: 'utf-8', delimiter: ';' }, ['encoding', 'delimiter'], 'conflict'],
  ])('refuses %j', async (settings, parameters, code) => {
    const shop = await open()
    const { status, body } = await begin(shop, await shop.draft(), settings)
    expect(status).toBe(422)
    const named = body.errors.map((error: Record<string, string>) => [error.parameter, error.code])
    expect(named).toEqual(parameters.map((parameter) => [parameter, code]))
  })

  test('accepts sheet names of up to two hundred characters', async () => {
    const shop = await open()
    const id = await shop.draft()
    const codes = [200, 201].map(async (length) => {
      const { body } = await begin(shop, id, { sheet: 'x'.repeat(length) })
      return body.errors[0].code === 'unknown_sheet'
    })
    expect(await Promise.all(codes)).toEqual([true, false])
  })

  test('accepts no sheet for a CSV', async () => {
    const shop = await open()
    const { status, body } = await shop.begin(await shop.draft(), list(line(1)).join('\n'), { sheet: 'A' })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'sheet', code: 'conflict' }] },
    })
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createImportShop, type ImportShop } from '../../support/imports.ts'
import { workbook } from '../../support/workbooks.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () =>
  createImportShop({ ports: { renderer: { ...createFakeRenderer(), inspect: pdf.inspect } as never } })

const upload = async (shop: ImportShop, bytes: Uint8Array, key = shop.keys.live) =>
  shop.call('uploads.create', { key, query: { kind: 'XLSX', name: 'Adressen.xlsx' }, bytes })

describe('a workbook stored by an earlier version without cell formats', () => {
  const kept = async (shop: ImportShop, amount: string) => {
    const rows = [
      ['Naam', 'Straat', 'Nr', 'Postcode', 'Plaats', 'Bedrag'],
      ['Anna', 'Damrak', '12', '1012 LG', 'Amsterdam', amount],
    ]
    const { body } = await upload(shop, workbook({ sheets: [{ name: 'Blad1', rows }] }))
    return body.id as string
  }
  const asOfEarlier = (shop: ImportShop, id: string) =>
    shop.services.store.write(async (rows) => {
      const row = (await rows.uploads.find(everyone, { id }))[0]!
      await rows.uploads.update(row, id, { createdById: null })
    })
  const codesOf = (questions: { code: string }[]) => questions.map(({ code }) => code)
  const hasQuestion = async (shop: ImportShop, uploadId: string) => {
    const id = await shop.draft()
    const created = await shop.call('postbatches.createImport', { params: { id }, body: { uploadId } })
    const params = { id, importId: created.body.id }
    const sample = await shop.call('postbatches.importSample', { params })
    return [created, sample].map(({ body }) => codesOf(body.questions).includes('cell_formats'))
  }

  test.each([
    ['a decimal', '12.5', [true, true]],
    ['a day', '2026-03-01', [true, true]],
    ['only text', 'twaalf', [false, false]],
  ])('raises a question if it has %s', async (_what, amount, hasQuestions) => {
    const shop = await open()
    const uploadId = await kept(shop, amount)
    await asOfEarlier(shop, uploadId)
    expect(await hasQuestion(shop, uploadId)).toEqual(hasQuestions)
  })

  test('read by this version raises none', async () => {
    const shop = await open()
    expect(await hasQuestion(shop, await kept(shop, '12.5'))).toEqual([false, false])
  })

  test('raises a question in an import that has waited for its mapping since', async () => {
    const shop = await open()
    const uploadId = await kept(shop, '12.5')
    const id = await shop.draft()
    const created = await shop.call('postbatches.createImport', { params: { id }, body: { uploadId } })
    await asOfEarlier(shop, uploadId)
    const params = { id, importId: created.body.id }
    const { body } = await shop.call('postbatches.importSample', { params })
    expect(body.questions).toMatchObject([
      {
        code: 'cell_formats',
        samples: ['12.5'],
        required: false,
        message: expect.stringContaining('Upload it again'),
      },
    ])
  })
})

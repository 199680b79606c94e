import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { jpegs } from '../../support/images.ts'
import { streamOf } from '../../support/pdf-drawings.ts'
import { pdfOf } from '../../support/pdf-files.ts'
import type { TestShop } from '../../support/shop.ts'
import { printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await shopWithCatalogue()
})
afterAll(() => renderer.close())

const points = (mm: number) => (mm * 72) / 25.4
const pageOf = (w: number, h: number, more = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(w)} ${points(h)}]${more}>>`

const upload = async (pages: readonly string[]): Promise<string> =>
  (await shop.call('uploads.create', { query: { kind: 'PDF', name: 'card' }, bytes: pdfOf(pages) })).body
    .assetId
const begin = (pdfAssetId: string, more: object = {}) =>
  shop.call('templates.create', {
    body: { name: 'Mine', productSpecificationId: sampleIds.a6, pdfAssetId, ...more },
  })
const draftOf = async (id: string) =>
  (await shop.call('templates.getDraft', { params: { id } })).body.document

describe('a template created from a PDF', () => {
  test('has a page of it behind each of its pages up to the bleed, and the address on top', async () => {
    const assetId = await upload([pageOf(154, 111), pageOf(154, 111)])
    const { status, body } = await begin(assetId)
    expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Mine', latestVersion: null } })
    const box = { type: 'pdf', asset: assetId, x: -3, y: -3, w: 154, h: 111 }
    expect((await draftOf(body.id)).pages).toMatchObject([
      { side: 'front', elements: [{ ...box, page: 1 }] },
      { side: 'back', elements: [{ ...box, page: 2 }, { type: 'address' }] },
    ])
    const published = await shop.call('templates.publish', { params: { id: body.id } })
    expect({ status: published.status, errors: published.body.errors }).toEqual({
      status: 201,
      errors: undefined,
    })
  })

  test('reports zones that the PDF prints on, but not those it leaves white', async () => {
    const { body: product } = await shop.call('products.get', { params: { id: sampleIds.postcard } })
    const { sheet } = product.specifications.find(({ id }: { id: string }) => id === sampleIds.a6)
    const postage = sheet.zones.find(({ kind }: { kind: string }) => kind === 'postage')
    /**
     * Returns the warnings for a card with a black square of 10 mm on its back, positioned from the left and
     * top of the trim.
     */
    const remarksOn = async (x: number, y: number): Promise<string[]> => {
      const [left, bottom, side] = [3 + x, 111 - 3 - y - 10, 10].map((mm) => points(mm).toFixed(2))
      const square = `0 0 0 1 k ${left} ${bottom} ${side} ${side} re f`
      const bytes = pdfOf([pageOf(154, 111), pageOf(154, 111, '/Contents 5 0 R')], {
        more: [`<</Length ${square.length}>>\nstream\n${square}\nendstream`],
      })
      const query = { kind: 'PDF', name: 'card' }
      const { body: upload } = await shop.call('uploads.create', { query, bytes })
      const { body: template } = await begin(upload.assetId)
      const { body } = await shop.call('templates.publish', { params: { id: template.id } })
      return body.findings.map(({ message }: { message: string }) => message)
    }
    expect(await remarksOn(10, 40)).toEqual([])
    expect(await remarksOn(postage.x + 5, postage.y + 5)).toEqual([
      'The PDF prints in the postage zone, which should stay white. Check the proof, or leave the zone white and export the PDF again.',
    ])
  })

  test('with fewer pages leaves the rest of a card white', async () => {
    const { body } = await begin(await upload([pageOf(154, 111)]))
    expect((await draftOf(body.id)).pages[1].elements).toMatchObject([{ type: 'address' }])
  })

  test('has as many pages as the PDF if the sheet allows several', async () => {
    const letter = { productSpecificationId: sampleIds.c5 }
    const { body: product } = await shop.call('products.get', { params: { id: sampleIds.letter } })
    const { max } = product.specifications[0].sheet.pages
    const pages = (count: number) => Array.from({ length: count }, () => pageOf(216, 303))
    const most = await begin(await upload(pages(max)), letter)
    expect((await draftOf(most.body.id)).pages).toHaveLength(max)
    expect(await begin(await upload(pages(max + 1)), letter)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'pdfAssetId', code: 'out_of_range' }] },
    })
  })

  test.each([
    ['without bleed in its true size, with white edges', 148, 105, { x: 0, y: 0, w: 148, h: 105 }],
    ['of twice the size as large as the sheet', 308, 222, { x: -3, y: -3, w: 154, h: 111 }],
    ['a little narrower in its own proportions', 150, 111, { x: -1, y: -3, w: 150, h: 111 }],
  ])('places a page %s', async (_what, w, h, box) => {
    const { body } = await begin(await upload([pageOf(w, h)]))
    const [front] = (await draftOf(body.id)).pages
    expect(front.elements).toMatchObject([box])
    const published = await shop.call('templates.publish', { params: { id: body.id } })
    expect({ status: published.status, errors: published.body.errors }).toEqual({ status: 201 })
  })

  test('can’t be published if the PDF prints text in the address zone', async () => {
    const bytes = readFileSync(
      join(import.meta.dirname, '../../fixtures/inputs/pdf/pdf-text-over-address.pdf'),
    )
    const uploaded = await shop.call('uploads.create', { query: { kind: 'PDF', name: 'letter' }, bytes })
    const { body } = await begin(uploaded.body.assetId, { productSpecificationId: sampleIds.c5 })
    const published = await shop.call('templates.publish', { params: { id: body.id } })
    expect(published).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'zone_covered', params: { case: 'pdf_text' } }] },
    })
  })

  test('is published with a warning if a white box of the PDF covers its text in the address zone', async () => {
    const letters =
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65/Widths[900]/Encoding<</Differences[65/a]>>/CharProcs<</a 7 0 R>>/Resources<<>>>>'
    const text = `0 g BT /F 12 Tf 20 20 Td (${'A'.repeat(38)}) Tj 0 100 Td (${'A'.repeat(38)}) Tj ET`
    const page = pageOf(154, 111, '/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>')
    const publishing = async (content: string) => {
      const more = [streamOf(content), letters, streamOf('900 0 0 0 700 700 d1 0 0 700 700 re f')]
      const bytes = pdfOf([pageOf(154, 111), page], { more })
      const uploaded = await shop.call('uploads.create', { query: { kind: 'PDF', name: 'card' }, bytes })
      const { body } = await begin(uploaded.body.assetId)
      const { status, body: published } = await shop.call('templates.publish', { params: { id: body.id } })
      const found: { code: string; params: { case: string } }[] = published.findings ?? published.errors
      return [status, found.filter(({ code }) => code === 'zone_covered').map(({ params }) => params.case)]
    }
    expect(await publishing(text)).toEqual([422, expect.arrayContaining(['pdf_text'])])
    const unseen = await publishing(`${text} 1 g 0 0 999 999 re f`)
    expect(unseen).toEqual([201, expect.arrayContaining(['pdf_text_unseen'])])
  })

  test('has an image and all its findings while its PDF blocks publishing', async () => {
    const dark = pdfOf([pageOf(154, 111), pageOf(154, 111, '/Contents 5 0 R')], {
      more: [streamOf(`.9 .6 .1 .4 k 0 0 ${points(154)} ${points(111)} re f`)],
    })
    const uploaded = await shop.call('uploads.create', { query: { kind: 'PDF', name: 'card' }, bytes: dark })
    const { body } = await begin(uploaded.body.assetId)
    const params = { id: body.id }
    const drawn = await shop.call('templates.paper', { params, query: 'page=2' })
    expect([drawn.status, drawn.headers]).toMatchObject([200, { 'Content-Type': 'image/png' }])
    const checked = await shop.call('templates.checkDraft', { params })
    expect(checked).toMatchObject({ status: 200, body: { revision: 1 } })
    const errors = checked.body.findings.filter(({ severity }: { severity: string }) => severity === 'error')
    expect(errors).toContainEqual(
      expect.objectContaining({
        code: 'zone_covered',
        page: 2,
        params: expect.objectContaining({ case: 'pdf_dark', zone: 'address' }),
      }),
    )
    const published = await shop.call('templates.publish', { params })
    expect(published.status).toBe(422)
    expect(published.body.errors.map(({ message }: { message: string }) => message)).toEqual(
      errors.map(({ message }: { message: string }) => message),
    )
    expect(published.body.errors[0].parameter).toBe('document.pages[1].elements[0]')
  })

  test('is checked with the same warnings that a version keeps', async () => {
    const { body } = await begin(await upload([pageOf(148, 105), pageOf(148, 105)]))
    const params = { id: body.id }
    const checked = await shop.call('templates.checkDraft', { params })
    const published = await shop.call('templates.publish', { params })
    expect(published.status).toBe(201)
    expect(checked.body.findings).toEqual(published.body.findings)
    expect(checked.body.findings).not.toEqual([])
  })

  test('is refused if pages have other proportions', async () => {
    const assetId = await upload([pageOf(111, 154), pageOf(148, 111)])
    expect(await begin(assetId)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { parameter: 'pdfAssetId', code: 'pdf_page_size', message: expect.stringContaining('Page 1') },
          { parameter: 'pdfAssetId', code: 'pdf_page_size', message: expect.stringContaining('Page 2') },
        ],
      },
    })
  })

  test('is refused if a page can’t be printed', async () => {
    const assetId = await upload([pageOf(154, 111), pageOf(154, 111, '/Rotate 45')])
    expect(await begin(assetId)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'pdfAssetId', code: 'pdf_unsupported' }] },
    })
  })

  test('names missing fonts if they prevent printing a page', async () => {
    const font = '/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Arial>>>>>>'
    const assetId = await upload([pageOf(154, 111), pageOf(154, 111, font)])
    const { body } = await begin(assetId)
    expect(body.errors).toMatchObject([
      {
        code: 'pdf_unsupported',
        message: expect.stringMatching(/^Page 2 cannot be printed: the font Arial is not embedded\./),
      },
      {
        code: 'pdf_font_missing',
        message: expect.stringMatching(/^The font "Arial" is not embedded in the PDF\./),
      },
    ])
  })

  test('is refused together with a document, and for a file that is not a PDF of the organisation', async () => {
    const assetId = await upload([pageOf(154, 111)])
    const picture = await shop.call('uploads.create', {
      query: { kind: 'IMAGE', name: 'photo' },
      bytes: jpegs.rgb,
    })
    const refused = { status: 422, body: { errors: [{ parameter: 'pdfAssetId' }] } }
    expect(await begin(assetId, { document: printable })).toMatchObject(refused)
    expect(await begin(picture.body.assetId)).toMatchObject(refused)
    expect(await begin('ast_01M83S482YVM31KRM3WZHMVCYW')).toMatchObject(refused)
    await shop.call('uploads.deleteAsset', { params: { id: assetId } })
    expect(await begin(assetId)).toMatchObject(refused)
  })
})

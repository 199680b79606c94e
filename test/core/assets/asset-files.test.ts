import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { hourMs } from '../../../src/core/kernel/time.ts'
import { jpegs } from '../../support/images.ts'
import { pdfOf } from '../../support/pdf-files.ts'
import { brandFont } from '../../support/render-fixtures.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () => createTestShop({ ports: { renderer: pdf } })
const background = pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>'])

const upload = (shop: TestShop, kind: string, bytes: Uint8Array, name = kind) =>
  shop.call('uploads.create', { query: { kind, name }, bytes })
const assetOf = async (shop: TestShop, kind: string, bytes: Uint8Array, name = kind): Promise<string> => {
  const { status, body } = await upload(shop, kind, bytes, name)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.assetId
}
const get = (shop: TestShop, id: string) => shop.call('uploads.assetFile', { params: { id } })
const patch = (shop: TestShop, id: string, body: object, key = shop.keys.live) =>
  shop.call('uploads.patchAssetFile', { params: { id }, body, key })
const names = async (shop: TestShop, query = '') =>
  (await shop.call('uploads.assetFiles', { query })).body.data.map((file: { name: string }) => file.name)
const media = (shop: TestShop, url: string) =>
  shop.call('media.get', { key: null, params: { token: url.split('/').at(-1)! } })

describe('an uploaded PDF or font', () => {
  test.each([
    [
      'PDF',
      background,
      'application/pdf',
      [{ w: 35.28, h: 35.28, trim: { x: 0, y: 0, w: 35.28, h: 35.28 } }],
    ],
    ['FONT', brandFont, 'font/ttf', null],
  ])('is listed (%s) with a URL of its bytes', async (kind, bytes, contentType, pages) => {
    const shop = await open()
    const id = await assetOf(shop, kind, bytes, 'Autumn')
    const { status, body } = await get(shop, id)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        kind,
        name: 'Autumn',
        pages,
        sizeBytes: bytes.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        url: expect.stringMatching(/^http:\/\/mail\.example\/v1\/media\//),
        createdAt: '2026-01-05T09:00:00.000Z',
      },
    })
    expect((await shop.call('uploads.assetFiles')).body.data).toEqual([body])
    const file = await media(shop, body.url)
    // Screens show dozens of files, which would exceed the rate class of other public requests.
    const headers = { 'Content-Type': contentType, 'RateLimit-Limit': '600' }
    expect(file).toMatchObject({ status: 200, headers })
    expect(Buffer.compare(file.body, bytes)).toBe(0)
    shop.clock.set(shop.clock.now() + 2 * hourMs)
    expect(await media(shop, body.url)).toMatchObject({ status: 404 })
  })

  test('reports page sizes, and the pages that cannot be printed', async () => {
    const shop = await open()
    const turned = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 144]/TrimBox[72 36 288 126]/Rotate 90>>'
    const { body } = await upload(shop, 'PDF', pdfOf([turned, '<</Type/Page/Parent 2 0 R>>']))
    const pages = [{ w: 50.8, h: 101.6, trim: { x: 12.7, y: 25.4, w: 31.75, h: 76.2 } }, null]
    expect(body).toMatchObject({ pages })
    expect((await shop.call('uploads.get', { params: { id: body.id } })).body).toMatchObject({ pages })
    expect((await get(shop, body.assetId)).body).toMatchObject({ pages })
  })

  test('is found by kind and name; images are excluded', async () => {
    const shop = await open()
    await assetOf(shop, 'PDF', background, 'Spring card')
    await assetOf(shop, 'FONT', brandFont, 'House font')
    await assetOf(shop, 'IMAGE', jpegs.rgb, 'Photo')
    expect(await names(shop, 'sort=name')).toEqual(['House font', 'Spring card'])
    expect(await names(shop, 'filter[kind]=FONT')).toEqual(['House font'])
    expect(await names(shop, 'filter[name][contains]=CARD')).toEqual(['Spring card'])
  })

  test('is renamed with 1 to 200 characters and a live key only', async () => {
    const shop = await open()
    const id = await assetOf(shop, 'PDF', background)
    expect(await patch(shop, id, { name: 'x'.repeat(200) })).toMatchObject({
      status: 200,
      body: { name: 'x'.repeat(200) },
    })
    expect((await get(shop, id)).body.name).toHaveLength(200)
    for (const name of ['', 'x'.repeat(201)]) {
      expect(await patch(shop, id, { name })).toMatchObject({
        status: 422,
        body: { errors: [{ parameter: 'name' }] },
      })
    }
    expect(await patch(shop, id, { name: 'mine' }, shop.keys.test)).toMatchObject({ status: 403 })
  })

  test('disappears with its URL after deletion', async () => {
    const shop = await open()
    const id = await assetOf(shop, 'PDF', background)
    const { url } = (await get(shop, id)).body
    await shop.call('uploads.deleteAsset', { params: { id } })
    expect(await names(shop)).toEqual([])
    expect(await get(shop, id)).toMatchObject({ status: 404 })
    expect(await patch(shop, id, { name: 'still' })).toMatchObject({ status: 404 })
    expect(await media(shop, url)).toMatchObject({ status: 404 })
  })

  test('may be a drawing, which is stored as a PDF and shown by `pdf` elements', async () => {
    const shop = await open()
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm"><rect width="9" height="9"/></svg>'
    const { body } = await upload(shop, 'DRAWING', Buffer.from(drawing))
    expect(body).toMatchObject({ kind: 'DRAWING', contentType: 'image/svg+xml', sizeBytes: drawing.length })
    expect(body.pages).toMatchObject([{ w: 20, h: 10 }])
    const { body: file } = await get(shop, body.assetId)
    expect(file).toMatchObject({ kind: 'DRAWING', pages: body.pages })
    const stored = await media(shop, file.url)
    expect(stored).toMatchObject({ headers: { 'Content-Type': 'application/pdf' } })
    expect(file.sizeBytes).toBe(stored.body.length)
    expect((await shop.call('uploads.assets', {})).body.data).toEqual([])
    const listed = await shop.call('uploads.assetFiles', { query: 'filter[kind]=DRAWING' })
    expect(listed.body.data).toMatchObject([{ id: body.assetId }])
  })

  test('is not accepted as an image', async () => {
    const shop = await open()
    const id = await assetOf(shop, 'IMAGE', jpegs.rgb)
    expect(await get(shop, id)).toMatchObject({ status: 404 })
    expect(await patch(shop, id, { name: 'file' })).toMatchObject({ status: 404 })
  })
})

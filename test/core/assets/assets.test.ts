import { decode } from 'fast-png'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { hourMs } from '../../../src/core/kernel/time.ts'
import { jpegs, png, pngChunk, rgbaPng, turned } from '../../support/images.ts'
import { pdfOf } from '../../support/pdf-files.ts'
import { exifBlock } from '../../support/quadrants.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const pdf = createPdfRenderer({ workers: 0 })
afterAll(() => pdf.close())

const open = () => createTestShop({ ports: { renderer: pdf } })
const upload = (shop: TestShop, bytes: Uint8Array, name = 'a picture', kind = 'IMAGE') =>
  shop.call('uploads.create', { query: { kind, name }, bytes })
const assetOf = async (shop: TestShop, bytes: Uint8Array, name?: string, kind?: string) => {
  const { status, body } = await upload(shop, bytes, name, kind)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.assetId as string
}
const list = async (shop: TestShop, query = '', key = shop.keys.live) =>
  (await shop.call('uploads.assets', { query, key })).body
const names = async (shop: TestShop, query = '') =>
  (await list(shop, query)).data.map((asset: { name: string }) => asset.name)
const blobs = async (shop: TestShop) => {
  const keys: string[] = []
  for await (const key of shop.services.blobs.list('')) keys.push(key)
  return keys
}
const media = (shop: TestShop, url: string) =>
  shop.call('media.get', { key: null, params: { token: url.split('/').at(-1)! } })

describe('an uploaded image', () => {
  test('becomes an asset with ten fields and no others', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb, 'Herbst.jpg')
    const { status, body } = await shop.call('uploads.asset', { params: { id } })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^ast_/),
        name: 'Herbst.jpg',
        format: 'jpeg',
        widthPx: 120,
        heightPx: 80,
        hasAlpha: false,
        colourProfile: 'sRGB',
        sizeBytes: jpegs.rgb.length,
        urls: {
          master: expect.stringMatching(/^http:\/\/mail\.example\/v1\/media\//),
          thumb: expect.stringMatching(/^http:\/\/mail\.example\/v1\/media\//),
        },
        createdAt: '2026-01-05T09:00:00.000Z',
      },
    })
    expect((await list(shop)).data).toEqual([body])
  })

  test('is described by its bytes: opacity and orientation', async () => {
    const shop = await open()
    await assetOf(
      shop,
      rgbaPng(4, 2, () => [1, 2, 3, 4]),
      'logo',
    )
    await assetOf(shop, turned(jpegs.cmyk, 8), 'phone')
    expect((await list(shop, 'sort=name')).data).toMatchObject([
      { name: 'logo', format: 'png', widthPx: 4, heightPx: 2, hasAlpha: true },
      { name: 'phone', format: 'jpeg', widthPx: 80, heightPx: 120, colourProfile: 'CMYK' },
    ])
  })

  test('is stored upright if rotated, and its upload keeps the original size', async () => {
    const shop = await open()
    const sent = png({ width: 9, height: 4, before: [pngChunk('eXIf', exifBlock(6))] })
    const { body } = await upload(shop, sent)
    expect(body).toMatchObject({ sizeBytes: sent.length, findings: [] })
    const { body: asset } = await shop.call('uploads.asset', { params: { id: body.assetId } })
    expect(asset).toMatchObject({ format: 'png', widthPx: 4, heightPx: 9 })
    const { body: stored } = await media(shop, asset.urls.master)
    expect(stored.length).toBe(asset.sizeBytes)
    expect(decode(stored)).toMatchObject({ width: 4, height: 9 })
    // The image and its thumbnail: the uploaded file is removed.
    expect(await blobs(shop)).toHaveLength(2)
  })

  test.each([
    ['IMAGE', png({ width: 8, height: 8 }).subarray(0, -12), 'image_unsupported'],
    ['PDF', pdfOf([]), 'pdf_unsupported'],
    ['FONT', Buffer.from('\0\x01\0\0\0\x01\0\0\0\0\0\0', 'latin1'), 'font_damaged'],
  ])('that cannot be printed (%s) is refused with the reason and not stored', async (kind, bytes, code) => {
    const shop = await open()
    expect(await upload(shop, bytes, 'x', kind)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'body', location: 'body', code }] },
    })
    expect(await blobs(shop)).toEqual([])
    expect((await list(shop)).data).toEqual([])
  })

  test('is readable but not changeable with a test key', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const key = shop.keys.test
    expect((await shop.call('uploads.asset', { params: { id }, key })).status).toBe(200)
    expect((await list(shop, '', key)).data).toHaveLength(1)
    for (const operation of ['uploads.patchAsset', 'uploads.deleteAsset']) {
      expect(await shop.call(operation, { params: { id }, body: { name: 'x' }, key })).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope' },
      })
    }
  })

  test('is invisible to other organisations', async () => {
    const shop = await open()
    const other = await shop.another()
    const id = await assetOf(shop, jpegs.rgb)
    for (const operation of ['uploads.asset', 'uploads.patchAsset', 'uploads.deleteAsset']) {
      const call = { params: { id }, body: { name: 'x' }, key: other.keys.live }
      expect(await shop.call(operation, call)).toMatchObject({ status: 404 })
    }
    expect((await list(shop, '', other.keys.live)).data).toEqual([])
  })

  test('can be renamed', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const { body } = await shop.call('uploads.patchAsset', { params: { id }, body: { name: ' Winter ' } })
    expect(body).toMatchObject({ id, name: 'Winter' })
    expect(await names(shop, 'filter[name]=Winter')).toEqual(['Winter'])
  })
})

describe('the list of images', () => {
  const filled = async () => {
    const shop = await open()
    for (const [name, bytes] of [
      ['b Tulip', jpegs.rgb],
      ['a tulip', jpegs.gray],
      ['c rose', png({ width: 2, height: 2 })],
    ] as const) {
      await assetOf(shop, bytes, name)
      await shop.advance(hourMs)
    }
    await assetOf(shop, pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>']), 'tulip.pdf', 'PDF')
    return shop
  }

  test.each([
    ['', ['c rose', 'a tulip', 'b Tulip']],
    ['sort=name', ['a tulip', 'b Tulip', 'c rose']],
    ['sort=-name', ['c rose', 'b Tulip', 'a tulip']],
    ['sort=createdAt', ['b Tulip', 'a tulip', 'c rose']],
    ['filter[name]=a tulip', ['a tulip']],
    ['filter[name][contains]=TULIP', ['a tulip', 'b Tulip']],
    ['filter[format]=png', ['c rose']],
    ['filter[format][in]=jpeg,png', ['c rose', 'a tulip', 'b Tulip']],
    ['filter[createdAt][gt]=2026-01-05T09:00:00Z', ['c rose', 'a tulip']],
    ['filter[createdAt][gte]=2026-01-05T11:00:00Z', ['c rose']],
    ['filter[createdAt][lt]=2026-01-05T10:00:00Z', ['b Tulip']],
    ['filter[createdAt][lte]=2026-01-05T10:00:00Z', ['a tulip', 'b Tulip']],
  ])('%s', async (query, expected) => {
    expect(await names(await filled(), query)).toEqual(expected)
  })

  test('is counted and paginated', async () => {
    const shop = await filled()
    const first = await list(shop, 'limit=2&include=total&sort=name')
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 })
    expect(await names(shop, `limit=2&sort=name&cursor=${first.nextCursor}`)).toEqual(['c rose'])
  })

  test.each([
    'sort=sizeBytes',
    'filter[format]=gif',
    'filter[name][in]=a',
    'filter[createdAt]=2026-01-05',
    'filter[kind]=PDF',
  ])('%s is refused by name', async (query) => {
    const shop = await open()
    const { status, body } = await shop.call('uploads.assets', { query })
    expect(status).toBe(422)
    expect(body.errors[0].parameter).toBe(query.slice(0, query.indexOf('=')))
  })
})

describe('a deleted image', () => {
  test('loses its bytes and URLs; its upload reports that', async () => {
    const shop = await open()
    const { body: receipt } = await upload(shop, jpegs.rgb)
    const params = { id: receipt.assetId }
    const { urls } = (await shop.call('uploads.asset', { params })).body
    expect((await shop.call('uploads.deleteAsset', { params })).status).toBe(204)
    expect((await shop.call('uploads.asset', { params })).status).toBe(404)
    expect((await shop.call('uploads.deleteAsset', { params })).status).toBe(404)
    expect((await media(shop, urls.master)).status).toBe(404)
    expect((await list(shop)).data).toEqual([])
    await shop.settle()
    expect(await blobs(shop)).toEqual([])
    const { body } = await shop.call('uploads.get', { params: { id: receipt.id } })
    expect(body).toMatchObject({ status: 'REMOVED', assetId: null, sha256: receipt.sha256 })
  })
})

describe('a signed URL', () => {
  test('returns the bytes to every caller, with their media type', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const { urls } = (await shop.call('uploads.asset', { params: { id } })).body
    const master = await media(shop, urls.master)
    expect(master).toMatchObject({ status: 200, headers: { 'Content-Type': 'image/jpeg' } })
    expect(Buffer.from(master.body).equals(jpegs.rgb)).toBe(true)
    expect(await media(shop, urls.thumb)).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'image/png', 'RateLimit-Limit': '600' },
    })
  })

  test('is stable for an hour and valid for one to two', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const url = async () => (await shop.call('uploads.asset', { params: { id } })).body.urls.thumb
    const first = await url()
    await shop.advance(hourMs - 60_000)
    // The URL is of the hour from 09:00 to 10:00, and still valid for a minute.
    expect(await media(shop, first)).toMatchObject({ status: 200 })
    await shop.advance(60_000)
    expect((await media(shop, first)).status).toBe(404)
    const second = await url()
    await shop.advance(1)
    expect(await url()).not.toBe(second)
    await shop.advance(60_000)
    const third = await url()
    await shop.advance(hourMs - 120_000)
    expect(await url()).toBe(third)
  })

  test.each([
    ['another id', (token: string) => token.replace(/^ast_.{3}/, 'ast_999')],
    ['another variant', (token: string) => token.replace('.thumb.', '.master.')],
    ['a later end', (token: string) => token.replace(/\.\w+\.(\w+)$/, '.zzzzzzzz.$1')],
    ['another signature', (token: string) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
    ['no signature', (token: string) => token.slice(0, token.lastIndexOf('.'))],
    ['an unknown text', () => 'x'],
    ['a long text', () => 'x'.repeat(100_000)],
  ])('with %s is not found', async (_what, change) => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const { urls } = (await shop.call('uploads.asset', { params: { id } })).body
    const token = change(urls.thumb.split('/').at(-1))
    expect(await shop.call('media.get', { key: null, params: { token } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  test('of another instance is not found', async () => {
    const shop = await open()
    const id = await assetOf(shop, jpegs.rgb)
    const { urls } = (await shop.call('uploads.asset', { params: { id } })).body
    const { createCrypto } = await import('../../../src/adapters/system/crypto.ts')
    const { readMediaToken } = await import('../../../src/core/features/media/token.ts')
    const token = urls.thumb.split('/').at(-1)
    expect(readMediaToken(shop.services, token)).toBeDefined()
    const elsewhere = { ...shop.services, crypto: createCrypto(new Uint8Array(32).fill(8)) }
    expect(readMediaToken(elsewhere, token)).toBeUndefined()
  })
})

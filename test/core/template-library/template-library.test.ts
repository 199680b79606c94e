import { afterAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { importSample, offered } from '../../support/sample-catalogues.ts'
import { renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

describe('the template library', () => {
  test('lists all designs, and each with its document', async () => {
    const shop = await shopWithCatalogue()
    const { data } = (await shop.call('templateLibrary.list')).body
    expect(data.map((entry: { id: string }) => entry.id)).toEqual([
      'florist-postcard',
      'restaurant-postcard',
      'energy-letter',
    ])
    expect(data[0]).toMatchObject({
      productSpecificationId: sampleIds.a6,
      requiredFields: ['firstName'],
      pageCount: 2,
    })
    const one = await shop.call('templateLibrary.get', { params: { id: 'energy-letter' } })
    expect(one.body).toMatchObject({ ...data[2], document: { schema: 1 } })
    expect(await shop.call('templateLibrary.get', { params: { id: 'nothing' } })).toMatchObject({
      status: 404,
    })
  })

  test.each(['florist-postcard', 'restaurant-postcard', 'energy-letter'])(
    '%s can be copied, and the copy published unchanged',
    async (id) => {
      const shop = await shopWithCatalogue()
      const copied = await shop.call('templateLibrary.copy', { params: { id } })
      expect(copied).toMatchObject({ status: 201, body: { latestVersion: null, folderId: null } })
      const published = await shop.call('templates.publish', { params: { id: copied.body.id } })
      expect({ status: published.status, errors: published.body.errors }).toEqual({
        status: 201,
        errors: undefined,
      })
    },
  )

  test.each([
    ['gb', ['postcard-a6', 'postcard-a5', 'letter-dl-simplex']],
    // The window is on the right, so the letter's own block is elsewhere.
    ['fr', ['postcard-a6', 'postcard-a5', 'letter-c5-simplex']],
    // No design has the size of these sheets.
    ['us', []],
  ])('fits the products of the sample %s, each design ready to publish', async (name, keys) => {
    const shop = await shopWithCatalogue()
    await importSample(shop.services, name)
    const { data } = (await shop.call('templateLibrary.list')).body
    const products = new Map((await offered(shop.services)).map(({ id, key }) => [id, key]))
    expect(
      data.map((entry: { productSpecificationId: string }) => products.get(entry.productSpecificationId)),
    ).toEqual(keys)
    for (const { id } of data) {
      const copied = await shop.call('templateLibrary.copy', { params: { id } })
      const published = await shop.call('templates.publish', { params: { id: copied.body.id } })
      expect({ id, status: published.status, errors: published.body.errors }).toMatchObject({ status: 201 })
    }
  })

  test('copies with a name and into a folder', async () => {
    const shop = await shopWithCatalogue()
    const folder = (await shop.call('templates.createFolder', { body: { name: 'Spring' } })).body
    const copy = (body: object) =>
      shop.call('templateLibrary.copy', { params: { id: 'energy-letter' }, body })
    expect(await copy({ name: 'Mine', folderId: folder.id })).toMatchObject({
      status: 201,
      body: { name: 'Mine', folderId: folder.id },
    })
    expect(await copy({ folderId: 'fld_1' })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'folderId' }] },
    })
  })

  test('leaves out designs that can’t be printed here any longer', async () => {
    const shop = await shopWithCatalogue()
    await shop.services.store.write((rows) =>
      rows.specifications.update(everyone, sampleIds.a6, { active: false }),
    )
    expect((await shop.call('templateLibrary.list')).body.data).toHaveLength(2)
    expect(await shop.call('templateLibrary.copy', { params: { id: 'florist-postcard' } })).toMatchObject({
      status: 404,
    })
  })

  test('copies with a live key only', async () => {
    const shop = await shopWithCatalogue()
    const call = { params: { id: 'energy-letter' }, key: shop.keys.test }
    expect(await shop.call('templateLibrary.copy', call)).toMatchObject({ status: 403 })
    expect(await shop.call('templateLibrary.get', call)).toMatchObject({ status: 200 })
  })
})

describe('platform assets', () => {
  test('are the fonts and profiles of the program, each with a signed URL', async () => {
    const shop = await shopWithCatalogue()
    const { data } = (await shop.call('platformAssets.list', { key: shop.keys.test })).body
    expect(data).toHaveLength(12)
    for (const asset of data) {
      const file = await shop.call('media.get', { key: null, params: { token: asset.url.split('/').at(-1) } })
      expect(file.headers['Content-Type']).toBe(asset.contentType)
      expect(Buffer.from(shop.services.crypto.sha256(file.body)).toString('hex')).toBe(asset.sha256)
      expect(file.body.length).toBe(asset.sizeBytes)
    }
  })

  test('are found by kind and by id', async () => {
    const shop = await shopWithCatalogue()
    const { data } = (await shop.call('platformAssets.list', { query: 'kind=ICC_PROFILE' })).body
    expect(data.map((asset: { id: string }) => asset.id)).toEqual([
      'FOGRA29',
      'FOGRA39',
      'GRACoL2006',
      'sRGB',
    ])
    const font = await shop.call('platformAssets.get', { params: { id: 'noto-sans-bold-italic' } })
    expect(font.body).toMatchObject({
      kind: 'FONT',
      name: 'Noto Sans Bold Italic',
      licence: 'OFL-1.1',
      font: { family: 'Noto Sans', weight: 700, italic: true },
    })
    expect(await shop.call('platformAssets.get', { params: { id: 'comic-sans' } })).toMatchObject({
      status: 404,
    })
    expect(await shop.call('platformAssets.list', { query: 'kind=SOUND' })).toMatchObject({ status: 422 })
  })
})

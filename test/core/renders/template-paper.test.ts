import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '../../support/shop.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

let shop: TestShop
let id: string
beforeAll(async () => {
  shop = await shopWithCatalogue()
  id = (await create(shop)).id
})
afterAll(() => renderer.close())

const paper = (query = '', template = id) => shop.call('templates.paper', { params: { id: template }, query })

/** Returns width and height of a PNG in mm, at 150 dpi. */
const sizeOf = (png: Uint8Array): number[] => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [16, 20].map((at) => Math.round((view.getUint32(at) * 25.4) / 150))
}

/** The printable postcard without the second element of its back. */
const changed = {
  ...printable,
  pages: printable.pages.map((page, index) =>
    index === 1 ? { ...page, elements: page.elements.toSpliced(1, 1) } : page,
  ),
}

describe('the paper of a template', () => {
  test('is an image of the trimmed page, of the draft while nothing is published', async () => {
    const { status, headers, body } = await paper('dpi=150')
    expect([status, headers]).toMatchObject([200, { 'Content-Type': 'image/png', 'Page-Count': '2' }])
    expect(sizeOf(body)).toEqual([148, 105])
    expect(sizeOf((await paper('dpi=150&box=BLEED')).body)).toEqual([154, 111])
  })

  test('is that of the latest version, the draft or a numbered version', async () => {
    const { id: other } = await create(shop)
    await shop.call('templates.publish', { params: { id: other } })
    const before = await paper('page=2', other)
    const put = await shop.call('templates.putDraft', {
      params: { id: other },
      ifMatch: '"1"',
      body: { document: changed },
    })
    expect(put).toMatchObject({ status: 200 })
    const [latest, draft, first] = await Promise.all(
      ['version=latest', 'version=draft', 'version=1'].map((query) => paper(`page=2&${query}`, other)),
    )
    expect(Buffer.compare(latest!.body, before.body)).toBe(0)
    expect(Buffer.compare(first!.body, before.body)).toBe(0)
    expect(Buffer.compare(draft!.body, before.body)).not.toBe(0)
  })

  test.each([
    ['page=3', 'page'],
    ['page=0', 'page'],
    ['dpi=35', 'dpi'],
    ['dpi=301', 'dpi'],
    ['box=PAPER', 'box'],
    ['version=0', 'version'],
    ['version=newest', 'version'],
    ['version=1234567890', 'version'],
    ['revision=old', 'revision'],
    ['size=large', 'size'],
  ])('is refused for %s', async (query, parameter) => {
    expect(await paper(query)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter, location: 'query' }] },
    })
  })

  test('of a missing version, or of another template’s, is not found', async () => {
    expect(await paper('version=999999999')).toMatchObject({ status: 404 })
    expect(await paper('', 'tpl_01M83S482YVM31KRM3WZHMVCYW')).toMatchObject({ status: 404 })
  })

  test('is cacheable if its subject can’t change', async () => {
    const { id: other, draft } = await create(shop)
    await shop.call('templates.publish', { params: { id: other } })
    const kept = async (query: string) => (await paper(query, other)).headers['Cache-Control']
    expect(await kept('version=1')).toBe('private, max-age=3600')
    expect(await kept(`version=draft&revision=${draft.revision}`)).toBe('private, max-age=3600')
    expect(await kept(`version=draft&revision=${draft.revision + 1}`)).toBe('private, no-cache')
    expect(await kept(`revision=${draft.revision}`)).toBe('private, no-cache')
    expect(await kept('')).toBe('private, no-cache')
  })

  /** Returns the printable postcard with one more element on its front. */
  const withFront = (element: object) => ({
    ...printable,
    pages: printable.pages.map((page, index) =>
      index === 0 ? { ...page, elements: [...page.elements, element] } : page,
    ),
  })
  const refusalOf = async (template: string) => {
    const { status, body } = await shop.call('templates.publish', { params: { id: template } })
    expect(status).toBe(422)
    return body.errors[0].message
  }

  test('of a draft that can’t be published shows the errors', async () => {
    const outside = { type: 'rect', x: 140, y: 30, w: 40, h: 40, fill: 'black' }
    const { id: broken } = await create(shop, { document: withFront(outside) })
    await refusalOf(broken)
    const [white, drawn] = [await paper('dpi=150'), await paper('dpi=150', broken)]
    expect([drawn.status, drawn.headers]).toMatchObject([200, { 'Page-Count': '2' }])
    expect(sizeOf(drawn.body)).toEqual([148, 105])
    expect(Buffer.compare(drawn.body, white.body)).not.toBe(0)
  })

  test('of a draft that can’t be drawn returns the reason', async () => {
    const fonts = [...printable.fonts, { id: 'comic' }]
    const { id: broken } = await create(shop, { document: { ...printable, fonts } })
    const reason = await refusalOf(broken)
    expect(await paper('', broken)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining(reason) },
    })
  })
})

describe('the paper of a library design', () => {
  const design = (query = '', which = 'energy-letter') =>
    shop.call('templateLibrary.paper', { params: { id: which }, query })

  test('is an image of its page', async () => {
    const { status, headers, body } = await design('dpi=150')
    expect([status, headers]).toMatchObject([200, { 'Content-Type': 'image/png' }])
    expect(sizeOf(body)).toEqual([210, 297])
  })

  test('exists for every design, and only for these', async () => {
    const { data } = (await shop.call('templateLibrary.list')).body as { data: { id: string }[] }
    const drawn = await Promise.all(data.map((entry) => design('', entry.id)))
    expect(drawn.map(({ status }) => status)).toEqual(data.map(() => 200))
    expect(await design('', 'nothing')).toMatchObject({ status: 404 })
  })

  test('has as many pages as the design', async () => {
    const { pageCount } = (await shop.call('templateLibrary.get', { params: { id: 'energy-letter' } })).body
    const { headers } = await design(`page=${pageCount}`)
    expect(headers['Page-Count']).toBe(String(pageCount))
    expect(await design(`page=${pageCount + 1}`)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'page', code: 'out_of_range' }] },
    })
  })
})

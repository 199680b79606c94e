import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const pdf = createPdfRenderer({ workers: 0 })
let shop: MailShop
let id: string
beforeAll(async () => {
  shop = await createMailShop({ ports: { renderer: pdf } })
  id = (await shop.post({ name: 'Zoë de Vries' })).id
})
afterAll(() => pdf.close())

const paper = (query = '', item = id) => shop.call('items.paper', { params: { id: item }, query })

/** Width and height of a PNG, in pixels. */
const sizeOf = (png: Uint8Array): [number, number] => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

const mm = (pixels: number, dpi: number) => Math.round((pixels * 25.4) / dpi)

describe('the paper of an item', () => {
  test('is an image of the trimmed page, with the number of pages', async () => {
    const { status, headers, body } = await paper('dpi=150')
    expect([status, headers]).toMatchObject([200, { 'Content-Type': 'image/png' }])
    expect(headers['Page-Count']).toBe('2')
    expect(sizeOf(body).map((pixels) => mm(pixels, 150))).toEqual([148, 105])
  })

  test('includes the bleed if requested', async () => {
    expect(sizeOf((await paper('dpi=150&box=BLEED')).body).map((pixels) => mm(pixels, 150))).toEqual([
      154, 111,
    ])
  })

  test('differs from page to page', async () => {
    const [front, back] = await Promise.all([paper('page=1'), paper('page=2')])
    expect(Buffer.compare(front.body, back.body)).not.toBe(0)
  })

  test.each([
    ['page=3', 'page', 'out_of_range'],
    ['page=0', 'page', 'min_value'],
    ['page=17', 'page', 'max_value'],
    ['dpi=35', 'dpi', 'min_value'],
    ['dpi=301', 'dpi', 'max_value'],
    ['dpi=many', 'dpi', 'regex'],
    ['box=PAPER', 'box', 'picklist'],
    ['revision=old', 'revision', 'regex'],
    ['size=large', 'size', 'unknown'],
  ])('is refused for %s', async (query, parameter) => {
    expect(await paper(query)).toMatchObject({
      status: 422,
      body: { errors: [{ parameter, location: 'query' }] },
    })
  })

  test.each(['page=2&dpi=36', 'dpi=300'])('is drawn at the limits: %s', async (query) => {
    expect((await paper(query)).status).toBe(200)
  })

  test('is cacheable while the given revision is current', async () => {
    const { revision } = (await shop.call('items.get', { params: { id } })).body
    const kept = async (query: string) => (await paper(query)).headers['Cache-Control']
    expect(await kept(`revision=${revision}`)).toBe('private, max-age=3600')
    expect(await kept(`revision=${revision + 1}`)).toBe('private, no-cache')
    expect(await kept('')).toBe('private, no-cache')
  })

  test('is available in every status, also after cancellation', async () => {
    const cancelled = await shop.post()
    await shop.call('items.cancel', { params: { id: cancelled.id } })
    expect((await paper('', cancelled.id)).status).toBe(200)
  })

  test('is not available after erasure', async () => {
    const erased = await shop.post()
    await shop.call('items.cancel', { params: { id: erased.id } })
    await shop.call('items.erase', { params: { id: erased.id } })
    await shop.settle()
    expect(await paper('', erased.id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('of another mode or organisation, or without a key, is not found', async () => {
    const inTest = (await shop.post({ mode: 'test' })).id
    expect(await paper('', inTest)).toMatchObject({ status: 404 })
    expect(await paper('', 'itm_01M83S482YVM31KRM3WZHMVCYW')).toMatchObject({ status: 404 })
  })
})

test('a piece that can’t be drawn returns the reason', async () => {
  const plain = await createMailShop()
  const { body } = await plain.call('items.create', {
    body: {
      postflowId: plain.postflow('live'),
      recipient: {
        name: 'Ada',
        street: 'Damrak',
        houseNumber: '1',
        postalCode: '1012 LG',
        city: 'Amsterdam',
        country: 'NL',
      },
      data: { firstName: 'TOO LONG' },
    },
  })
  expect(body.status).toBe('NEEDS_ATTENTION')
  const answer = await plain.call('items.paper', { params: { id: body.id } })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'invalid_state', detail: expect.stringContaining(body.findings[0].message) },
  })
})

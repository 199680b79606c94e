import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePng } from '../../../src/adapters/pdf/raster.ts'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { type TemplateDocumentInput, templateDocument } from '../../../src/core/template/document.ts'
import { limits } from '../../../src/core/template/limits.ts'
import type { TestShop } from '../../support/shop.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

type Element = TemplateDocumentInput['pages'][number]['elements'][number]

let shop: TestShop
beforeAll(async () => {
  shop = await shopWithCatalogue()
})
afterAll(() => renderer.close())

const preview = (
  document: TemplateDocumentInput = printable,
  more: Record<string, unknown> = {},
  key: string = shop.keys.test,
) =>
  shop.call('templates.preview', {
    key,
    body: { productSpecificationId: sampleIds.a6, document, ...more },
  })

/** Returns the printable postcard with only these elements on its front. */
const withFront = (elements: Element[]): TemplateDocumentInput => ({
  ...printable,
  pages: printable.pages.map((side, index) => (index === 0 ? { ...side, elements } : side)),
})
const text = (words: string, more: Partial<Extract<Element, { type: 'text' }>> = {}): Element => ({
  type: 'text',
  font: 'noto-sans',
  size: 12,
  x: 10,
  y: 10,
  w: 60,
  h: 8,
  text: words,
  ...more,
})
const codesOf = ({ body }: { body: { findings: { code: string }[] } }) => [
  ...new Set(body.findings.map(({ code }) => code)),
]

describe('a preview of a design', () => {
  test('is the image of the saved design, with its colours and values', async () => {
    const { id } = await create(shop)
    const saved = await shop.call('templates.paper', { params: { id }, query: 'page=2&dpi=96' })
    const { status, body } = await preview(printable, { page: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      findings: [],
      pageCount: 2,
      image: { widthPx: 560, heightPx: 398, dpi: 96 },
    })
    expect(Buffer.from(body.image.png, 'base64').equals(saved.body)).toBe(true)
    expect(body.colors).toMatchObject({ white: '#ffffff', black: expect.stringMatching(/^#[0-3]\w/) })
    expect(body.piece).toMatchObject({
      addressLines: ['Alex Example', 'Example Street 1', '1000 AA  EXAMPLETOWN'],
      nameLines: 1,
      recipientName: 'Alex Example',
      trackingUrl: expect.stringContaining('PREVIEW'),
    })
  })

  test('uses given merge fields and recipient, and samples otherwise', async () => {
    const document = withFront([text('{{firstName}}')])
    document.variables = { firstName: { sample: 'Kees' } }
    const recipient = {
      name: 'Zoë de Vries',
      street: 'Damrak',
      houseNumber: '1',
      postalCode: '1012 LG',
      city: 'Amsterdam',
      country: 'NL',
    }
    const [sample, given] = await Promise.all([
      preview(document),
      preview(document, { data: { firstName: 'Zoë' }, recipient }),
    ])
    expect([sample.body.piece.data, given.body.piece.data]).toEqual([
      { firstName: 'Kees' },
      { firstName: 'Zoë' },
    ])
    expect(given.body.piece.addressLines[0]).toBe('Zoë de Vries')
    expect(given.body.image.png).not.toBe(sample.body.image.png)
  })

  test('is drawn without samples too, with a value of each kind', async () => {
    const named = ['firstName', 'gift', 'rate', 'day', 'years', 'shop', 'unused', 'aside']
    const [shown, aside] = [named.slice(0, 6), 'aside']
    const document = withFront([
      text(shown.map((name) => `{{${name}}}`).join(' '), { h: 20 }),
      text(`{{${aside}}}`, { y: 40, showIf: { var: aside, op: 'notEmpty' } }),
    ])
    document.locale = 'nl-NL'
    document.variables = {
      ...printable.variables,
      firstName: {},
      gift: { type: 'money', sample: ' ' },
      rate: { type: 'decimal', decimals: 1 },
      day: { type: 'date', format: 'long' },
      years: { type: 'integer' },
      shop: { type: 'url' },
      ...{ unused: { type: 'date' }, aside: { type: 'money' } },
    }
    const { status, body } = await preview(document)
    expect({ status, findings: body.findings }).toEqual({ status: 200, findings: [] })
    expect(body.image.png).toBeTruthy()
    expect(body.piece.data).toMatchObject({
      firstName: '[firstName]',
      ...{ gift: '12.50', rate: '12.5', day: '2026-03-01', years: '1', shop: 'https://example.com' },
    })
    expect(Object.keys(body.piece.data)).not.toContain('unused')
    expect(Object.keys(body.piece.data)).not.toContain('aside')
    const product = { productSpecificationId: sampleIds.a6 }
    const { body: draft } = await shop.call('templates.create', {
      body: { name: 'Bare', ...product, document },
    })
    expect(await shop.call('templates.paper', { params: { id: draft.id } })).toMatchObject({ status: 200 })
    expect(await shop.call('templates.publish', { params: { id: draft.id } })).toMatchObject({ status: 201 })
  })

  test('has a domestic address, wherever the organisation posts its mail', async () => {
    const british = await shopWithCatalogue({ country: 'GB' })
    const call = {
      key: british.keys.test,
      body: { productSpecificationId: sampleIds.a6, document: printable },
    }
    const { body } = await british.call('templates.preview', call)
    expect(body.piece.addressLines).toEqual([
      'Alex Example',
      '1 Example Street',
      'EXAMPLETOWN',
      expect.any(String),
    ])
  })

  test('has the given return address above the recipient, or else the default one', async () => {
    const made = async (name: string, more: object) => {
      const address = { street: 'Keizersgracht', houseNumber: '1', postalCode: '1015 CJ', city: 'Amsterdam' }
      const body = { name, address: { ...address, companyName: name, country: 'NL' }, ...more }
      return (await shop.call('returnAddresses.create', { body })).body.id
    }
    await made('Office', { isDefault: true })
    const returnAddressId = await made('Warehouse', {})
    const lines = [{}, { returnAddressId: null }, { returnAddressId }].map(
      async (more) => (await preview(printable, more)).body.piece.returnLine,
    )
    expect(await Promise.all(lines)).toEqual([
      expect.stringContaining('Office'),
      expect.stringContaining('Office'),
      expect.stringContaining('Warehouse'),
    ])
  })

  test('includes the bleed if requested', async () => {
    expect((await preview(printable, { box: 'BLEED' })).body.image).toMatchObject({
      widthPx: 582,
      heightPx: 420,
    })
  })

  test('draws what breaks a rule, and reports every rule', async () => {
    const outside = text('Outside', { x: 1, y: 1 })
    const tooLong = text('Too long '.repeat(20), { y: 30 })
    const missing = text('{{nobody}}', { y: 50 })
    const colour = text('Blue', { y: 70, color: 'blue' })
    const drawn = await preview(withFront([outside, tooLong, missing, colour]))
    expect(codesOf(drawn).sort()).toEqual([
      'color_unknown',
      'outside_safe',
      'tag_unknown',
      'text_overflow',
      'variable_missing',
    ])
    const empty = await preview(withFront([]))
    expect(drawn.body.image.png).not.toBe(empty.body.image.png)
  })

  test('has no image if a font is missing, and reports it', async () => {
    const lost = await preview({ ...printable, fonts: [{ id: 'noto-sans' }, { id: 'comic' }] })
    expect(lost.body.image).toBeNull()
    expect(codesOf(lost)).toEqual(['font_unknown'])
    expect(lost.body.colors.black).toBeDefined()
  })

  test('stores nothing', async () => {
    const { id, draft } = await create(shop)
    await preview(withFront([text('Changed')]))
    const after = await shop.call('templates.getDraft', { params: { id } })
    expect(after.body.revision).toBe(draft.revision)
  })

  test('shows no file of another organisation', async () => {
    const png = encodePng({ data: new Uint8Array(4 * 900).fill(9), width: 30, height: 30 })
    const upload = await shop.call('uploads.create', { query: { kind: 'IMAGE', name: 'a' }, bytes: png })
    const asset: string = upload.body.assetId
    const document = withFront([{ type: 'image', asset, x: 10, y: 10, w: 3, h: 3 }])
    expect(codesOf(await preview(document))).toEqual(['image_resolution'])
    const { keys } = await shop.another()
    expect(codesOf(await preview(document, {}, keys.test))).toEqual(['asset_unknown'])
  })
})

test('a preview requires the permission to read templates', async () => {
  const key = await shop.key('test', ['items.read'])
  expect(await preview(printable, {}, key)).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  })
  expect((await preview(printable, {}, await shop.key('test', ['templates.read']))).status).toBe(200)
})

describe('the limits of a preview', () => {
  test.each([
    [{ dpi: 35 }, 'dpi'],
    [{ dpi: 201 }, 'dpi'],
    [{ dpi: 96.5 }, 'dpi'],
    [{ page: 0 }, 'page'],
    [{ page: 3 }, 'page'],
    [{ page: 17 }, 'page'],
    [{ box: 'PAPER' }, 'box'],
    [{ data: { firstName: 'x'.repeat(2001) } }, 'data.firstName'],
    [{ recipient: { name: 'Jan' } }, 'recipient.country'],
    [{ returnAddressId: 'ret_none' }, 'returnAddressId'],
    [{ productSpecificationId: 'psp_none' }, 'productSpecificationId'],
    [{ document: { ...printable, pages: [] } }, 'document.pages'],
    [{ templateId: 'tpl_1' }, 'templateId'],
  ])('refuse %j', async (more, parameter) => {
    const { status, body } = await preview(printable, more)
    expect([status, body.errors[0].parameter]).toEqual([422, parameter])
  })

  test.each([{ dpi: 36 }, { dpi: 200, page: 2 }])('accept %j', async (more) => {
    expect((await preview(printable, more)).body.image.dpi).toBe(more.dpi)
  })

  test(`accept a document of ${limits.documentBytes} characters, and no longer one`, async () => {
    const fill = (length: number): TemplateDocumentInput => {
      const document = v.parse(templateDocument, withFront(Array.from({ length: 120 }, () => text('a'))))
      let rest = length - JSON.stringify(document).length
      for (const element of document.pages[0]!.elements) {
        if (element.type !== 'text') continue
        const more = Math.min(rest, limits.textLength - 1)
        element.text += 'm'.repeat(more)
        rest -= more
      }
      return document
    }
    expect((await preview(fill(limits.documentBytes))).status).toBe(200)
    expect((await preview(fill(limits.documentBytes + 1))).status).toBe(422)
  })

  test('a design with too many findings lists the most severe', async () => {
    const faults = Array.from({ length: 200 }, (_, index) =>
      text(`{{a${index}}}{{b${index}}}`, { x: 5 + (index % 90) }),
    )
    const { body } = await preview(withFront(faults))
    expect(body.findings).toHaveLength(200)
    expect(new Set(body.findings.map(({ severity }: { severity: string }) => severity))).toEqual(
      new Set(['error']),
    )
    expect(body.image).not.toBeNull()
  })
})

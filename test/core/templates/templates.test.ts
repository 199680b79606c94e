import { afterAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import type { TestShop } from '../../support/shop.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

describe('a template', () => {
  test('begins as a draft with exactly the fields of the interface', async () => {
    const shop = await shopWithCatalogue()
    const template = await create(shop)
    expect(template).toEqual({
      id: expect.stringMatching(/^tpl_/),
      name: 'Welcome',
      folderId: null,
      productId: sampleIds.postcard,
      productSpecificationId: sampleIds.a6,
      draft: {
        revision: 1,
        updatedAt: '2026-01-05T09:00:00.000Z',
        updatedById: expect.stringMatching(/^key_/),
      },
      latestVersion: null,
      archivedAt: null,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
  })

  test('without a document is a blank sheet of its product that can be published', async () => {
    const shop = await shopWithCatalogue()
    for (const productSpecificationId of [sampleIds.a6, sampleIds.a5, sampleIds.c5]) {
      const { id } = await create(shop, { document: undefined, productSpecificationId })
      expect(await shop.call('templates.publish', { params: { id } })).toMatchObject({ status: 201 })
    }
  })

  test('is published as numbered versions, with an event for each', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    for (const number of [1, 2]) {
      const { status, body } = await shop.call('templates.publish', { params: { id } })
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          id: expect.stringMatching(/^tv_/),
          templateId: id,
          number,
          staticLayerStatus: 'READY',
          publishedByType: 'API_KEY',
        },
      })
    }
    const { body: template } = await shop.call('templates.get', { params: { id } })
    expect(template.latestVersion).toMatchObject({ number: 2, staticLayerStatus: 'READY' })
    const { body: versions } = await shop.call('templates.versions', { params: { id } })
    expect(versions.data.map((version: { number: number }) => version.number)).toEqual([2, 1])
    const { body: first } = await shop.call('templates.version', { params: { id, number: '1' } })
    expect(first.document.pages).toHaveLength(2)
    expect(await eventsOf(shop)).toEqual(['template.published', 'template.published'])
  })

  test('keeps its versions when the draft changes', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    await shop.call('templates.publish', { params: { id } })
    const changed = { ...printable, locale: 'de-DE' }
    const put = await shop.call('templates.putDraft', {
      params: { id },
      ifMatch: '"1"',
      body: { document: changed },
    })
    expect(put).toMatchObject({ status: 200, body: { revision: 2, document: { locale: 'de-DE' } } })
    const { body: version } = await shop.call('templates.version', { params: { id, number: '1' } })
    expect(version.document.locale).toBe('nl-NL')
  })

  test.each([
    ['of another revision', '"7"', 412, 'revision_conflict'],
    ['without a revision', undefined, 422, 'validation_failed'],
    ['with something that is no revision', 'latest', 422, 'validation_failed'],
    ['of the present revision', '1', 200, undefined],
    ['for any revision', '*', 200, undefined],
  ])('accepts a draft %s: %s → %i', async (_rule, ifMatch, status, code) => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    const response = await shop.call('templates.putDraft', {
      params: { id },
      body: { document: printable },
      ...(ifMatch === undefined ? {} : { ifMatch }),
    })
    expect(response.status).toBe(status)
    expect(response.body.code).toBe(code)
  })

  test('that can’t be printed is refused with every error and its place in the document', async () => {
    const shop = await shopWithCatalogue()
    const back = printable.pages[1]!
    const { id } = await create(shop, {
      document: {
        ...printable,
        bleed: 0,
        pages: [
          printable.pages[0],
          {
            ...back,
            elements: [
              ...back.elements,
              {
                type: 'text',
                font: 'noto-sans',
                size: 10,
                x: 80,
                y: 50,
                w: 40,
                h: 10,
                text: 'Hi {{nobody}}',
              },
              { type: 'qr', x: 6, y: 6, size: 20, content: '{{trackingUrl}}', quietZone: 1 },
            ],
          },
        ],
      },
    })
    const { status, body } = await shop.call('templates.publish', { params: { id } })
    expect(status).toBe(422)
    const last = back.elements.length
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ parameter: 'document.bleed', code: 'bleed_mismatch' }),
        expect.objectContaining({ parameter: `document.pages[1].elements[${last}]`, code: 'tag_unknown' }),
        expect.objectContaining({ parameter: `document.pages[1].elements[${last}]`, code: 'zone_covered' }),
        expect.objectContaining({
          parameter: `document.pages[1].elements[${last + 1}]`,
          code: 'qr_quiet_zone',
        }),
      ]),
    )
    expect((await shop.call('templates.get', { params: { id } })).body.latestVersion).toBeNull()
    expect(await eventsOf(shop)).toEqual([])
  })

  test('with an invalid shape names every offending field', async () => {
    const shop = await shopWithCatalogue()
    const { status, body } = await shop.call('templates.create', {
      body: {
        name: '',
        productSpecificationId: sampleIds.a6,
        colour: 'red',
        document: { ...printable, schema: 2, pages: [{ side: 'top', elements: [{ type: 'rect', x: 1 }] }] },
      },
    })
    expect(status).toBe(422)
    const named = body.errors.map((error: { parameter: string }) => error.parameter)
    expect(named).toEqual(
      expect.arrayContaining([
        'name',
        'colour',
        'document.schema',
        'document.pages[0].side',
        'document.pages[0].elements[0].y',
        'document.pages[0].elements[0].w',
      ]),
    )
  })

  test('of more than a million characters is refused', async () => {
    const shop = await shopWithCatalogue()
    const text = {
      type: 'text',
      font: 'noto-sans',
      size: 10,
      x: 6,
      y: 6,
      w: 60,
      h: 30,
      text: 'x'.repeat(10_000),
    }
    const page = { side: 'front', elements: Array.from({ length: 101 }, () => text) }
    const body = {
      name: 'Long',
      productSpecificationId: sampleIds.a6,
      document: { ...printable, pages: [page] },
    }
    expect(await shop.call('templates.create', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'document' }] },
    })
  })

  test('can’t be changed or published while archived', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    const params = { id }
    expect((await shop.call('templates.archive', { params })).body.archivedAt).toBe(
      '2026-01-05T09:00:00.000Z',
    )
    for (const refused of [
      await shop.call('templates.archive', { params }),
      await shop.call('templates.publish', { params }),
      await shop.call('templates.patch', { params, body: { name: 'Other' } }),
      await shop.call('templates.putDraft', { params, ifMatch: '1', body: { document: printable } }),
    ]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      expect(refused.body.detail).toMatch(/archived/i)
    }
    expect((await shop.call('templates.unarchive', { params })).body.archivedAt).toBeNull()
    expect(await shop.call('templates.publish', { params })).toMatchObject({ status: 201 })
  })

  test('returns its merge fields as a JSON Schema', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    expect((await shop.call('templates.fields', { params: { id } })).body).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        firstName: { type: 'string', maxLength: 60, examples: ['Zoë'] },
        offer: { type: 'string', maxLength: 200, examples: ['10%'] },
      },
      required: ['firstName'],
    })
  })
})

const eventsOf = async (shop: TestShop): Promise<string[]> => {
  const rows = await shop.services.store.read((tables) =>
    tables.events.find({ organisationId: shop.organisation.id }, {}, { order: [{ field: 'sequence' }] }),
  )
  return rows.map((event) => event.type)
}

test.each<[string, object, string, string[]]>([
  ['an amount', { gift: { type: 'money', sample: '10' } }, 'Thank you for {{gift}}', ['gift']],
  ['a decimal number', { share: { type: 'decimal', sample: '1.5' } }, '{{share}} percent', ['share']],
  [
    'a day with a format',
    { day: { type: 'date', format: 'long', sample: '2026-03-01' } },
    '{{day}}',
    ['day'],
  ],
  ['a day', { day: { type: 'date', sample: '2026-03-01' } }, '{{day}}', []],
  ['a salutation', {}, '{{salutation}},', ['salutation']],
  ['a field that is called so', { salutation: { sample: 'Dear Ann' } }, '{{salutation}},', []],
])(
  'a design with %s waits until no server of an earlier version, which can’t print it, is running',
  async (_, variables, text, named) => {
    const shop = await shopWithCatalogue()
    const pages = printable.pages.map((page) => ({
      ...page,
      elements: page.elements.map((element) => (element.type === 'text' ? { ...element, text } : element)),
    }))
    const document = { ...printable, variables, pages }
    const { id } = await create(shop, { document })
    shop.services.store.hasEarlierServers = async () => true
    const response = await shop.call('templates.publish', { params: { id } })
    const refused = (response.body.errors ?? []).filter(
      ({ code }: { code: string }) => code === 'earlier_server',
    )
    expect(refused.map(({ params }: { params: { name: string } }) => params.name)).toEqual(named)
    expect(response.status).toBe(named.length > 0 ? 422 : 201)
    shop.services.store.hasEarlierServers = async () => false
    expect(await shop.call('templates.publish', { params: { id } })).toMatchObject({ status: 201 })
  },
)

test.each<[string, object, string, boolean]>([
  ['an amount with a comma', { type: 'money' }, '12,50', false],
  ['an amount with a point', { type: 'money' }, '12.50', true],
  ['more decimals than are printed', { type: 'decimal', decimals: 1 }, '1.25', false],
  ['a formatted day', { type: 'date' }, '12-02-2025', false],
  ['a day', { type: 'date' }, '2025-02-12', true],
  ['letters for an integer', { type: 'integer' }, 'ten', false],
  ['no sample', { type: 'date' }, '', true],
])(
  'a sample is %s: the proof is reported to differ if items have another value',
  async (_, field, sample, isFine) => {
    const shop = await shopWithCatalogue()
    const variables = { ...printable.variables, value: { ...field, sample } }
    const { id } = await create(shop, { document: { ...printable, variables } })
    const { body } = await shop.call('templates.publish', { params: { id } })
    const reported = body.findings.filter(({ code }: { code: string }) => code === 'sample_invalid')
    expect(reported).toHaveLength(isFine ? 0 : 1)
  },
)

test('a template without a document uses the requested language', async () => {
  const shop = await shopWithCatalogue()
  const begin = (more: object) =>
    shop.call('templates.create', { body: { name: 'Letter', productSpecificationId: sampleIds.a6, ...more } })
  const localeOf = async ({ body: { id } }: { body: { id: string } }) =>
    (await shop.call('templates.getDraft', { params: { id } })).body.document.locale
  expect(await localeOf(await begin({ locale: 'nl-NL' }))).toBe('nl-NL')
  expect(await localeOf(await begin({}))).toBe('en')
  expect(await begin({ locale: 'nl-NL', document: printable })).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'locale' }] },
  })
})

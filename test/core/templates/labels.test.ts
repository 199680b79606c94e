import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../../src/core/template/limits.ts'
import { create, printable, renderer, shopWithCatalogue } from '../../support/templates.ts'

afterAll(() => renderer.close())

/** The postcard with names, groups and labels of these texts. */
const named = (text: string) => ({
  ...printable,
  variables: Object.fromEntries(
    Object.entries(printable.variables ?? {}).map(([name, variable]) => [name, { ...variable, label: text }]),
  ),
  pages: printable.pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => ({ ...element, name: text, group: text })),
  })),
})

describe('names and groups of elements, and labels of merge fields', () => {
  test('are kept in the draft, its versions and its copies', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop, { document: named('Großer Kopf') })
    await shop.call('templates.publish', { params: { id } })
    const draft = (await shop.call('templates.getDraft', { params: { id } })).body
    const put = { params: { id }, ifMatch: '"1"', body: { document: draft.document } }
    expect((await shop.call('templates.putDraft', put)).body.document).toEqual(draft.document)
    const version = (await shop.call('templates.version', { params: { id, number: '1' } })).body
    const copy = (await shop.call('templates.duplicate', { params: { id }, body: {} })).body
    const copied = (await shop.call('templates.getDraft', { params: { id: copy.id } })).body
    for (const { document } of [draft, version, copied]) {
      expect(document).toMatchObject({ variables: { firstName: { label: 'Großer Kopf' } } })
      expect(document.pages[0].elements[0]).toMatchObject({ name: 'Großer Kopf', group: 'Großer Kopf' })
    }
  })

  test('are absent if not given', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop)
    const { document } = (await shop.call('templates.getDraft', { params: { id } })).body
    expect(document.variables.firstName).not.toHaveProperty('label')
    expect(Object.keys(document.pages[0].elements[0])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(name|group)$/)]),
    )
    const { properties } = (await shop.call('templates.fields', { params: { id } })).body
    expect(properties.firstName).not.toHaveProperty('title')
  })

  test('print the same pages and layer', async () => {
    const shop = await shopWithCatalogue()
    const printed = async (document: unknown) => {
      const { id } = await create(shop, { document })
      await shop.call('templates.publish', { params: { id } })
      const where = { templateId: id }
      const [version] = await shop.services.store.read((rows) =>
        rows.templateVersions.find({ organisationId: shop.organisation.id }, where),
      )
      const query = { page: 1, version: '1' }
      const { body } = await shop.call('templates.paper', { params: { id }, query })
      return { layerKey: version!.layerKey, picture: Buffer.from(body).toString('base64') }
    }
    const plain = await printed(printable)
    expect(plain.picture.length).toBeGreaterThan(1000)
    expect(await printed(named('Headline'))).toEqual(plain)
  })

  test('are shown as the title of a merge field', async () => {
    const shop = await shopWithCatalogue()
    const { id } = await create(shop, { document: named('First name') })
    const { properties } = (await shop.call('templates.fields', { params: { id } })).body
    expect(properties.firstName).toEqual({
      type: 'string',
      title: 'First name',
      maxLength: 60,
      examples: ['Zoë'],
    })
  })

  test.each([
    ['of one character', 'a', 201],
    ['of the most characters', 'é'.repeat(limits.labelLength), 201],
    ['that are longer', 'a'.repeat(limits.labelLength + 1), 422],
    ['that are empty', '', 422],
  ])('%s are accepted or refused: %s → %i', async (_what, text, status) => {
    const shop = await shopWithCatalogue()
    const body = { name: 'Welcome', productSpecificationId: (await create(shop)).productSpecificationId }
    const answer = await shop.call('templates.create', { body: { ...body, document: named(text) } })
    expect(answer.status).toBe(status)
    if (status !== 422) return
    const parameters = answer.body.errors.map(({ parameter }: { parameter: string }) => parameter)
    expect(parameters).toContain('document.variables.firstName.label')
    expect(parameters).toContain('document.pages[0].elements[0].name')
    expect(parameters).toContain('document.pages[0].elements[0].group')
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { designs } from '../../../src/core/features/seed/designs/index.ts'
import { seedOrganisation } from '../../../src/core/features/seed/seed.ts'
import { createMailShop } from '../../support/mail.ts'
import { createTestShop } from '../../support/shop.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

describe('seeding an organisation', () => {
  test('adds published templates that the real renderer accepts without findings', async () => {
    const shop = await createTestShop({ ports: { renderer } })
    await installCatalogue(shop.services)
    const seeded = await seedOrganisation(shop.services, shop.organisation.id)
    expect(seeded.templates.map((template) => template.name)).toEqual([
      'Welcome card',
      'Dinner invitation',
      'Offer letter',
    ])
    for (const { id } of seeded.templates) {
      const { body } = await shop.call('templates.version', { params: { id, number: '1' } })
      expect(body).toMatchObject({ staticLayerStatus: 'READY', publishedByType: 'SYSTEM', findings: [] })
      const elements = body.document.pages.flatMap((page: { elements: object[] }) => page.elements)
      expect(elements).toContainEqual(expect.objectContaining({ type: 'qr', content: '{{trackingUrl}}' }))
      expect(elements).toContainEqual(expect.objectContaining({ type: 'address' }))
      const optOut = { type: 'text', text: expect.stringContaining('{{optOutUrl}}') }
      expect(elements).toContainEqual(expect.objectContaining(optOut))
      expect((await shop.call('templates.fields', { params: { id } })).body.required).toEqual(['firstName'])
    }
  })

  test('adds active Postflows in both modes if it has a return address and a target for codes', async () => {
    const shop = await createMailShop()
    for (const mode of ['live', 'test'] as const) {
      const { body } = await shop.call('postflows.list', { key: shop.keys[mode] })
      expect(body.data.map((postflow: { status: string }) => postflow.status)).toEqual([
        'ACTIVE',
        'ACTIVE',
        'ACTIVE',
      ])
      for (const { name } of designs) {
        expect(await shop.post({ mode, postflow: name })).toMatchObject({ status: 'SCHEDULED', findings: [] })
      }
    }
  })

  test.each([
    'https://mail.example',
    'https://direct-mail.a-rather-long-company-name.example.org/lettershop',
  ])('adds designs with room for the opt-out URL of %s', async (baseUrl) => {
    const shop = await createMailShop({ ports: { renderer }, config: { baseUrl } })
    for (const { name } of designs) {
      expect(await shop.post({ postflow: name })).toMatchObject({ status: 'SCHEDULED', findings: [] })
    }
  })

  test('changes nothing the second time', async () => {
    const shop = await createMailShop()
    const first = await seedOrganisation(shop.services, shop.organisation.id)
    const events = await shop.events()
    expect(await seedOrganisation(shop.services, shop.organisation.id)).toEqual(first)
    expect(await shop.events()).toEqual(events)
  })

  test('leaves live Postflows as drafts without a target for codes, which test ones do not need', async () => {
    const shop = await createTestShop()
    await installCatalogue(shop.services)
    const { postflows } = await seedOrganisation(shop.services, shop.organisation.id)
    for (const { id, mode, status } of postflows) {
      expect([mode, status]).toEqual([mode, mode === 'live' ? 'DRAFT' : 'ACTIVE'])
      const { body } = await shop.call('postflows.get', { key: shop.keys[mode], params: { id } })
      expect(body.trackingTargetUrl).toEqual(mode === 'live' ? null : expect.stringContaining('example.com'))
    }
  })

  test('refuses a target that is not a web URL, and seeds nothing', async () => {
    const shop = await createTestShop()
    await installCatalogue(shop.services)
    const seeding = seedOrganisation(shop.services, shop.organisation.id, { trackingTargetUrl: 'ftp://x' })
    await expect(seeding).rejects.toMatchObject({ errors: [{ parameter: 'trackingTargetUrl' }] })
    expect((await shop.call('templates.list')).body.data).toEqual([])
  })

  test('refuses an unknown organisation', async () => {
    const shop = await createTestShop()
    await expect(seedOrganisation(shop.services, 'org_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('fits long names, and names in every script of the fonts', async () => {
    const shop = await createMailShop({ ports: { renderer } })
    for (const firstName of [
      'Jo',
      'Maximiliaan-Bartholomeus van der Wolfeschlegelsteinhausen',
      'Ελευθερία',
      'Đặng Thị Ngọc',
      'נועה',
      'عبد الرحمن',
    ]) {
      for (const { name } of designs) {
        expect(await shop.post({ data: { firstName }, postflow: name }), firstName).toMatchObject({
          findings: [],
        })
      }
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/catalogue.ts'
import { layoutGuide } from '../../../src/core/features/renders/layout-guide.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { overlaps } from '../../../src/core/template/geometry.ts'
import { zonesOn } from '../../../src/core/template/sheet.ts'
import { countrySamples, importSample, offered } from '../../support/sample-catalogues.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { renderer, shopWithCatalogue } from '../../support/templates.ts'
import { itWithTools, run } from '../../support/tools.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await shopWithCatalogue()
})
afterAll(() => renderer.close())

const guide = (specificationId: string, id: string = sampleIds.letter) =>
  shop.call('products.guide', { params: { id, specificationId } })

describe('the layout guide of a product', () => {
  itWithTools(['pdfinfo'], 'is a PDF that is cut where the sheet is, with the bleed around it', async () => {
    const { status, headers, body } = await guide(sampleIds.c5)
    expect([status, headers]).toMatchObject([200, { 'Content-Type': 'application/pdf' }])
    const info = run('pdfinfo', ['-box', '-'], body)
    const boxOf = (name: string) =>
      new RegExp(`${name}:\\s+(.*)`)
        .exec(info)![1]!
        .trim()
        .split(/\s+/)
        .map((points) => Math.round((Number(points) * 25.4) / 72))
    expect([boxOf('TrimBox'), boxOf('BleedBox')]).toEqual([
      [3, 3, 213, 300],
      [0, 0, 216, 303],
    ])
  })

  itWithTools(['pdftotext'], 'names every zone with its place in mm', async () => {
    const { body } = await guide(sampleIds.c5)
    const text = run('pdftotext', ['-layout', '-', '-'], body).replace(/\s+/g, ' ')
    const specification = (await shop.services.store.read((rows) =>
      rows.specifications.get(everyone, sampleIds.c5),
    ))!
    for (const { x, y, w, h } of zonesOn(specification.sheet, 1))
      expect(text).toContain(
        `${[x, y].map((mm) => Math.round(mm * 100) / 100).join(', ')} · ${Math.round(w * 100) / 100} × ${Math.round(h * 100) / 100}`,
      )
    expect(text).toContain('page 1: 210 × 297 mm')
    expect(text).toContain('Export with 3 mm of bleed')
    expect(text).toContain('Remove this guide before you export.')
  })

  test('is there for each specification of a product only', async () => {
    expect(await guide(sampleIds.a6, sampleIds.postcard)).toMatchObject({ status: 200 })
    expect(await guide(sampleIds.a6, sampleIds.letter)).toMatchObject({ status: 404 })
    expect(await guide('psp_01M83S482YVM31KRM3WZHMVCYW')).toMatchObject({ status: 404 })
  })

  test.each(countrySamples)(
    'can be drawn for everything that the sample %s offers, its legend beside the zones',
    async (name) => {
      const { services } = await createTestShop({ ports: { renderer } })
      await importSample(services, name)
      for (const specification of await offered(services)) {
        const { document, sheet } = layoutGuide(specification)
        const { findings } = await renderer.compile({ organisationId: 'org_1', document, sheet, assets: [] })
        expect(findings, specification.key).toEqual([])
        for (const [index, { elements }] of document.pages.entries()) {
          const numbers = elements.filter((element) => element.type === 'text' && /^\d+$/.test(element.text))
          const legend = elements.find(
            (element) => element.type === 'text' && element.text.includes('Remove'),
          )
          const page = index + 1
          const zones = numbers.length > 0 ? zonesOn(specification.sheet, page) : []
          expect(numbers.length, `${specification.key} page ${page}`).toBe(zones.length)
          const hidden = zones.filter((zone) => legend?.type === 'text' && overlaps(zone, legend))
          expect(hidden, `${specification.key} page ${page}`).toEqual([])
        }
        const legends = JSON.stringify(document).split('Remove this guide').length - 1
        expect(legends, specification.key).toBe(Math.min(specification.sheet.pages.max, 2))
      }
    },
  )

  test.each([
    ['a name with a tag', { name: 'Letter {{x}}' }],
    ['a name in another script', { name: '信' }],
    ['no bleed', { bleed: 0 }],
    ['a sheet that is full of zones', { full: true }],
  ])(
    'can be drawn for %s',
    async (_what, { name, bleed, full }: { name?: string; bleed?: number; full?: boolean }) => {
      const row = (await shop.services.store.read((rows) => rows.specifications.get(everyone, sampleIds.a6)))!
      const { trim } = row.sheet
      const sheet = {
        ...row.sheet,
        ...(bleed === undefined ? {} : { bleed }),
        ...(full ? { zones: [{ kind: 'clear' as const, page: 1, x: 0, y: 0, ...trim }] } : {}),
      }
      const specification = { ...row, name: name ?? row.name, sheet }
      const { layer, findings } = await renderer.compile({
        ...{ organisationId: 'org_1', assets: [] },
        ...layoutGuide(specification),
      })
      expect({ findings, isDrawn: layer !== undefined }).toEqual({ findings: [], isDrawn: true })
    },
  )
})

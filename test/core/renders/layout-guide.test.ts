import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleIds } from '../../../src/core/features/products/install-catalogue.ts'
import { layoutGuide } from '../../../src/core/features/renders/layout-guide.ts'
import { invoiceLanguages } from '../../../src/core/model/billing.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { overlaps } from '../../../src/core/template/geometry.ts'
import { type Sheet, type SheetZone, zonesOn } from '../../../src/core/template/sheet.ts'
import { countrySamples, importSample, offered } from '../../support/sample-catalogues.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { renderer, shopWithCatalogue } from '../../support/templates.ts'
import { itWithTools, run } from '../../support/tools.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await shopWithCatalogue()
})
afterAll(() => renderer.close())

/** Keeps a whole side white, on every sheet. */
const full = (w: number, h: number): SheetZone => ({
  ...{ kind: 'clear', page: 1, everySheet: true, x: 0, y: 0, w, h },
})

const guide = (specificationId: string, id: string = sampleIds.letter) =>
  shop.call('products.guide', { params: { id, specificationId }, query: 'language=en' })

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

  itWithTools(
    ['pdftotext'],
    'is in the language of the organisation’s invoices, or in a requested one',
    async () => {
      const textIn = async (query?: string) => {
        const { body } = await shop.call('products.guide', {
          params: { id: sampleIds.letter, specificationId: sampleIds.c5 },
          ...(query === undefined ? {} : { query }),
        })
        return run('pdftotext', ['-layout', '-', '-'], body).replace(/\s+/g, ' ')
      }
      expect(await textIn()).toContain('Haal deze hulplijnen weg voordat je exporteert.')
      expect(await textIn('language=en')).toContain('Remove this guide before you export.')
      expect(await textIn('language=de')).toContain('Diese Hilfslinien vor dem Export entfernen.')
      expect(await textIn('language=fr')).toContain('Retirez ce gabarit avant d’exporter.')
    },
  )

  test('is refused in an unsupported language', async () => {
    const params = { id: sampleIds.letter, specificationId: sampleIds.c5 }
    const refused = await shop.call('products.guide', { params, query: 'language=pl' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ parameter: 'language' }] } })
  })

  test('exists for each specification of a product only', async () => {
    expect(await guide(sampleIds.a6, sampleIds.postcard)).toMatchObject({ status: 200 })
    expect(await guide(sampleIds.a6, sampleIds.letter)).toMatchObject({ status: 404 })
    expect(await guide('psp_01M83S482YVM31KRM3WZHMVCYW')).toMatchObject({ status: 404 })
  })

  test.each(countrySamples)(
    'can be drawn for everything in the sample %s, with its legend next to the zones',
    async (name) => {
      const { services } = await createTestShop({ ports: { renderer } })
      await importSample(services, name)
      for (const specification of await offered(services)) {
        const { document, sheet } = layoutGuide(specification, 'en')
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

  test.each(invoiceLanguages)('can be drawn in %s for everything in a sample', async (language) => {
    const { services } = await createTestShop({ ports: { renderer } })
    await importSample(services, countrySamples[0]!)
    for (const specification of await offered(services)) {
      const { document, sheet } = layoutGuide(specification, language)
      const { findings } = await renderer.compile({ organisationId: 'org_1', document, sheet, assets: [] })
      expect(findings, specification.key).toEqual([])
    }
  })

  test('formats decimals for the language', async () => {
    const specification = await sheetWith({
      zones: [{ kind: 'mark', page: 1, x: 10.5, y: 20, w: 5.25, h: 5 }],
    })
    const legendIn = (language: 'en' | 'nl') => JSON.stringify(layoutGuide(specification, language).document)
    expect(legendIn('en')).toContain('10.5, 20 · 5.25 × 5')
    expect(legendIn('nl')).toContain('10,5; 20 · 5,25 × 5')
  })

  test.each([
    ['a name with a tag', { name: 'Letter {{x}}' }],
    ['a name in another script', { name: '信' }],
    ['no bleed', { bleed: 0 }],
    ['a sheet full of zones', { full: true }],
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
        ...layoutGuide(specification, 'en'),
      })
      expect({ findings, isDrawn: layer !== undefined }).toEqual({ findings: [], isDrawn: true })
    },
  )

  /** The postcard's sheet with changes that a catalogue allows. */
  const sheetWith = async (change: Partial<Sheet>) => {
    const row = (await shop.services.store.read((rows) => rows.specifications.get(everyone, sampleIds.a6)))!
    return { ...row, sheet: { ...row.sheet, zones: [], ...change } }
  }
  const window = { name: 'C5', w: 229, h: 162, window: { x: 900, y: 900, w: 90, h: 45 }, play: 20 }

  test.each<[string, Partial<Sheet>, number]>([
    ['a hundred pages', { pages: { min: 20, max: 100 } }, 16],
    ['a hundred pages whose fronts are full', { pages: { min: 20, max: 100 }, zones: [full(148, 105)] }, 15],
    ['a safe area that leaves no space', { trim: { w: 60, h: 90 }, safe: 30 }, 4],
    ['a safe area wider than the sheet', { trim: { w: 60, h: 90 }, safe: 50 }, 4],
    ['the smallest design', { trim: { w: 30, h: 30 }, safe: 0 }, 4],
    ['the largest design', { trim: { w: 500, h: 500 }, safe: 50 }, 2],
    ['a zone in the corner', { zones: [{ kind: 'mark', page: 1, x: 146, y: 103, w: 2, h: 2 }] }, 2],
  ])('can be drawn for a sheet with %s', async (_what, change, pageCount) => {
    const guide = layoutGuide({ ...(await sheetWith(change)), envelope: window }, 'en')
    const { layer, findings } = await renderer.compile({ organisationId: 'org_1', assets: [], ...guide })
    expect({ findings, isDrawn: layer !== undefined }).toEqual({ findings: [], isDrawn: true })
    expect(guide.document.pages).toHaveLength(pageCount)
  })

  test.each<[string, Partial<Sheet>]>([
    ['narrower', { trim: { w: 25, h: 60 } }],
    ['longer', { trim: { w: 300, h: 1000 } }],
    ['larger', { trim: { w: 2000, h: 2000 } }],
    ['cut off further', { bleed: 20 }],
  ])('is refused for a sheet that is %s than designs allow', async (_what, change) => {
    const { id, sheet } = await sheetWith(change)
    const was = (await shop.services.store.read((rows) => rows.specifications.get(everyone, id)))!.sheet
    const become = (now: Sheet) =>
      shop.services.store.write((rows) => rows.specifications.update(everyone, id, { sheet: now }))
    await become(sheet)
    expect(await guide(id, sampleIds.postcard)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('30 to 500 mm') },
    })
    await become(was)
  })
})

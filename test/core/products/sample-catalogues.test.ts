import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedFiles, sampleFiles } from '../../../scripts/generate-samples.ts'
import { addressZone, designFor } from '../../../scripts/samples/design.ts'
import { domesticAndForeign } from '../../../scripts/samples/people.ts'
import { createPdfRenderer } from '../../../src/adapters/pdf/index.ts'
import { checkFile } from '../../../src/core/features/products/catalogue/import.ts'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { samples } from '../../../src/core/features/products/samples/index.ts'
import type { BoxMm } from '../../../src/core/kernel/finding.ts'
import { contains } from '../../../src/core/template/geometry.ts'
import { addressAreaOf, shownAreaOf, windowFindings } from '../../../src/core/template/window.ts'
import { inkIn } from '../../support/page-picture.ts'
import {
  countrySamples,
  importSample,
  type OfferedSpecification,
  offered,
  sampleOf,
} from '../../support/sample-catalogues.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const DPI = 150

/** Returns a box extended by a pixel on every side. */
const grown = ({ x, y, w, h }: BoxMm, by = 25.4 / DPI): BoxMm => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
})

test('the samples of countries match their tables', () => {
  for (const [path, text] of generatedFiles()) expect(readFileSync(path, 'utf8'), path).toBe(text)
  expect(sampleFiles().size).toBe(countrySamples.length)
})

test.each(samples.map(({ name }) => name))('a new instance accepts the sample %s unchanged', async (name) => {
  const renderer = createPdfRenderer({ workers: 0 })
  const { services } = await createTestShop({ ports: { renderer } })
  await installCatalogue(services)
  const { findings } = await checkFile(services, await sampleOf(name))
  await renderer.close()
  expect(findings).toEqual([])
})

test.each(countrySamples)('every verified rule of %s names its source', async (name) => {
  const file = (await sampleOf(name)) as Record<
    string,
    { sources?: { verified: boolean; source: unknown }[] }[]
  >
  const sources = Object.values(file).flatMap((entries) =>
    Array.isArray(entries) ? entries.flatMap((entry) => entry.sources ?? []) : [],
  )
  expect(sources.length).toBeGreaterThan(10)
  for (const { verified, source } of sources) expect(typeof source === 'string').toBe(verified)
})

describe.each(countrySamples)('the sample %s', (name) => {
  const country = name.toUpperCase()
  const people = domesticAndForeign(country)
  // One renderer for each shop: ids start over in every shop, and a renderer caches compiled templates by id.
  const renderer = createPdfRenderer({ workers: 0 })
  afterAll(() => renderer.close())
  let shop: TestShop
  let all: OfferedSpecification[]
  beforeAll(async () => {
    shop = await createTestShop({ ports: { renderer }, organisation: { country } })
    await installCatalogue(shop.services)
    await importSample(shop.services, name)
    all = await offered(shop.services)
  })

  const ok = async (operation: string, call: Parameters<TestShop['call']>[1]) => {
    const response = await shop.call(operation, call)
    // Formats only errors as JSON, because some answers are images.
    if (response.status >= 300) throw new Error(`${operation} ${JSON.stringify(response.body)}`)
    return response.body
  }

  /** Returns a validated Postbatch to both recipients, with images of their address pages. */
  const sent = async (specification: OfferedSpecification) => {
    const template = await ok('templates.create', {
      body: {
        name: specification.key,
        productSpecificationId: specification.id,
        document: designFor(specification),
      },
    })
    await ok('templates.publish', { params: { id: template.id } })
    const { id } = await ok('postbatches.create', {
      body: { name: specification.key, templateId: template.id },
    })
    const items = Object.values(people).map((recipient) => ({ recipient, data: {} }))
    await ok('postbatches.addItems', { params: { id }, body: { items } })
    await ok('postbatches.validate', { params: { id } })
    await shop.settle()
    const quote = await ok('postbatches.quote', { params: { id } })
    const list = await ok('items.list', { query: `filter[postbatchId]=${id}` })
    const page = addressZone(specification).page
    const papers: Uint8Array[] = []
    for (const { id } of list.data)
      papers.push(await ok('items.paper', { params: { id }, query: `page=${page}&dpi=${DPI}` }))
    return { quote, papers }
  }

  test('offers cards, envelopes and labels, and letters on one side and on both', () => {
    const kinds = all.map(({ key, sheet, envelope }) => {
      const addressed = /^(envelope|label)-/.exec(key)?.[1]
      return `${envelope ? 'letter' : (addressed ?? 'card')} ${sheet.plex}`
    })
    expect([...new Set(kinds)].sort()).toEqual([
      'card duplex',
      'envelope simplex',
      'label simplex',
      'letter duplex',
      'letter simplex',
    ])
  })

  test('is quoted and drawn for a domestic and a foreign recipient, with the address in its zone', async () => {
    for (const specification of all) {
      const { quote, papers } = await sent(specification)
      expect(quote, specification.key).toMatchObject({
        quantity: 2,
        leftOut: { needsAttention: 0, suppressed: 0 },
      })
      expect(quote.lines.map(({ zone }: { zone: string }) => zone).sort()).toEqual(['domestic', 'europe'])
      expect(papers).toHaveLength(2)
      const { envelope } = specification
      const area = envelope ? shownAreaOf(envelope.window!, envelope.play) : addressZone(specification)
      const inside = envelope ? addressAreaOf(envelope.window!, envelope.play) : addressZone(specification)
      for (const paper of papers) {
        const ink = inkIn(paper, area, DPI)
        expect(ink, `${specification.key} shows an address`).toBeDefined()
        expect(contains(grown(inside), ink!), `${specification.key} ${JSON.stringify(ink)}`).toBe(true)
      }
    }
  })

  test('has nothing else in a window, and reports a design that has', async () => {
    for (const specification of all) {
      const { envelope, sheet, id } = specification
      if (!envelope) continue
      expect(windowFindings(sheet, envelope), specification.key).toEqual([])
      const { x, y, w, h } = shownAreaOf(envelope.window!, envelope.play)
      // A narrow strip along each edge of the window's possible area.
      const strips = [
        { x, y, w, h: 2 },
        { x, y: y + h - 2, w, h: 2 },
        { x, y, w: 2, h },
        { x: x + w - 2, y, w: 2, h },
      ]
      for (const strip of strips) {
        const document = designFor(specification, strip)
        const { findings } = await ok('templates.preview', {
          body: { productSpecificationId: id, document, dpi: 36 },
        })
        expect(findings).toContainEqual(
          expect.objectContaining({ severity: 'error', code: 'zone_covered', page: 1 }),
        )
      }
    }
  })
})

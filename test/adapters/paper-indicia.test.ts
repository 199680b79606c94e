import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import type { RenderAsset, Renderer } from '../../src/core/ports/renderer.ts'
import type { Sheet, SheetZone } from '../../src/core/template/sheet.ts'
import { collectPart, partOf } from '../contract/renderer.ts'
import { entry, importChanged } from '../support/catalogue.ts'
import { greetingCard } from '../support/greeting-card.ts'
import { createItemShop } from '../support/items.ts'
import { filesOf, manifestOf } from '../support/packages.ts'
import { inkIn } from '../support/page-picture.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const [front, back] = postcardInput.pages
const address = back!.elements.filter(({ type }) => type === 'address')
type Elements = NonNullable<typeof back>['elements']

/** The fixture's card with the elements of the test, followed by the address only. */
const card = (elements: Elements) =>
  documentOf({
    ...postcardInput,
    pages: [
      { ...front!, elements: [] },
      { ...back!, elements: [...elements, ...address] },
    ],
  })

const zone = postcardSheet.zones.find(({ kind }) => kind === 'postage')!
/** The fixture's zones with the postage zone changed or omitted. */
const zones = (change: Partial<SheetZone> | 'none'): SheetZone[] =>
  postcardSheet.zones.flatMap((one) => (one !== zone ? one : change === 'none' ? [] : { ...one, ...change }))

interface Printing {
  elements?: Elements
  assets?: RenderAsset[]
  by?: Renderer
}

/**
 * Renders a piece on a changed fixture sheet. Its layer is made for a sheet without the postage zone, like
 * that of a design older than the zone.
 */
const printed = async (
  change: Partial<Sheet>,
  { elements = [], assets = [], by = renderer }: Printing = {},
) => {
  const document = card(elements)
  const older = { ...postcardSheet, zones: zones('none') }
  const { layer } = await by.compile({ organisationId: 'org_1', document, sheet: older, assets })
  const sheet = { ...postcardSheet, ...change }
  const template = { id: `tv_${elements.length}${assets.length}`, document, sheet, layer: layer! }
  const piece = pieceOf(1, { templateId: template.id })
  const { pdf, result } = await collectPart(by, { ...partOf(template, [piece]), sheet })
  return { pdf, ...result.pieces[0]!, checked: await by.check(template, piece) }
}

/** The lines of text in a box of a page. */
const linesIn = async (pdf: Uint8Array, box: SheetZone, page = 2): Promise<string[]> => {
  const path = join(await temporaryFolder(), 'piece.pdf')
  await writeFile(path, pdf)
  const { bleed } = postcardSheet
  const points = (mm: number) => String(Math.round((mm / 25.4) * 72))
  const crop = [
    '-x',
    points(box.x + bleed),
    '-y',
    points(box.y + bleed),
    '-W',
    points(box.w),
    '-H',
    points(box.h),
  ]
  return run('pdftotext', ['-r', '72', '-f', String(page), '-l', String(page), ...crop, path, '-'])
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .split(/[\n\f]/)
    .map((line) => line.trim())
    .filter(Boolean)
}

const dpi = 150
const long = 'Entgelt bezahlt durch die Post'
const printings: { what: string; change: Partial<Sheet>; lines: string[] }[] = [
  { what: 'none', change: {}, lines: [] },
  { what: 'one line', change: { indicia: 'Port payé' }, lines: ['Port payé'] },
  {
    what: 'several lines without surrounding spaces',
    change: { indicia: ' P.P.\r\n1003 Lausanne\nPoste CH SA\n' },
    lines: ['P.P.', '1003 Lausanne', 'Poste CH SA'],
  },
  { what: 'only spaces', change: { indicia: ' \n ' }, lines: [] },
  {
    what: 'a line that wraps in a narrow zone',
    change: { indicia: long, zones: zones({ x: 118, w: 30 }) },
    lines: ['Entgelt', 'bezahlt', 'durch die', 'Post'],
  },
  { what: 'a sheet without a zone', change: { indicia: 'Port payé', zones: zones('none') }, lines: [] },
  { what: 'Hebrew letters', change: { indicia: 'שולם' }, lines: ['שולם'] },
]

describe('an indicia in the postage zone', () => {
  for (const { what, change, lines } of printings) {
    itWithTools(['pdftotext'], `is printed as given: ${what}`, async () => {
      const { pdf, findings, checked } = await printed(change)
      expect([findings, checked]).toEqual([[], []])
      expect(await linesIn(pdf, zone)).toEqual(lines)
    })
  }

  test('changes nothing on a piece without one', async () => {
    const { sha256 } = await printed({})
    expect((await printed({ indicia: ' ' })).sha256).toBe(sha256)
    expect((await printed({ indicia: 'Port payé', zones: zones('none') })).sha256).toBe(
      (await printed({ zones: zones('none') })).sha256,
    )
    expect((await printed({ indicia: 'Port payé' })).sha256).not.toBe(sha256)
  })

  test('is framed at the top right, inside the safe area', async () => {
    const { pdf } = await printed({ indicia: 'P.P.\n1003 Lausanne' })
    const options = { organisationId: 'org_1', page: 2, dpi, insetMm: postcardSheet.bleed }
    const ink = inkIn((await renderer.rasterise([pdf], options)).png, zone, dpi)!
    const { trim, safe } = postcardSheet
    expect(ink.x + ink.w).toBeCloseTo(trim.w - safe, 0)
    expect(ink.y).toBeCloseTo(safe, 0)
    expect([ink.w > 20, ink.w < 40, ink.h > 8, ink.h < 20]).toEqual([true, true, true, true])
  })

  const element = { type: 'rect', x: 100, y: 10, w: 20, h: 10, fill: 'accent' } as const
  test.each([
    {
      what: 'a word wider than its zone',
      change: { indicia: 'x'.repeat(80) },
      code: 'indicia_overflow',
    },
    {
      what: 'more lines than fit its zone',
      change: { indicia: 'Port payé\n'.repeat(6), zones: zones({ h: 15 }) },
      code: 'indicia_overflow',
    },
    {
      what: 'a zone in the margin',
      change: { indicia: 'Port payé', zones: zones({ h: 3 }) },
      code: 'indicia_overflow',
    },
    {
      what: 'a character missing from all fonts',
      change: { indicia: 'Port payé \u{1F600}' },
      code: 'glyph_missing',
    },
    {
      what: 'an element in its zone',
      change: { indicia: 'Port payé' },
      code: 'indicia_covered',
      elements: [element] as Elements,
    },
  ])('of $what is a finding when the piece is checked', async ({ change, code, elements }) => {
    const { findings, checked, pageCount } = await printed(change, elements ? { elements } : {})
    expect([...new Set(checked.map((finding) => finding.code))]).toEqual([code])
    expect(checked[0]).toMatchObject({ severity: 'error', page: 2, box: { x: zone.x, y: zone.y } })
    expect(findings).toEqual(checked)
    expect(pageCount).toBe(0)
  })

  itWithTools(['pdftotext'], 'is printed over a PDF page that leaves the zone white', async () => {
    const { pdf: bytes } = await printed({})
    const assets: RenderAsset[] = [{ id: 'ast_pdf', format: 'pdf', bytes: new Uint8Array(bytes) }]
    const elements: Elements = [{ type: 'pdf', asset: 'ast_pdf', page: 1, x: -3, y: -3, w: 154, h: 111 }]
    const { pdf, findings } = await printed({ indicia: 'Port payé' }, { elements, assets })
    expect(findings).toEqual([])
    expect(await linesIn(pdf, zone)).toEqual(['Port payé'])
  })

  itWithTools(['pdftotext'], 'is that of each version, even if one thread renders both', async () => {
    const pool = createPdfRenderer({ workers: 1 })
    const inTurn = ['Port payé', 'Postage paid', 'Port payé']
    for (const indicia of inTurn) {
      const { pdf } = await printed({ indicia }, { by: pool })
      expect(await linesIn(pdf, zone)).toEqual([indicia])
    }
    await pool.close()
  })
})

describe('a shop whose postage product has an indicia', () => {
  const sell = (indicia: string) => (file: Parameters<Parameters<typeof importChanged>[1]>[0]) => {
    file.postageProducts = [
      { key: 'pp', carrier: 'La Poste', name: 'Lettre verte', indicia, costCents: null },
    ]
    entry(file, 'specifications', 'postcard-a6').postage = 'pp'
  }

  itWithTools(['pdftotext'], 'prints it on items sold with it and not on earlier ones', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T08:00:00Z', ports: { renderer } })
    const { live } = shop.keys
    const { recipient } = await shop.create({})
    for (const [at, indicia] of ['Port payé\nLyon', 'Port payé\nParis'].entries()) {
      expect((await importChanged(shop.services, sell(indicia))).findings).toEqual([])
      await shop.create({ recipient: { ...recipient, houseNumber: String(at + 1) } })
    }
    await shop.advance('2026-01-05T09:00:00Z')
    const runs = (await shop.call('runs.list', { key: live })).body.data
    const printed: string[][] = []
    for (const { id } of runs) {
      const files = filesOf(shop.printers.live, id)
      const [row] = manifestOf(files).items
      printed.push(await linesIn(files.get(row!.part)!, zone, row!.firstPage + 1))
    }
    expect(printed.sort()).toEqual([[], ['Port payé', 'Lyon'], ['Port payé', 'Paris']])
  })

  test('shows it in every preview of items sold with it and in none of earlier ones', async () => {
    const shop = await createItemShop({ ports: { renderer } })
    const before = await shop.create({})
    await importChanged(shop.services, sell('Port payé'))
    const after = await shop.create({ recipient: { ...before.recipient, houseNumber: '99' } })
    const query = `page=2&dpi=${dpi}`
    const paper = async (operation: string, id: string) =>
      (await shop.call(operation, { params: { id }, query })).body
    const render = async (subject: Record<string, string>) => {
      const { body } = await shop.call('renders.create', {
        body: { ...subject, format: 'png', page: 2, dpi },
      })
      await shop.settle()
      return (await shop.call('renders.file', { params: { id: body.id } })).body
    }
    const design = { productSpecificationId: sampleIds.a6, document: greetingCard(), page: 2, dpi }
    const preview = await shop.call('templates.preview', { body: design })
    const pictures = {
      'the item of before': await paper('items.paper', before.id),
      'its render': await render({ itemId: before.id }),
      'the item': await paper('items.paper', after.id),
      'the render of it': await render({ itemId: after.id }),
      'the design': await paper('templates.paper', shop.templateId),
      'the design in the editor': new Uint8Array(Buffer.from(preview.body.image.png, 'base64')),
    }
    const franked = Object.entries(pictures).filter(([, picture]) => inkIn(picture, zone, dpi) !== undefined)
    expect(franked.map(([name]) => name)).toEqual([
      'the item',
      'the render of it',
      'the design',
      'the design in the editor',
    ])
  })

  test('reports the fault of the sheet to designers', async () => {
    const shop = await createItemShop()
    await importChanged(shop.services, sell('Port payé'))
    const { body } = await shop.call('products.list', {})
    const product = await shop.call('products.get', { params: { id: body.data[0].id } })
    const indicia = Object.fromEntries(
      product.body.specifications.map((one: { id: string; sheet: Sheet }) => [one.id, one.sheet.indicia]),
    )
    expect(indicia).toEqual({ [sampleIds.a6]: 'Port payé' })
  })
})

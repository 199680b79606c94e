import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { sampleIds } from '../../src/core/features/products/install-catalogue.ts'
import { isOurMark } from '../../src/core/features/runs/rendering/part.ts'
import { zonesOn } from '../../src/core/template/sheet.ts'
import { readMark, runCodeOf } from '../../src/core/template/sheet-mark.ts'
import { sampleSpecifications } from '../support/catalogue.ts'
import { scanPage } from '../support/data-matrix.ts'
import { createItemShop } from '../support/items.ts'
import { letterTemplate } from '../support/letters.ts'
import { filesOf, manifestOf } from '../support/packages.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const letter = sampleSpecifications.find(({ id }) => id === sampleIds.c5)!
const card = sampleSpecifications.find(({ id }) => id === sampleIds.a6)!

describe('every sheet carries a readable mark', () => {
  itWithTools(['pdftoppm', 'dmtxread'], 'on letters of one to three sheets in a test run', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T08:00:00Z', ports: { renderer } })
    const { test: key } = shop.keys
    const pages = [1, 4, 3]
    for (const count of pages) {
      const template = (await shop.call('templates.create', { body: letterTemplate(count) })).body
      await shop.call('templates.publish', { params: { id: template.id } })
      const postflowId = await shop.postflow({ templateId: template.id }, key)
      await shop.create({ postflowId, data: { firstName: 'Zoë' } }, key)
    }
    await shop.advanceTestClock('2026-01-05T09:00:00Z')
    const [{ id }] = (await shop.call('runs.list', { key })).body.data
    const files = filesOf(shop.printers.test, id)
    const { items } = manifestOf(files)
    const { sheet } = letter
    const folder = await temporaryFolder()
    for (const row of items) {
      for (let own = 1; own <= row.sheetCount; own++) {
        const page = 2 * own - 1
        const box = zonesOn(sheet, page).find(({ kind }) => kind === 'mark')!
        const pdf = files.get(row.part)!
        const text = await scanPage(folder, pdf, row.firstPage + page - 1, { box, bleed: sheet.bleed })
        const mark = readMark(text)!
        expect(mark).toMatchObject({
          run: runCodeOf(id),
          sequence: row.sequence,
          item: row.code,
          sheet: own,
          sheets: row.sheetCount,
          isEnd: own === row.sheetCount,
        })
        expect(isOurMark(shop.services.crypto, mark)).toBe(true)
        const found = await shop.call('items.list', { key, query: { 'filter[trackingCode]': text } })
        expect(found.body.data.map((item: { id: string }) => item.id)).toEqual([row.id])
        const { body } = await shop.call('search.find', { key, query: { q: text } })
        expect(body.data).toMatchObject([{ id: row.id, matchedBy: 'trackingCode' }])
      }
    }
  })

  itWithTools(['pdftoppm', 'dmtxread'], 'on the address side of a card, also at 200 dpi', async () => {
    const { pdf } = await printed(card.sheet)
    const box = card.sheet.zones.find(({ kind }) => kind === 'mark')!
    const folder = await temporaryFolder()
    expect(await scanPage(folder, pdf, 2, { box, bleed: 3, dpi: 200 })).toBe(marks[0])
  })

  itWithTools(['pdftoppm', 'dmtxread'], 'in an upright zone of minimum size', async () => {
    const zone = { kind: 'mark', page: 2, x: 6, y: 62, w: 7.2, h: 22 } as const
    const { pdf } = await printed({ ...postcardSheet, zones: [...postcardSheet.zones, zone] }, [])
    expect(await scanPage(await temporaryFolder(), pdf, 2, { box: zone, bleed: 3 })).toBe(marks[0])
  })
})

test('a design older than the mark zone keeps its elements there and has no mark', async () => {
  const zone = { kind: 'mark', page: 2, x: 6, y: 55, w: 28, h: 9.6 } as const
  const older = { ...postcardSheet, zones: [...postcardSheet.zones] }
  const { result: without } = await printed(older)
  const { result } = await printed({ ...older, zones: [...older.zones, zone] }, undefined, older)
  expect(result.pieces[0]!.sha256).toBe(without.pieces[0]!.sha256)
})

test.each([
  { w: 7.1, h: 30, is: 'too narrow for a camera' },
  { w: 9.6, h: 20, is: 'too short for its figures' },
])('a zone of $w × $h mm is $is', async ({ w, h }) => {
  const zone = { kind: 'mark', page: 2, x: 36, y: 55, w, h } as const
  const sheet = { ...postcardSheet, zones: [...postcardSheet.zones, zone] }
  const { findings } = await renderer.compile({
    organisationId: 'org_1',
    document: plain(),
    sheet,
    assets: [],
  })
  expect(findings.map(({ code }) => code)).toContain('mark_zone_too_small')
})

const marks = ['LS1R4K72MPQ0000001ABCDEFGHJKMN01011K7Q2']

/** The fixture's card without its photo. */
const plain = (elements = postcardInput.pages[1]!.elements) =>
  documentOf({
    ...postcardInput,
    pages: [
      { side: 'front', elements: [] },
      { side: 'back', elements: elements.filter(({ type }) => type !== 'image') },
    ],
  })

const printed = async (
  sheet: typeof postcardSheet,
  elements: (typeof postcardInput.pages)[number]['elements'] | undefined = undefined,
  compiledFor = sheet,
) => {
  const address = postcardInput.pages[1]!.elements.filter(({ type }) => type === 'address')
  const document = plain(elements && [...elements, ...address])
  const compiled = await renderer.compile({
    organisationId: 'org_1',
    document,
    sheet: compiledFor,
    assets: [],
  })
  expect(compiled.findings).toEqual([])
  const id = `tv_${JSON.stringify(sheet.zones.length)}${elements?.length ?? 'x'}`
  const template = { id, document, sheet, layer: compiled.layer! }
  const chunks: Uint8Array[] = []
  const result = await renderer.renderPart(
    {
      title: 'marks',
      createdAt: 0,
      sheet,
      templates: [template],
      pieces: [pieceOf(1, { templateId: id, marks })],
    },
    async (chunk) => void chunks.push(chunk),
  )
  return { pdf: Buffer.concat(chunks), result }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { rasterisePage } from '../../src/adapters/pdf/raster.ts'
import { collectPart, partOf } from '../contract/renderer.ts'
import { cjkFont, ideographs } from '../support/cjk-font.ts'
import { collectionOf } from '../support/font-collection.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { inkIn } from '../support/page-picture.ts'
import { documentOf, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { itWithTools, run } from '../support/tools.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const font = cjkFont()
const text = Object.keys(ideographs).join('')
const size = 36
/** The side of an ideograph in mm. */
const em = (size * 25.4) / 72
const place = { x: 8, y: 20 }

const printed = async (bytes: Uint8Array, content: string): Promise<Uint8Array> => {
  const input = structuredClone(postcardInput)
  input.fonts.push({ id: 'brand', asset: 'ast_font' })
  input.pages[0]!.elements = [
    { type: 'text', ...place, w: 130, h: 30, size, font: 'brand', text: content } as const,
  ]
  const [document, sheet] = [documentOf(input), postcardSheet]
  const assets = [{ id: 'ast_font', format: 'font' as const, bytes }]
  const { findings, layer } = await renderer.compile({ organisationId: 'org_1', document, sheet, assets })
  expect(findings).toEqual([])
  const template = { id: `tv_${content.length}`, document, sheet, layer: layer! }
  const part = partOf(template, [pieceOf(1, { templateId: template.id })])
  return (await collectPart(renderer, part)).pdf
}

describe('a CJK font with CID-keyed PostScript outlines', () => {
  it('is accepted with a warning about missing Latin letters', async () => {
    const { findings } = await renderer.inspect(inspectInput('FONT', font))
    expect(findings.map(({ code }) => code)).toEqual(['font_lacks'])
  })

  it('is extracted from a collection unchanged', async () => {
    const given = { ...inspectInput('FONT', collectionOf(font, font)), face: 2 }
    const { replacement } = await renderer.inspect(given)
    expect(await printed(replacement!.bytes, '一')).toBeDefined()
  })

  it.each(Object.entries(ideographs))('prints the outlines of %s', async (ideograph, bars) => {
    const pdf = await printed(font, text)
    const { png } = await rasterisePage([pdf], { page: 1, dpi: 150, insetMm: postcardSheet.bleed })
    const left = place.x + text.indexOf(ideograph) * em
    const ink = inkIn(png, { x: left, y: place.y - 5, w: em, h: 40 }, 150)!
    const edge = (pick: 'least' | 'most', axis: 0 | 1) =>
      pick === 'least'
        ? Math.min(...bars.map((bar) => bar[axis]))
        : Math.max(...bars.map((bar) => bar[axis] + bar[axis + 2]!))
    const mm = (units: number) => (units * em) / 1000
    const near = (value: number, expected: number) => expect(Math.abs(value - expected)).toBeLessThan(0.4)
    near(ink.x, left + mm(edge('least', 0)))
    near(ink.w, mm(edge('most', 0) - edge('least', 0)))
    near(ink.h, mm(edge('most', 1) - edge('least', 1)))
    // The middle of a box is white; the middle of a cross isn't.
    const middle = { x: left + mm(480), y: ink.y + ink.h / 2 - mm(20), w: mm(40), h: mm(40) }
    const centre = (edge('least', 1) + edge('most', 1)) / 2
    const isInked = bars.some(([x, y, w, h]) => x < 500 && x + w > 500 && y <= centre && y + h >= centre)
    expect(inkIn(png, middle, 150) !== undefined).toBe(isInked)
  })

  itWithTools(['qpdf', 'gs', 'pdffonts', 'pdftotext'], 'is embedded, valid and readable', async () => {
    const path = join(temporaryFolder(), 'cjk.pdf')
    await writeFile(path, await printed(font, text))
    run('qpdf', ['--check', path])
    expect(run('pdffonts', [path])).toMatch(/[A-Z]{6}\+CjkTest +CID Type 0C .* yes yes yes/)
    expect(run('pdftotext', [path, '-'])).toContain(text)
    run('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=nullpage', path])
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { decodeLayer } from '../../src/adapters/pdf/layer.ts'
import { encodePng } from '../../src/adapters/pdf/raster.ts'
import { hasErrors } from '../../src/core/kernel/finding.ts'
import type { RenderAsset } from '../../src/core/ports/renderer.ts'
import type { TemplateDocumentInput } from '../../src/core/template/document.ts'
import { collectPart, partOf } from '../contract/renderer.ts'
import { sharedPicture } from '../support/hostile-files.ts'
import { documentOf, photo, pieceOf, postcardInput, postcardSheet } from '../support/render-fixtures.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

type Element = TemplateDocumentInput['pages'][number]['elements'][number]

const compile = (change: (input: TemplateDocumentInput) => void, assets: RenderAsset[] = []) => {
  const input = structuredClone(postcardInput)
  input.pages[0]!.elements = []
  change(input)
  return renderer.compile({
    organisationId: 'org_1',
    document: documentOf(input),
    sheet: postcardSheet,
    assets,
  })
}
const compileFront = (elements: Element[], assets: RenderAsset[] = []) =>
  compile((input) => {
    input.pages[0]!.elements = elements
  }, assets)
const codes = ({ findings }: Awaited<ReturnType<typeof compile>>) =>
  findings.map(({ severity, code }) => `${severity} ${code}`)

const text = {
  type: 'text',
  font: 'noto-sans',
  size: 10,
  x: 6,
  y: 6,
  w: 40,
  h: 8,
  text: 'Tot ziens',
} as const
/** 100 × 100 pixels, black. */
const square: RenderAsset = {
  id: 'ast_square',
  format: 'png',
  bytes: encodePng({ data: new Uint8Array(40_000), width: 100, height: 100 }),
}
const image = (w: number, h = w) => ({ type: 'image', asset: 'ast_square', x: 6, y: 6, w, h }) as const

describe('findings that need fonts or pixels', () => {
  it.each([
    ['text that fits', text, []],
    ['text that overflows', { ...text, text: 'Tot ziens '.repeat(20) }, ['error text_overflow']],
    [
      'text that is clipped',
      { ...text, text: 'Tot ziens '.repeat(20), overflow: 'clip' },
      ['warning text_clipped'],
    ],
    ['text that can shrink', { ...text, w: 14, overflow: 'shrink', minSize: 6 }, []],
    [
      'text that cannot shrink enough',
      { ...text, w: 6, overflow: 'shrink', minSize: 9 },
      ['error text_overflow'],
    ],
    ['a character missing from all fonts', { ...text, text: '中' }, ['error glyph_missing']],
    ['a control character', { ...text, text: 'A\x07' }, ['error glyph_missing']],
    ['a replacement character', { ...text, text: 'A\uFFFD' }, ['error glyph_missing']],
    ['an object replacement character', { ...text, text: 'A\uFFFC' }, ['error glyph_missing']],
    ['a QR code with modules of 0.4 mm', { type: 'qr', x: 6, y: 6, size: 11.6, content: 'A' }, []],
    [
      'a QR code with smaller modules',
      { type: 'qr', x: 6, y: 6, size: 11.5, content: 'A' },
      ['error qr_capacity'],
    ],
    ['an image at 301 ppi', image(8.43), []],
    ['an image at 299 ppi', image(8.5), ['warning image_resolution']],
    ['an image at 151 ppi', image(16.8), ['warning image_resolution']],
    ['an image at 149 ppi', image(17), ['error image_resolution']],
    ['an image at 149 ppi in one direction', image(8, 17), ['error image_resolution']],
    ['an image that keeps its proportions', { ...image(8, 17), fit: 'contain' }, []],
  ] as [string, Element, string[]][])('%s', async (_, element, expected) => {
    const result = await compileFront([element], [square])
    expect(codes(result)).toEqual(expected)
    expect(result.layer === undefined).toBe(hasErrors(result.findings))
  })

  it.each([
    ['an invalid JPEG', 'jpeg', new Uint8Array(100)],
    ['a truncated JPEG', 'jpeg', photo.bytes.subarray(0, 30)],
    ['an invalid PNG', 'png', new Uint8Array(100)],
  ] as const)('%s', async (_, format, bytes) => {
    const result = await compileFront([{ ...image(8) }], [{ id: 'ast_square', format, bytes }])
    expect(codes(result)).toEqual(['error image_unsupported'])
  })

  it.each([
    ['an invalid PDF', Buffer.from('no PDF at all')],
    ['a truncated PDF', Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9999\n%%EOF')],
  ])('%s', async (_, bytes) => {
    const element = { type: 'pdf', asset: 'ast_pdf', x: 6, y: 6, w: 20, h: 20 } as const
    const result = await compileFront([element], [{ id: 'ast_pdf', format: 'pdf', bytes }])
    expect(codes(result)).toEqual(['error pdf_unsupported'])
  })

  const shared = sharedPicture(45_000_000, 3)
  it.each([
    [2, []],
    [3, ['error assets_too_large']],
  ])('a PDF of 45 MB with %s printed pages', async (count, expected) => {
    const elements = Array.from({ length: count }, (_, index): Element => {
      return { type: 'pdf', asset: 'ast_pdf', page: index + 1, x: 6, y: 6, w: 20, h: 20 }
    })
    const result = await compileFront(elements, [{ id: 'ast_pdf', format: 'pdf', bytes: shared }])
    expect(codes(result)).toEqual(expected)
  })
})

describe('uploaded fonts', () => {
  const path = '@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf'
  const font = readFileSync(createRequire(import.meta.url).resolve(path))
  /** The font with other embedding rights. fsType is the fifth field of the OS/2 table. */
  const withRights = (fsType: number): Buffer => {
    const copy = Buffer.from(font)
    const tables = copy.readUInt16BE(4)
    for (let table = 0; table < tables; table++) {
      const entry = 12 + table * 16
      if (copy.toString('latin1', entry, entry + 4) === 'OS/2')
        copy.writeUInt16BE(fsType, copy.readUInt32BE(entry + 8) + 8)
    }
    return copy
  }
  const withFont = (bytes: Uint8Array) =>
    compile(
      (input) => {
        input.fonts.push({ id: 'brand', asset: 'ast_font' })
        input.pages[0]!.elements = [{ ...text, font: 'brand', text: 'Hallo {{firstName}}' }]
      },
      [{ id: 'ast_font', format: 'font', bytes }],
    )

  it.each([
    ['that may be embedded', font, []],
    ['that may be previewed and printed', withRights(0x0004), []],
    ['that may not be embedded', withRights(0x0002), ['error font_not_embeddable']],
    ['that may not be subset', withRights(0x0100), ['error font_not_embeddable']],
    ['that is invalid', new Uint8Array(500), ['error font_not_embeddable']],
  ])('%s', async (_, bytes, expected) => {
    expect(codes(await withFont(bytes))).toEqual(expected)
  })

  it('prints with the font after the asset was deleted', async () => {
    const { layer } = await withFont(font)
    const document = documentOf({
      ...postcardInput,
      fonts: [...postcardInput.fonts, { id: 'brand', asset: 'ast_font' }],
      pages: [
        { side: 'front', elements: [{ ...text, font: 'brand', text: 'Hallo {{firstName}}' }] },
        postcardInput.pages[1]!,
      ],
    })
    const template = { id: 'tv_brand', document, sheet: postcardSheet, layer: layer! }
    const { pdf, result } = await collectPart(
      renderer,
      partOf(template, [pieceOf(1, { templateId: 'tv_brand' })]),
    )
    expect(result.pieces[0]!.findings).toEqual([])
    expect(pdf.toString('latin1')).toMatch(/\/BaseFont\/[A-Z]{6}\+NotoSans-Medium/)
  })
})

describe('the static layer', () => {
  const rect = { type: 'rect', fill: 'black', x: 10, y: 30, w: 20, h: 20 } as const
  const name = { ...text, text: '{{firstName}}' }

  it.each([
    ['static only', [text, rect], [{ form: 0 }]],
    ['variable above static', [rect, name], [{ form: 0 }, { element: 1 }]],
    ['static that comes later but elsewhere sinks', [name, rect], [{ form: 0 }, { element: 0 }]],
    ['static over variable stays on top', [name, { ...rect, y: 6 }], [{ element: 0 }, { form: 0 }]],
    ['three bands', [rect, name, { ...rect, y: 6 }], [{ form: 0 }, { element: 1 }, { form: 1 }]],
  ] as [string, Element[], object[]][])('%s', async (_, elements, steps) => {
    const { layer } = await compileFront(elements)
    expect(decodeLayer(layer!).pages[0]!.steps).toEqual(steps)
  })

  it('keeps engine, glyphs and the digest of each asset', async () => {
    const { layer } = await compileFront([image(8), text], [square, photo])
    const { engine, glyphs, assets, images } = decodeLayer(layer!)
    expect(engine).toBe(renderer.engine)
    expect(assets).toEqual([{ id: 'ast_square', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(images[0]!.image.data.length).toBeGreaterThan(0)
    expect(glyphs.length).toBeGreaterThan(0)
  })

  it('rejects a layer in another format', async () => {
    const template = {
      id: 'tv_old',
      document: documentOf(postcardInput),
      sheet: postcardSheet,
      layer: Buffer.from('other'),
    }
    await expect(renderer.check(template, pieceOf(1))).rejects.toThrow('Publish the template again')
  })
})

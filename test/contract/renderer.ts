import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../src/core/kernel/finding.ts'
import type {
  CompiledTemplate,
  PartInput,
  PartPiece,
  PartResult,
  Renderer,
} from '../../src/core/ports/renderer.ts'
import { photo, pieceOf, postcard, postcardSheet } from '../support/render-fixtures.ts'

export const collectPart = async (
  renderer: Renderer,
  input: PartInput,
): Promise<{ pdf: Buffer; chunks: number[]; result: PartResult }> => {
  const parts: Uint8Array[] = []
  const result = await renderer.renderPart(input, async (chunk) => {
    parts.push(Uint8Array.from(chunk))
  })
  return { pdf: Buffer.concat(parts), chunks: parts.map((part) => part.length), result }
}

export const partOf = (template: CompiledTemplate, pieces: PartPiece[]): PartInput => ({
  title: 'run_1 001',
  createdAt: Date.UTC(2026, 0, 5, 9),
  sheet: postcardSheet,
  templates: [template],
  pieces,
})

export const compilePostcard = async (renderer: Renderer): Promise<CompiledTemplate> => {
  const { layer, findings } = await renderer.compile({
    organisationId: 'org_1',
    document: postcard,
    sheet: postcardSheet,
    assets: [photo],
  })
  if (!layer) throw new Error(`The fixture does not compile: ${JSON.stringify(findings)}`)
  return { id: 'tv_postcard', document: postcard, sheet: postcardSheet, layer }
}

const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code)

/** The contract of every Renderer. */
export const rendererContract = (name: string, open: () => Renderer): void => {
  describe(`renderer: ${name}`, () => {
    let renderer: Renderer
    let template: CompiledTemplate
    beforeAll(async () => {
      renderer = open()
      template = await compilePostcard(renderer)
    })
    afterAll(() => renderer.close())

    it('reports a missing asset of a template, with page and box, and returns no layer', async () => {
      const { layer, findings } = await renderer.compile({
        organisationId: 'org_1',
        document: postcard,
        sheet: postcardSheet,
        assets: [],
      })
      expect(layer).toBeUndefined()
      expect(findings).toContainEqual(
        expect.objectContaining({
          code: 'asset_unknown',
          severity: 'error',
          page: 1,
          box: { x: -3, y: -3, w: 154, h: 111 },
        }),
      )
    })

    it.each([
      ['an ordinary piece', {}, []],
      ['a missing merge field', { data: {} }, ['variable_missing']],
      ['an address that is too long', { addressLines: ['x'.repeat(300)] }, ['address_overflow']],
      [
        'a name that is wrapped to two lines',
        { addressLines: [`${'Willem '.repeat(8)}Bos`, 'Damrak 1', '1012 LG  AMSTERDAM'], nameLines: 1 },
        [],
      ],
      [
        'a name too long for two lines',
        { addressLines: ['Willem '.repeat(16), 'Damrak 1', '1012 LG  AMSTERDAM'], nameLines: 1 },
        ['address_overflow'],
      ],
      ['no address', { addressLines: [] }, ['address_missing']],
      [
        'a tracking URL too long for a code',
        { trackingUrl: `https://e.example/${'a'.repeat(500)}` },
        ['qr_capacity'],
      ],
      ['a name without glyphs', { data: { firstName: '\u{1F600}' } }, ['glyph_missing', 'glyph_missing']],
      [
        'a name that fills the page',
        { data: { firstName: 'Willem '.repeat(90) } },
        ['text_overflow', 'text_overflow'],
      ],
    ])('checks %s and prints only what passes', async (_, change, expected) => {
      const piece = pieceOf(1, change)
      const findings = await renderer.check(template, piece)
      expect(codes(findings)).toEqual(expected)
      for (const finding of findings) expect(finding.page).toBeGreaterThan(0)
      const { result } = await collectPart(renderer, partOf(template, [piece]))
      expect(result.pieces[0]!.findings).toEqual(findings)
      expect(result.pieces[0]!.pageCount).toBe(expected.length === 0 ? 2 : 0)
    })

    it('drops no control character silently: line ends and tabs are laid out, any other is a finding', async () => {
      const laidOut = ['\t', '\n', '\v', '\f', '\r', '\u0085']
      const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
        (character) => /\p{Cc}/u.test(character),
      )
      expect(controls).toHaveLength(65)
      for (const character of controls) {
        const findings = await renderer.check(
          template,
          pieceOf(1, { data: { firstName: `Zo${character}ë` } }),
        )
        const expected = laidOut.includes(character) ? [] : ['glyph_missing', 'glyph_missing']
        expect(codes(findings), JSON.stringify(character)).toEqual(expected)
        for (const { message, box } of findings) {
          const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
          expect(message).toContain(`control character (U+${code})`)
          expect(box).toBeDefined()
        }
      }
      const address = pieceOf(1, { addressLines: ['Zoë\x07', 'Damrak 1', '1012 LG  AMSTERDAM'] })
      expect(codes(await renderer.check(template, address))).toEqual(['glyph_missing'])
    })

    it('leaves out a piece with errors and keeps the order of the others', async () => {
      const pieces = [pieceOf(1), pieceOf(2, { data: {} }), pieceOf(3)]
      const { result } = await collectPart(renderer, partOf(template, pieces))
      expect(result.pages).toBe(4)
      expect(result.pieces.map(({ itemId, firstPage, pageCount }) => [itemId, firstPage, pageCount])).toEqual(
        [
          ['itm_1', 1, 2],
          ['itm_2', 0, 0],
          ['itm_3', 3, 2],
        ],
      )
    })

    it('returns the same bytes for the same input, with their length and digest', async () => {
      const pieces = Array.from({ length: 130 }, (_, index) => pieceOf(index + 1))
      const first = await collectPart(renderer, partOf(template, pieces))
      const second = await collectPart(renderer, partOf(template, pieces))
      expect(second.pdf.equals(first.pdf)).toBe(true)
      expect(first.result.bytes).toBe(first.pdf.length)
      expect(first.result.sha256).toBe(createHash('sha256').update(first.pdf).digest('hex'))
      expect(first.chunks.every((length) => length <= 64 * 1024)).toBe(true)
    })

    it('returns a digest of its own content for every piece', async () => {
      const pieces = [pieceOf(1), pieceOf(2), pieceOf(1)]
      const { result } = await collectPart(renderer, partOf(template, pieces))
      const [a, b, c] = result.pieces.map(({ sha256 }) => sha256)
      expect(a).not.toBe(b)
      expect(a).toBe(c)
    })

    it('waits for its reader and stops when the reader fails', async () => {
      let waiting = 0
      let most = 0
      const slow = async () => {
        most = Math.max(most, ++waiting)
        await Promise.resolve()
        waiting--
      }
      const pieces = Array.from({ length: 200 }, (_, index) => pieceOf(index + 1))
      await renderer.renderPart(partOf(template, pieces), slow)
      expect(most).toBe(1)
      const broken = renderer.renderPart(partOf(template, pieces), async () => {
        throw new Error('disk full')
      })
      await expect(broken).rejects.toThrow('disk full')
    })

    it('refuses a part with a piece of an unknown template', async () => {
      const part = partOf(template, [pieceOf(1, { templateId: 'tv_other' })])
      await expect(collectPart(renderer, part)).rejects.toThrow('tv_other')
    })

    it('draws a page as PNG in the requested size', async () => {
      const { pdf } = await collectPart(renderer, partOf(template, [pieceOf(1)]))
      const { png, widthPx, heightPx } = await renderer.rasterise([new Uint8Array(pdf)], {
        organisationId: 'org_1',
        page: 2,
        dpi: 72,
      })
      expect([widthPx, heightPx]).toEqual([437, 315])
      expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      await expect(
        renderer.rasterise([new Uint8Array(pdf)], { organisationId: 'org_1', page: 3, dpi: 72 }),
      ).rejects.toThrow('page 3')
    })

    it.each([1, 2])('draws page %i of a piece exactly as its run prints it', async (page) => {
      const { pdf } = await collectPart(renderer, partOf(template, [pieceOf(1)]))
      const options = { organisationId: 'org_1', page, dpi: 100, insetMm: 3 }
      const printed = await renderer.rasterise([new Uint8Array(pdf)], options)
      const { picture, findings } = await renderer.picture({ ...options, template, piece: pieceOf(1) })
      expect(findings).toEqual([])
      expect(picture).toMatchObject({ widthPx: printed.widthPx, heightPx: printed.heightPx })
      expect(Buffer.compare(picture!.png, printed.png)).toBe(0)
    })

    it('draws no image of a piece that a run would leave out, but reports why', async () => {
      const piece = pieceOf(1, { data: { firstName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(20) } })
      const options = { organisationId: 'org_1', page: 2, dpi: 72 }
      const { picture, findings } = await renderer.picture({ ...options, template, piece })
      expect(picture).toBeUndefined()
      expect(codes(findings)).toContain('text_overflow')
    })

    it('draws a design at a lower resolution if the image would exceed the requested size', async () => {
      const preview = (pictureBytesMax: number) =>
        renderer.preview({
          ...{ organisationId: 'org_1', document: postcard, sheet: postcardSheet, assets: [photo] },
          ...{ piece: pieceOf(1), page: 2, dpi: 150, findingsMax: 10, pictureBytesMax },
        })
      const { picture } = await preview(1_000_000)
      const bytes = Buffer.from(picture!.png, 'base64').length
      expect([picture!.dpi, picture!.widthPx]).toEqual([150, 909])
      expect((await preview(bytes)).picture!.dpi).toBe(150)
      expect((await preview(bytes - 1)).picture).toMatchObject({ dpi: 75, widthPx: 455 })
      expect((await preview(1)).picture!.dpi).toBe(36)
    })
  })
}

import { createHash } from 'node:crypto'
import { collect } from '../../src/core/kernel/bytes.ts'
import type { Finding } from '../../src/core/kernel/finding.ts'
import type { PartPiece, Piece, Renderer } from '../../src/core/ports/renderer.ts'
import { pagesOnSheets } from '../../src/core/template/sheet.ts'

export interface FakeRenderer extends Renderer {
  /** Every piece that was rendered, in order. */
  readonly rendered: readonly PartPiece[]
}

/**
 * Implements the renderer port without layout: a part is a heading and one line of text for each piece. A
 * merge field with the value `TOO LONG` does not fit, so that tests can cause a finding.
 */
export const createFakeRenderer = (): FakeRenderer => {
  const rendered: PartPiece[] = []
  const encoder = new TextEncoder()
  return {
    engine: 'fake-renderer 1',
    rendered,
    async compile({ document }) {
      const layer = encoder.encode(JSON.stringify(document))
      return { findings: [], layer, layerSha256: createHash('sha256').update(layer).digest('hex') }
    },
    async preview({ piece, dpi }) {
      const picture = { png: btoa('PNG'), widthPx: dpi, heightPx: dpi, dpi }
      return { findings: findingsOf(piece), colours: {}, picture }
    },
    async checkSheet() {
      return []
    },
    async check(_template, piece) {
      return findingsOf(piece)
    },
    async renderPart(input, write) {
      const hash = createHash('sha256')
      let bytes = 0
      let pages = 0
      const put = async (text: string) => {
        const chunk = encoder.encode(text)
        hash.update(chunk)
        bytes += chunk.length
        await write(chunk)
      }
      await put(`%PDF-fake ${input.title} ${input.createdAt}\n`)
      const pieces = []
      for (const piece of input.pieces) {
        const template = input.templates.find(({ id }) => id === piece.templateId)
        if (!template) throw new Error(`The part has no template ${piece.templateId}.`)
        const findings = findingsOf(piece)
        const pageCount =
          findings.length > 0 ? 0 : pagesOnSheets(input.sheet.plex, template.document.pages.length)
        const line = JSON.stringify([piece.sequence, piece.itemId, piece.addressLines, piece.data, pageCount])
        if (pageCount > 0) {
          await put(`${line}\n`)
          rendered.push(piece)
        }
        const sha256 = sha256Of(sha256Of(template.layer) + line)
        pieces.push({ itemId: piece.itemId, firstPage: pages + 1, pageCount, sha256, findings })
        pages += pageCount
      }
      return { bytes, pages, sha256: hash.digest('hex'), pieces }
    },
    /** Accepts every file; an image is one pixel, a PDF one page of a postcard. */
    async inspect({ kind, read }) {
      const [first] = await collect(await read())
      const image = {
        format: first === 0x89 ? ('png' as const) : ('jpeg' as const),
        widthPx: 1,
        heightPx: 1,
        hasAlpha: false,
        colourProfile: 'sRGB',
        thumbnail: encoder.encode('PNG'),
      }
      return {
        findings: [],
        ...(kind === 'IMAGE' ? { image } : {}),
        ...(kind === 'PDF' ? { pages: [{ w: 154, h: 111, trim: { x: 0, y: 0, w: 154, h: 111 } }] } : {}),
      }
    },
    async platformAssets() {
      return []
    },
    async platformAsset() {
      return undefined
    },
    async picture({ template, piece, dpi }) {
      const findings = findingsOf(piece)
      if (findings.length > 0) return { findings }
      rendered.push({ ...piece, templateId: template.id, sequence: 1 })
      return { findings, picture: { png: encoder.encode('PNG'), widthPx: dpi, heightPx: dpi } }
    },
    warm() {},
    async rasterise(_pdf, { dpi }) {
      return { png: encoder.encode('PNG'), widthPx: dpi, heightPx: dpi }
    },
    async extract(part, { firstPage, title }) {
      let page = 1
      for (const line of linesOf(part).slice(1)) {
        if (page === firstPage) {
          return { pdf: encoder.encode(`%PDF-fake ${title}\n${line}\n`), content: encoder.encode(line) }
        }
        page += pagesOfLine(line)
      }
      throw new Error(`There is no page ${firstPage}.`)
    },
    async proof(pieces, { title }) {
      const texts = pieces.map(({ pdf, lines }) => `${lines.join('\n')}\n${new TextDecoder().decode(pdf)}`)
      const pdf = encoder.encode(`%PDF-fake ${title}\n${texts.join('')}`)
      return { pdf, sha256: sha256Of(pdf) }
    },
    async office(parts, { title, dropsBacks, isTwoSided }) {
      const lines = parts.flatMap((part) => linesOf(part).slice(1))
      return encoder.encode(
        `%PDF-fake ${title} ${dropsBacks ? 'no backs' : isTwoSided ? 'both sides' : 'fronts'}\n${lines.join('\n')}\n`,
      )
    },
    async blank(part, pages) {
      let page = 1
      const lines = linesOf(part).map((line, index) => {
        if (index === 0) return line
        const first = page
        page += pagesOfLine(line)
        return pages.includes(first) ? `[0,"",[],{},${pagesOfLine(line)}]`.padEnd(line.length) : line
      })
      return encoder.encode(`${lines.join('\n')}\n`)
    },
    async close() {},
  }
}

const sha256Of = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')
const linesOf = (part: Uint8Array): string[] => new TextDecoder().decode(part).trimEnd().split('\n')
const pagesOfLine = (line: string): number => JSON.parse(line)[4]

/** Returns the findings of a piece: `TOO LONG` overflows on page 1, `TOO LONG TWICE` on pages 1 and 2. */
const findingsOf = (piece: Piece): Finding[] =>
  Object.entries(piece.data).flatMap(([name, value]) => {
    const pages = value === 'TOO LONG' ? [1] : value === 'TOO LONG TWICE' ? [1, 2] : []
    return pages.map(
      (page) =>
        ({
          code: 'text_overflow',
          severity: 'error',
          message: `${name} does not fit into its box.`,
          field: `data.${name}`,
          page,
          box: { x: 0, y: 0, w: 10, h: 10 },
        }) as Finding,
    )
  })

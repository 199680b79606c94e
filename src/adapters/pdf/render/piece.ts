import { createSha256 } from '#platform/hash'
import { nextTurn } from '#platform/turn'
import { toHex } from '../../../core/kernel/bytes.ts'
import type { Finding } from '../../../core/kernel/finding.ts'
import type { CompiledTemplate, PartPiece, Piece } from '../../../core/ports/renderer.ts'
import type { TemplateElement } from '../../../core/template/document.ts'
import { isShown, type Values, valuesOf } from '../../../core/template/tags.ts'
import { drawAddress } from '../../../typesetting/page/address.ts'
import { Content, type GlyphUse } from '../../../typesetting/page/content.ts'
import { drawElement, filledText } from '../../../typesetting/page/elements.ts'
import { drawIndicia } from '../../../typesetting/page/indicia.ts'
import { Report } from '../../../typesetting/page/report.ts'
import { drawRunMarks } from '../../../typesetting/page/run-marks.ts'
import { type Scene, sceneOf } from '../../../typesetting/page/scene.ts'
import { openFontBook } from '../fonts/book.ts'
import { decodeLayer, type Layer } from '../layer.ts'

export interface LoadedTemplate extends Scene {
  id: string
  layer: Layer
  layerSha256: string
}

export const loadTemplate = async (template: CompiledTemplate): Promise<LoadedTemplate> => {
  const layer = decodeLayer(template.layer)
  const uploads = new Map(layer.fonts.map((font) => [font.asset, font.bytes]))
  const book = await openFontBook(template.document, uploads, template.fallbacks)
  if (book.missing.length > 0) throw new Error(`The static layer lacks the font ${book.missing.join(', ')}`)
  const layerSha256 = await digestOf(template.layer)
  return { id: template.id, layer, layerSha256, ...sceneOf(template.document, template.sheet, book, layer) }
}

/** Hashing this much takes some milliseconds. */
const SLICE_BYTES = 4 * 1024 * 1024

/** Hashes a layer, which has megabytes if it has images, in slices with event-loop turns in between. */
const digestOf = async (bytes: Uint8Array): Promise<string> => {
  const hash = createSha256()
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn()
    hash.update(bytes.subarray(at, at + SLICE_BYTES))
  }
  return toHex(hash.digest())
}

export interface DrawnPiece {
  /** One content stream per page, which draws forms of the static layer by name. */
  pages: string[]
  /** Per page, whether it is the same for every piece. */
  shared: boolean[]
  findings: Finding[]
}

export const formName = (form: number): string => `S${form}`

export const drawPiece = (
  template: LoadedTemplate,
  piece: Piece | PartPiece,
  glyphs: GlyphUse,
): DrawnPiece => {
  const report = new Report()
  const values = valuesOf(piece)
  const pages: string[] = []
  const shared: boolean[] = []
  for (const [index, page] of template.layer.pages.entries()) {
    report.page = index + 1
    const content = new Content(glyphs)
    let varies = false
    for (const step of page.steps) {
      if ('form' in step) {
        content.drawObject(formName(step.form))
        continue
      }
      varies = true
      const element = template.document.pages[index]!.elements[step.element]!
      if (isShown(element.showIf, values)) drawVariable(template, content, element, piece, values, report)
    }
    drawIndicia(template, content, report)
    if ('sequence' in piece && drawRunMarks(template, content, piece, report.page)) varies = true
    pages.push(content.toString())
    shared.push(!varies)
  }
  return { pages, shared, findings: report.findings }
}

const drawVariable = (
  template: LoadedTemplate,
  content: Content,
  element: TemplateElement,
  piece: Piece,
  values: Values,
  report: Report,
): void => {
  if (element.type === 'address') drawAddress(template, content, element, piece, report)
  else drawElement(template, content, element, filledText(template, element, values, report), report)
}

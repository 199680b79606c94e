import type { Finding } from '../../core/kernel/finding.ts'
import type { PartPiece, Piece } from '../../core/ports/renderer.ts'
import type { TemplateElement } from '../../core/template/document.ts'
import { isShown, type Values, valuesOf } from '../../core/template/tags.ts'
import { drawAddress } from '../../typesetting/page/address.ts'
import { Content, type GlyphUse } from '../../typesetting/page/content.ts'
import { drawElement } from '../../typesetting/page/elements.ts'
import { filledText } from '../../typesetting/page/filled-text.ts'
import { drawIndicia } from '../../typesetting/page/indicia.ts'
import { Report } from '../../typesetting/page/report.ts'
import { drawRunMarks } from '../../typesetting/page/run-marks.ts'
import type { LoadedTemplate } from './template.ts'

export interface DrawnPiece {
  /** One content stream per page; forms of the static layer are drawn by name. */
  pages: string[]
  /** Per page, whether nothing on it differs between pieces. */
  shared: boolean[]
  findings: Finding[]
}

/** The name of a static form in a page's resources. */
export const formName = (form: number): string => `S${form}`

/** Draws the variable layer of one piece over the static one. */
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

import { sha256Hex } from '#platform/hash'
import type { Finding } from '../../../core/kernel/finding.ts'
import type { PartPiece, Piece } from '../../../core/ports/renderer.ts'
import type { TemplateElement } from '../../../core/template/document.ts'
import { fillTags, isShown, type Values, valuesOf } from '../../../core/template/tags.ts'
import type { LoadedTemplate, Scene } from '../template.ts'
import { hasRightToLeft } from '../text/characters.ts'
import { drawAddress, drawSequence } from './address.ts'
import { Content, type GlyphUse } from './content.ts'
import { drawElement, qrBox } from './elements.ts'
import { Report } from './report.ts'

export interface DrawnPiece {
  /** One content stream per page; forms of the static layer are drawn by name. */
  pages: string[]
  /** Per page, whether nothing on it differs between pieces. */
  shared: boolean[]
  findings: Finding[]
  /** Of the variable content and the static layer, before compression: equal on every runtime. */
  sha256: string
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
    if (
      'sequence' in piece &&
      template.sheet.zones.some((zone) => zone.kind === 'sequence' && zone.page === report.page)
    ) {
      varies = true
      drawSequence(template, content, piece, report.page)
    }
    pages.push(content.toString())
    shared.push(!varies)
  }
  const sha256 = sha256Hex(template.layerSha256 + pages.join(''))
  return { pages, shared, findings: report.findings, sha256 }
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

/** The element's text with tags filled; a variable without value or fallback is a finding. */
export const filledText = (
  scene: Scene,
  element: TemplateElement,
  values: Values,
  report: Report,
): string => {
  const parts = scene.parts.get(element)
  if (!parts) return ''
  const { text, missing } = fillTags(parts, values)
  for (const name of missing) {
    const box = element.type === 'qr' ? qrBox(element) : element.type === 'text' ? element : undefined
    report.error('variable_missing', `"${name}" is needed here and is not given.`, box, `data.${name}`)
  }
  if (element.type !== 'text' || !hasRightToLeft(text)) return text
  return fillTags(parts, isolated(values)).text
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
/** A merged name must not turn the direction of the sentence around it (Unicode isolates). */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' ? '' : FIRST_STRONG_ISOLATE + value + POP_ISOLATE,
    ]),
  )

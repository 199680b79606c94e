import type { Finding } from '../../core/finding.ts'
import type { CompiledTemplate, Piece } from '../../core/ports/renderer.ts'
import type { ElementOf } from '../../core/templates/document.ts'
import { limits } from '../../core/templates/limits.ts'
import { fillTags, isShown, type Values } from '../../core/templates/tags.ts'
import type { TemplateCache } from './drawing.ts'
import { qrModules } from './marks/qr.ts'
import {
  addressTextBox,
  kixFits,
  RETURN_LINE_HEIGHT,
  RETURN_LINE_MIN_PT,
  RETURN_LINE_PT,
  zoneOf,
} from './page/address.ts'
import { GlyphUse } from './page/content.ts'
import { qrModuleMm } from './page/elements.ts'
import { drawPiece } from './page/piece.ts'
import { points } from './page/units.ts'
import type { LoadedTemplate } from './template.ts'
import type { Typesetter } from './text/typesetter.ts'

/**
 * What of a piece cannot be printed. Runs for every item created, so it first asks each variable element
 * whether it is *surely* fine by cheap bounds (`text/bounds.ts`); only when one of them cannot say so is
 * the piece drawn, and what drawing finds is the answer. Both ways end in the same findings.
 */
export const checkPiece = async (
  cache: TemplateCache,
  template: CompiledTemplate,
  piece: Piece,
): Promise<Finding[]> => {
  const loaded = cache.peek(template) ?? (await cache.get(template))
  let tests = plans.get(loaded)
  if (!tests) {
    tests = planOf(loaded)
    plans.set(loaded, tests)
  }
  const values: Values = { ...piece.data, trackingUrl: piece.trackingUrl }
  for (const isSurelyFine of tests) {
    if (!isSurelyFine(piece, values)) return drawPiece(loaded, piece, new GlyphUse()).findings
  }
  return []
}

type Test = (piece: Piece, values: Values) => boolean
const plans = new WeakMap<LoadedTemplate, Test[]>()

const planOf = (template: LoadedTemplate): Test[] => {
  const tests: Test[] = []
  for (const [index, page] of template.layer.pages.entries()) {
    for (const step of page.steps) {
      if ('form' in step) continue
      const element = template.document.pages[index]!.elements[step.element]!
      const test =
        element.type === 'text'
          ? textTest(template, element)
          : element.type === 'qr'
            ? qrTest(template, element)
            : element.type === 'address'
              ? addressTest(template, element, index + 1)
              : undefined
      if (!test) continue
      const { showIf } = element
      tests.push(showIf ? (piece, values) => !isShown(showIf, values) || test(piece, values) : test)
    }
  }
  return tests
}

interface Frame {
  /** mm */
  w: number
  h: number
  size: number
  minSize: number
  lineHeight: number
  wrap: boolean
}

/** Whether a text surely fits its frame at its size or, where it may shrink, at the smallest. */
const fits = (typesetter: Typesetter, text: string, frame: Frame): boolean => {
  const { bounds } = typesetter
  if (!bounds) return false
  const at = (size: number) =>
    bounds.surelyFits(
      text,
      points(frame.w) / size,
      Math.floor(points(frame.h) / (size * frame.lineHeight)),
      frame.wrap,
    )
  return at(frame.size) || (frame.minSize < frame.size && at(frame.minSize))
}

const textTest = (template: LoadedTemplate, element: ElementOf<'text'>): Test => {
  const typesetter = template.book.typesetter(element.font)!
  const parts = template.parts.get(element)!
  const minSize = element.overflow === 'shrink' ? (element.minSize ?? element.size) : element.size
  const frame = {
    w: element.w,
    h: element.h,
    size: element.size,
    minSize,
    lineHeight: element.lineHeight,
    wrap: true,
  }
  return (_, values) => {
    const { text, missing } = fillTags(parts, values)
    return missing.length === 0 && fits(typesetter, text, frame)
  }
}

const qrTest = (template: LoadedTemplate, element: ElementOf<'qr'>): Test => {
  const parts = template.parts.get(element)!
  return (_, values) => {
    const { text, missing } = fillTags(parts, values)
    if (missing.length > 0) return false
    const modules = qrModules(text, element.errorCorrection)
    return modules !== undefined && qrModuleMm(element, modules) >= limits.qrModuleMinMm
  }
}

const addressTest = (
  template: LoadedTemplate,
  element: ElementOf<'address'>,
  page: number,
): Test | undefined => {
  const zone = zoneOf(template, 'address', page)
  if (!zone) return undefined
  const sender = zoneOf(template, 'sender', page)
  const typesetter = template.book.typesetter(element.font)!
  const { size, lineHeight } = element
  const minSize = element.minSize ?? size
  const frameOf = (hasMark: boolean): Frame => {
    const { w, h } = addressTextBox(zone, hasMark)
    return { w, h, size, minSize, lineHeight, wrap: false }
  }
  const plain = frameOf(false)
  const marked = frameOf(true)
  const senderFrame: Frame | undefined = sender && {
    w: sender.w,
    h: sender.h,
    size: RETURN_LINE_PT,
    minSize: RETURN_LINE_MIN_PT,
    lineHeight: RETURN_LINE_HEIGHT,
    wrap: false,
  }
  return (piece) => {
    const code = element.mark === 'kix' ? piece.carrierCode : undefined
    if (code !== undefined && !kixFits(zone, code)) return false
    const text = piece.addressLines.join('\n')
    if (text.trim() === '' || !fits(typesetter, text, code === undefined ? plain : marked)) return false
    return !senderFrame || !piece.returnLine || fits(typesetter, piece.returnLine, senderFrame)
  }
}

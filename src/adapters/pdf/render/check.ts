import { utf8Length } from '#platform/text'
import type { Finding } from '../../../core/kernel/finding.ts'
import type { CompiledTemplate, Piece, SheetInput } from '../../../core/ports/renderer.ts'
import type { ElementOf } from '../../../core/template/document.ts'
import { printedValues } from '../../../core/template/field-values.ts'
import { limits } from '../../../core/template/limits.ts'
import { fillTags, isShown, type TextPart, type Values, valuesOf } from '../../../core/template/tags.ts'
import { type ErrorCorrection, qrSide } from '../../../typesetting/marks/qr.ts'
import {
  addressSizes,
  addressTextBox,
  kixFits,
  RETURN_LINE_HEIGHT,
  RETURN_LINE_MIN_PT,
  RETURN_LINE_PT,
  zoneOf,
} from '../../../typesetting/page/address.ts'
import { Content, GlyphUse } from '../../../typesetting/page/content.ts'
import { qrModuleMm } from '../../../typesetting/page/elements.ts'
import { drawIndicia, indiciaFindings } from '../../../typesetting/page/indicia.ts'
import { Report } from '../../../typesetting/page/report.ts'
import { points } from '../../../typesetting/page/units.ts'
import type { Typesetter } from '../../../typesetting/text/typesetter.ts'
import { openFontBook } from '../fonts/book.ts'
import type { TemplateCache } from './batch.ts'
import { WidthBounds } from './bounds.ts'
import { drawPiece, type LoadedTemplate } from './piece.ts'

const sizes = new Map<string, number>()

/**
 * Returns the modules on one side, or undefined if no symbol holds the text. The size depends only on the
 * type and number of characters, so it is cached by length: `check` runs for every item.
 */
const qrModules = (text: string, ecc: ErrorCorrection): number | undefined => {
  const kind = /^\d*$/.test(text) ? 'n' : /^[0-9A-Z $%*+\-./:]*$/.test(text) ? 'a' : 'b'
  const length = kind === 'b' ? utf8Length(text) : text.length
  const key = `${ecc}${kind}${length}`
  let modules = sizes.get(key)
  if (modules === undefined) {
    modules = qrSide(text, ecc) ?? 0
    sizes.set(key, modules)
  }
  return modules === 0 ? undefined : modules
}

/** Checks the sheet's own print (the indicia) with the fonts used for printing. */
export const checkSheet = async ({ sheet, fallbacks }: SheetInput): Promise<Finding[]> => {
  const { indicia } = await openFontBook({ fonts: [], locale: 'en' }, new Map(), fallbacks)
  return indiciaFindings(indicia, sheet)
}

/**
 * Lists what prevents a piece from being printed. Runs for every new item, so it first tests each variable
 * element with cheap bounds (`bounds.ts`) that prove that it fits. Draws the piece only if a test is
 * inconclusive. Both ways give the same findings.
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
  const values = valuesOf(piece)
  for (const fitsCertainly of tests) {
    if (!fitsCertainly(piece, values)) return drawPiece(loaded, piece, new GlyphUse()).findings
  }
  return []
}

type Test = (piece: Piece, values: Values) => boolean
const plans = new WeakMap<LoadedTemplate, Test[]>()

const planOf = (template: LoadedTemplate): Test[] => {
  const tests: Test[] = []
  for (const [index, page] of template.layer.pages.entries()) {
    if (hasIndiciaFindings(template, index + 1)) tests.push(() => false)
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

/** The result is the same for every piece, so it is computed once. */
const hasIndiciaFindings = (template: LoadedTemplate, page: number): boolean => {
  const report = new Report()
  report.page = page
  drawIndicia(template, new Content(new GlyphUse()), report)
  return report.findings.length > 0
}

interface Frame {
  /** In mm. */
  w: number
  h: number
  size: number
  minSize: number
  lineHeight: number
  wrap: boolean
}

/** Returns the sizes to try, each with the line width in ems and the number of lines that fit. */
const attemptsOf = (frame: Frame): { width: number; lines: number }[] => {
  const sizes = frame.minSize < frame.size ? [frame.size, frame.minSize] : [frame.size]
  return sizes.map((size) => ({
    width: points(frame.w) / size,
    lines: Math.floor(points(frame.h) / (size * frame.lineHeight)),
  }))
}

type FitTest = (text: string) => boolean

const fitTest = (typesetter: Typesetter, frame: Frame): FitTest => {
  const bounds = WidthBounds.of(typesetter)
  const attempts = attemptsOf(frame)
  return (text) =>
    bounds !== undefined &&
    attempts.some(({ width, lines }) => bounds.linesAtMost(text, width, frame.wrap) <= lines)
}

/** Caches the last text that fits, as texts rarely change. Tests twice: the first call may measure. */
const rememberLast = (fits: FitTest): FitTest => {
  let last: string | undefined
  return (text) => {
    if (text !== last) {
      if (!fits(text) || !fits(text)) return false
      last = text
    }
    return true
  }
}

const textTest = (template: LoadedTemplate, element: ElementOf<'text'>): Test => {
  const bounds = WidthBounds.of(template.book.typesetter(element.font)!)
  if (!bounds) return () => false
  const parts = template.parts.get(element)!
  const tags = parts.filter((part) => typeof part !== 'string')
  const paragraphs = cutAtLineFeeds(parts)
  const minSize = element.overflow === 'shrink' ? (element.minSize ?? element.size) : element.size
  const attempts = attemptsOf({ ...element, minSize, wrap: true }).map(({ width, lines }) => ({
    lines,
    counts: paragraphs.map((paragraph) => lineCount(bounds, paragraph, width)),
  }))
  return (_, brought) => {
    const values = printedValues(template.document, brought)
    return (
      fillTags(tags, values).missing.length === 0 &&
      attempts.some(({ lines, counts }) => {
        let needed = 0
        for (const count of counts) needed += count(values)
        return needed <= lines
      })
    )
  }
}

/** Splits parts into paragraphs, most of which have no tag. Values may contain more line feeds. */
const cutAtLineFeeds = (parts: readonly TextPart[]): TextPart[][] => {
  const paragraphs: TextPart[][] = [[]]
  for (const part of parts) {
    if (typeof part !== 'string') {
      paragraphs.at(-1)!.push(part)
      continue
    }
    const [first, ...others] = part.split('\n')
    paragraphs.at(-1)!.push(first!)
    for (const other of others) paragraphs.push([other])
  }
  return paragraphs
}

/** Returns a function that gives the most lines of a paragraph. A paragraph without tags is counted once. */
const lineCount = (
  bounds: WidthBounds,
  paragraph: readonly TextPart[],
  width: number,
): ((values: Values) => number) => {
  const count = (values: Values) => bounds.linesAtMost(fillTags(paragraph, values).text, width, true)
  if (paragraph.some((part) => typeof part !== 'string')) return count
  // The first count measures characters; the second is final.
  count({})
  const lines = count({})
  return () => lines
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
  const { lineHeight } = element
  const { size, minSize } = addressSizes(element)
  const fitsZone = (hasMark: boolean): FitTest => {
    const { w, h } = addressTextBox(zone, hasMark)
    return fitTest(typesetter, { w, h, size, minSize, lineHeight, wrap: false })
  }
  const fitsPlain = fitsZone(false)
  const fitsMarked = fitsZone(true)
  const senderFrame = sender && {
    w: sender.w,
    h: sender.h,
    size: RETURN_LINE_PT,
    minSize: RETURN_LINE_MIN_PT,
    lineHeight: RETURN_LINE_HEIGHT,
    wrap: false,
  }
  const fitsSender = senderFrame && rememberLast(fitTest(typesetter, senderFrame))
  return (piece) => {
    const code = element.mark === 'kix' ? piece.carrierCode : undefined
    if (code !== undefined && !kixFits(zone, code)) return false
    const text = piece.addressLines.join('\n')
    if (text.trim() === '' || !(code === undefined ? fitsPlain : fitsMarked)(text)) return false
    return !fitsSender || !piece.returnLine || fitsSender(piece.returnLine)
  }
}

import type { BoxMm } from '../../core/kernel/finding.ts'
import type { Sentence } from '../../core/kernel/sentences.ts'
import type { Piece } from '../../core/ports/renderer.ts'
import type { ElementOf } from '../../core/template/document.ts'
import { limits } from '../../core/template/limits.ts'
import type { SheetZoneKind } from '../../core/template/sheet.ts'
import { code128Bars } from '../marks/code128.ts'
import { isKixCode, kixMm, kixPitchMm, kixRectangles } from '../marks/kix.ts'
import { pageSentences } from '../sentences.ts'
import type { TextLayout } from '../text/text-layout.ts'
import { BLACK, type Content } from './content.ts'
import type { Report } from './report.ts'
import type { Scene } from './scene.ts'
import { drawFittedLines } from './text.ts'
import { points, rounded } from './units.ts'

/** Sizes of the return line, which is conventionally small but must stay legible. */
export const RETURN_LINE_PT = 7
export const RETURN_LINE_MIN_PT = 5
export const RETURN_LINE_HEIGHT = 1.2
/** The height that a KIX takes below the address, with its quiet zones. */
const KIX_SPACE_MM = kixMm.height + 2 * kixMm.quiet

export const zoneOf = (template: Pick<Scene, 'sheet'>, kind: SheetZoneKind, page: number) =>
  template.sheet.zones.find((zone) => zone.kind === kind && zone.page === page)

/** The most lines that a name or the return line may wrap to. */
const DIVIDED_LINES = 2

/** Returns the sizes between which an address may shrink. Carriers can't read smaller ones. */
export const addressSizes = ({ size, minSize = size }: ElementOf<'address'>) => ({
  size,
  minSize: Math.min(size, Math.max(minSize, limits.addressMinPt)),
})

/** Returns the box for the address lines, without the space for the carrier's code. */
export const addressTextBox = (zone: BoxMm, hasMark: boolean): BoxMm =>
  hasMark ? { x: zone.x, y: zone.y, w: zone.w, h: zone.h - KIX_SPACE_MM } : zone

export const kixFits = (zone: BoxMm, code: string): boolean =>
  isKixCode(code) && kixPitchMm(code, zone.w) >= kixMm.pitchMin

/** Draws the recipient, carrier code and return line into the zones of the sheet. */
export const drawAddress = (
  template: Scene,
  content: Content,
  element: ElementOf<'address'>,
  piece: Piece,
  report: Report,
): void => {
  const zone = zoneOf(template, 'address', report.page)
  if (!zone) return
  const code = element.mark === 'kix' ? piece.carrierCode : undefined
  const box = addressTextBox(zone, code !== undefined)
  const text = piece.addressLines.join('\n')
  if (text.trim() === '') report.error(pageSentences.sentence('address_missing.lines'), zone, 'recipient')
  const wrap = { first: piece.nameLines ?? 0, lines: DIVIDED_LINES }
  const { font, lineHeight } = element
  const layout = drawFittedLines(template, content, text, {
    font,
    lineHeight,
    box,
    wrap,
    ...addressSizes(element),
  })
  if (layout) {
    report.glyphsMissing(layout.missing, zone)
    if (!layout.fits) report.error(overflow(layout, box), zone, 'recipient')
    const used = (layout.height / template.space.trim.h) * template.sheet.trim.h
    if (code !== undefined)
      drawKix(template, content, code, { zone, top: zone.y + used + kixMm.quiet }, report)
  }
  drawReturnLine(template, content, element, piece, report)
}

const overflow = (layout: TextLayout, box: BoxMm): Sentence =>
  pageSentences.sentence('address_overflow.lines', {
    w: rounded(layout.width / points(1)),
    h: rounded(layout.height / points(1)),
    size: layout.size,
    lines: DIVIDED_LINES,
    zoneW: rounded(box.w),
    zoneH: rounded(box.h),
  })

const drawKix = (
  template: Scene,
  content: Content,
  code: string,
  { zone, top }: { zone: BoxMm; top: number },
  report: Report,
): void => {
  if (!isKixCode(code)) {
    report.error(pageSentences.sentence('carrier_code_invalid', { code }), zone, 'recipient')
    return
  }
  if (!kixFits(zone, code)) {
    const sentence = pageSentences.sentence('address_overflow.code', {
      length: code.length,
      zoneW: rounded(zone.w),
    })
    report.error(sentence, zone, 'recipient')
  }
  content.fill(BLACK)
  for (const bar of kixRectangles(code, kixPitchMm(code, zone.w))) {
    const box = { x: zone.x + kixMm.quiet + bar.x, y: top + bar.y, w: bar.w, h: bar.h }
    content.rectangle(template.space.box(box), '')
  }
  content.raw('f')
}

const drawReturnLine = (
  template: Scene,
  content: Content,
  element: ElementOf<'address'>,
  piece: Piece,
  report: Report,
): void => {
  const zone = zoneOf(template, 'sender', report.page)
  if (!zone || !piece.returnLine) return
  const layout = drawFittedLines(template, content, piece.returnLine, {
    font: element.font,
    box: zone,
    size: RETURN_LINE_PT,
    minSize: RETURN_LINE_MIN_PT,
    lineHeight: RETURN_LINE_HEIGHT,
    wrap: { first: 1, lines: DIVIDED_LINES },
  })
  if (!layout) return
  report.glyphsMissing(layout.missing, zone)
  if (!layout.fits) report.error(pageSentences.sentence('sender_overflow'), zone, 'returnLine')
}

const SEQUENCE_DIGITS = 8
const MODULE_MAX_MM = 0.5

/** Returns the module width of the sequence barcode, which runs along the longer side of its zone. */
export const sequenceModuleMm = (zone: BoxMm): number => {
  const { modules } = code128Bars('0'.repeat(SEQUENCE_DIGITS))
  return Math.min(MODULE_MAX_MM, Math.max(zone.w, zone.h) / modules)
}

/** Draws the sequence number in the run as Code 128, with which machines verify order and completeness. */
export const drawSequence = (template: Scene, content: Content, sequence: number, zone: BoxMm): void => {
  const { bars } = code128Bars(String(sequence).padStart(SEQUENCE_DIGITS, '0'))
  const module = sequenceModuleMm(zone)
  const upright = zone.h > zone.w
  content.fill(BLACK)
  for (const bar of bars) {
    const start = bar.x * module
    const width = bar.w * module
    const box = upright
      ? { x: zone.x, y: zone.y + start, w: zone.w, h: width }
      : { x: zone.x + start, y: zone.y, w: width, h: zone.h }
    content.rectangle(template.space.box(box), '')
  }
  content.raw('f')
}

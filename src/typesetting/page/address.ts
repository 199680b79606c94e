import type { BoxMm } from '../../core/kernel/finding.ts'
import type { Said } from '../../core/kernel/sentences.ts'
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

/** The return line is small by custom: never larger than this, never smaller than can be read. */
export const RETURN_LINE_PT = 7
export const RETURN_LINE_MIN_PT = 5
export const RETURN_LINE_HEIGHT = 1.2
/** Space that a KIX takes at the foot of the address: white above and below it. */
export const KIX_SPACE_MM = kixMm.height + 2 * kixMm.quiet

export const zoneOf = (template: Pick<Scene, 'sheet'>, kind: SheetZoneKind, page: number) =>
  template.sheet.zones.find((zone) => zone.kind === kind && zone.page === page)

/** Lines that a name, or the return line, may be divided into. */
const DIVIDED_LINES = 2

/** The sizes between which an address is set: it never shrinks below what carriers read. */
export const addressSizes = ({ size, minSize = size }: ElementOf<'address'>) => ({
  size,
  minSize: Math.min(size, Math.max(minSize, limits.addressMinPt)),
})

/** The box for the lines of the address, with room left for the carrier's mark. */
export const addressTextBox = (zone: BoxMm, hasMark: boolean): BoxMm =>
  hasMark ? { x: zone.x, y: zone.y, w: zone.w, h: zone.h - KIX_SPACE_MM } : zone

export const kixFits = (zone: BoxMm, code: string): boolean =>
  isKixCode(code) && kixPitchMm(code, zone.w) >= kixMm.pitchMin

/** Recipient, carrier's mark and return line, in the zones of the sheet. */
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
  if (text.trim() === '') report.error(pageSentences.say('address_missing.lines'), zone, 'recipient')
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

/** Names the part that is too wide or too high, so that the sender knows what to shorten. */
const overflow = (layout: TextLayout, box: BoxMm): Said =>
  pageSentences.say('address_overflow.lines', {
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
    report.error(pageSentences.say('carrier_code_invalid', { code }), zone, 'recipient')
    return
  }
  if (!kixFits(zone, code)) {
    const said = pageSentences.say('address_overflow.code', { length: code.length, zoneW: rounded(zone.w) })
    report.error(said, zone, 'recipient')
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
  if (!layout.fits) report.error(pageSentences.say('sender_overflow'), zone, 'returnLine')
}

const SEQUENCE_DIGITS = 8
const MODULE_MAX_MM = 0.5

/** Module width of the sequence number's barcode in its zone: along the zone's longer side. */
export const sequenceModuleMm = (zone: BoxMm): number => {
  const { modules } = code128Bars('0'.repeat(SEQUENCE_DIGITS))
  return Math.min(MODULE_MAX_MM, Math.max(zone.w, zone.h) / modules)
}

/** The place in the run as Code 128, so that machines can prove order and completeness. */
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

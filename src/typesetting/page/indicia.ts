import type { BoxMm, Finding } from '../../core/kernel/finding.ts'
import { type Sheet, zonesOn } from '../../core/template/sheet.ts'
import { pageSentences } from '../sentences.ts'
import { layoutText, type TextLayout } from '../text/text-layout.ts'
import type { Typesetter } from '../text/typesetter.ts'
import { BLACK, type Content, WHITE } from './content.ts'
import { Report } from './report.ts'
import type { Scene } from './scene.ts'
import { drawLines } from './text.ts'
import { points, rounded } from './units.ts'

/** The sizes between which an indicia may shrink. Smaller text isn't legible at a post office counter. */
export const indiciaLimits = { sizePt: 10, minSizePt: 6 } as const
const LINE_HEIGHT = 1.2
/** The padding between the lines and the frame, and the thickness of the frame, in mm. */
const PADDING_MM = 1.5
const FRAME_MM = 0.25

/** Returns the part of a postage zone inside the safe area. */
const printableBox = (zone: BoxMm, { trim, safe }: Pick<Sheet, 'trim' | 'safe'>): BoxMm => {
  const x = Math.max(zone.x, safe)
  const y = Math.max(zone.y, safe)
  return {
    x,
    y,
    w: Math.min(zone.x + zone.w, trim.w - safe) - x,
    h: Math.min(zone.y + zone.h, trim.h - safe) - y,
  }
}

interface Setting {
  layout: TextLayout
  /** The printable part of the zone. */
  box: BoxMm
}

/** Padding and frame of both sides, in mm. */
const AROUND_MM = 2 * (PADDING_MM + FRAME_MM)

const layOut = (
  typesetter: Typesetter,
  text: string,
  zone: BoxMm,
  sheet: Pick<Sheet, 'trim' | 'safe'>,
): Setting => {
  const box = printableBox(zone, sheet)
  const size = { w: points(Math.max(0, box.w - AROUND_MM)), h: points(Math.max(0, box.h - AROUND_MM)) }
  const layout = layoutText(typesetter, text, size, {
    size: indiciaLimits.sizePt,
    minSize: indiciaLimits.minSizePt,
    lineHeight: LINE_HEIGHT,
    wrap: true,
  })
  return { layout, box }
}

const reportOn = ({ layout, box }: Setting, zone: BoxMm, report: Report): void => {
  report.glyphsMissing(layout.missing, zone)
  if (layout.fits) return
  const needed = { w: layout.width / points(1) + AROUND_MM, h: layout.height / points(1) + AROUND_MM }
  const values = { w: rounded(needed.w), h: rounded(needed.h), size: layout.size }
  const space = { zoneW: rounded(Math.max(0, box.w)), zoneH: rounded(Math.max(0, box.h)) }
  report.error(pageSentences.sentence('indicia_overflow', { ...values, ...space }), zone)
}

/** Returns the findings about a sheet's indicia, independent of any design. */
export const indiciaFindings = (typesetter: Typesetter, sheet: Sheet): Finding[] => {
  const report = new Report()
  const text = textOf(sheet)
  for (const zone of sheet.zones) {
    report.page = zone.page
    if (text !== '' && zone.kind === 'postage') reportOn(layOut(typesetter, text, zone, sheet), zone, report)
  }
  return report.findings
}

const textOf = ({ indicia = '' }: Sheet): string => indicia.trim()

/** Laid out once per scene, because all pieces of a design have the same indicia. */
const settings = new WeakMap<Scene, Map<BoxMm, Setting>>()
const settingOf = (scene: Scene, text: string, zone: BoxMm): Setting => {
  const known = settings.get(scene) ?? new Map<BoxMm, Setting>()
  settings.set(scene, known)
  const setting = known.get(zone) ?? layOut(scene.book.indicia, text, zone, scene.sheet)
  known.set(zone, setting)
  return setting
}

/**
 * Prints the indicia of a sheet into the postage zones of a page, framed, at the top right, where sorting
 * machines expect it. It has a white background, because a PDF page may be behind it.
 */
export const drawIndicia = (scene: Scene, content: Content, report: Report): void => {
  const { sheet, space, book } = scene
  const text = textOf(sheet)
  const zones = text === '' ? [] : zonesOn(sheet, report.page).filter(({ kind }) => kind === 'postage')
  for (const zone of zones) {
    if (scene.coveredPostage.has(report.page)) {
      report.error(pageSentences.sentence('indicia_covered'), zone)
      continue
    }
    const setting = settingOf(scene, text, zone)
    reportOn(setting, zone, report)
    const { layout, box } = setting
    const inset = points(PADDING_MM + FRAME_MM / 2)
    const area = space.box(box)
    const w = layout.width + 2 * inset
    const h = layout.height + 2 * inset
    const half = points(FRAME_MM / 2)
    const frame = { x: area.x + area.w - half - w, y: area.y + area.h - half - h, w, h }
    content.fill(WHITE)
    content.stroke(BLACK, points(FRAME_MM))
    content.rectangle(frame, 'B')
    content.fill(BLACK)
    const lines = { x: frame.x + inset, y: frame.y + inset, w: layout.width, h: layout.height }
    const { metrics } = book.indicia.primary
    drawLines(content, layout, lines, { align: 'center', verticalAlign: 'top', metrics })
  }
}

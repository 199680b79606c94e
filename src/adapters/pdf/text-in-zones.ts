import { type BoxMm, type Finding, finding } from '../../core/kernel/finding.ts'
import { templateSentences } from '../../core/template/sentences.ts'
import { type Sheet, type SheetZone, type SheetZoneKind, zonesOn } from '../../core/template/sheet.ts'
import { boxOn, type Placement } from './preflight/page.ts'
import { type Area, within } from './preflight/uses.ts'

/** Where machines read, and where the recipient is printed. */
const readZones: ReadonlySet<SheetZoneKind> = new Set(['address', 'coding', 'sequence', 'mark'])
/** What reaches less far into a zone is a descender, or a width that is rounded. */
const LEAST_MM = 0.3

/** An error for each zone that machines read and a text of a page may be seen in. */
export const textInZones = (
  sheet: Sheet,
  placement: Placement,
  texts: readonly Area[],
): { zone: SheetZone; finding: Finding }[] =>
  zonesOn(sheet, placement.page)
    .filter(({ kind }) => readZones.has(kind))
    .flatMap((zone) => {
      const [box] = textsIn(zone, placement, texts)
      return box ? [{ zone, finding: textFinding(zone, box) }] : []
    })

export const textFinding = ({ page, kind }: SheetZone, box: BoxMm): Finding =>
  finding('error', templateSentences.say('zone_covered.pdf_text', { zone: kind }), { page, box })

/** The boxes of the texts that reach into a zone, where the page is placed. */
export const textsIn = (zone: BoxMm, placement: Placement, texts: readonly Area[]): BoxMm[] =>
  texts.map((area) => boxOn(placement, area)).filter((box) => reachesInto(box, zone))

const reachesInto = (text: BoxMm, zone: BoxMm): boolean => {
  const shared = within(text, zone)
  return shared !== undefined && shared.w > LEAST_MM && shared.h > LEAST_MM
}

import type { BoxMm, Finding } from '../kernel/finding.ts'
import type { TemplateDocument } from './document.ts'
import { elementBox, overlaps } from './geometry.ts'
import { zoneFinding } from './publish-rules.ts'
import { type Sheet, type SheetZone, zonesOn } from './sheet.ts'

/** An element that lies in a zone which stays free. */
export interface CoveredZone {
  /** Counted from 1. */
  page: number
  /** Its place in the order of the page. */
  element: number
  box: BoxMm
  zone: SheetZone
  /** What is said about it. */
  finding: Finding
}

/** Every zone that an element reaches into; a zone is there as often as elements do. */
export const coveredZones = (document: TemplateDocument, sheet: Sheet): CoveredZone[] =>
  document.pages.flatMap(({ elements }, index) =>
    elements.flatMap((element, at) => {
      const page = index + 1
      const box = elementBox(element, sheet, page)
      if (!box || element.type === 'address') return []
      return zonesOn(sheet, page)
        .filter((zone) => overlaps(zone, box))
        .map((zone) => ({ page, element: at, box, zone, finding: zoneFinding(element, zone, { page, box }) }))
    }),
  )

/** A finding for a PDF that lies over a zone and has not been drawn yet: it may leave the zone white. */
export const mayBeEmpty = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && params?.case === 'pdf'

/** A finding for a text of a PDF in a zone: it may lie under something else, which the drawn page shows. */
export const mayBeUnseen = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && params?.case === 'pdf_text'

/** Whether the drawn page decides about a finding. */
export const isMeasured = (found: Finding): boolean => mayBeEmpty(found) || mayBeUnseen(found)

/** A finding for a PDF over a zone, whether it has been drawn or not. Only the renderer draws PDFs. */
export const isOfPdfInZone = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && /^pdf/.test(String(params?.case))

import type { BoxMm, Finding } from '../kernel/finding.ts'
import type { TemplateDocument } from './document.ts'
import { elementBox, overlaps } from './geometry.ts'
import { zoneFinding } from './publish-rules.ts'
import { type Sheet, type SheetZone, zonesOn } from './sheet.ts'

export interface CoveredZone {
  /** 1-based. */
  page: number
  /** Index on the page, from 0. */
  element: number
  box: BoxMm
  zone: SheetZone
  finding: Finding
}

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

/** True for a PDF over a zone that has not been drawn yet, and may leave the zone white. */
export const mayBeEmpty = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && params?.case === 'pdf'

/** True for text of a PDF in a zone. The drawn page shows whether the text is visible. */
export const mayBeUnseen = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && params?.case === 'pdf_text'

/** True if the drawn page decides about the finding. */
export const isMeasured = (found: Finding): boolean => mayBeEmpty(found) || mayBeUnseen(found)

/** True for a PDF over a zone, drawn or not. Only the renderer draws PDFs. */
export const isOfPdfInZone = ({ code, params }: Finding): boolean =>
  code === 'zone_covered' && /^pdf/.test(String(params?.case))

const isSame = (one: BoxMm, other: BoxMm): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

/** Returns the index on its page of the element whose box equals the finding's. */
export const elementWithBox = (
  { page, box }: Finding,
  document: TemplateDocument,
  sheet: Pick<Sheet, 'zones'>,
): number | undefined => {
  if (page === undefined || !box) return undefined
  const elements = document.pages[page - 1]?.elements ?? []
  const index = elements.findIndex((element) => {
    const own = elementBox(element, sheet, page)
    return own !== undefined && isSame(own, box)
  })
  return index < 0 ? undefined : index
}

/** Like `elementWithBox`, but returns the PDF for a finding whose box is a part of a PDF page. */
export const elementOfFinding = (
  finding: Finding,
  document: TemplateDocument,
  sheet: Pick<Sheet, 'zones'>,
): number | undefined => {
  const { page, box } = finding
  if (page === undefined || !box) return undefined
  const isOfPdf = isOfPdfInZone(finding)
  const exact = isOfPdf ? undefined : elementWithBox(finding, document, sheet)
  if (exact !== undefined) return exact
  if (!isOfPdf && sheet.zones.some((zone) => isSame(zone, box))) return undefined
  const pdf = document.pages[page - 1]?.elements.findLastIndex(
    (element) => element.type === 'pdf' && overlaps(element, box),
  )
  return pdf === undefined || pdf < 0 ? undefined : pdf
}

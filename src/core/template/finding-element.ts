import type { BoxMm, Finding } from '../kernel/finding.ts'
import type { TemplateDocument } from './document.ts'
import { elementBox, overlaps } from './geometry.ts'
import type { Sheet } from './sheet.ts'
import { isOfPdfInZone } from './zones.ts'

const isSame = (one: BoxMm, other: BoxMm): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

/** The place among the elements of its page (from 0) of the element whose box a finding names. */
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

/** The place of the element that a finding is about. A finding within a PDF names a part of its page. */
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

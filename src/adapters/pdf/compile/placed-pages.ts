import { sha256Hex } from '#platform/hash'
import { type BoxMm, type Finding, finding } from '../../../core/kernel/finding.ts'
import type { PdfPageSize } from '../../../core/model/assets.ts'
import type { CompileInput, RenderAsset } from '../../../core/ports/renderer.ts'
import { templateSentences } from '../../../core/template/sentences.ts'
import { type Sheet, type SheetZone, type SheetZoneKind, zonesOn } from '../../../core/template/sheet.ts'
import { mayBeEmpty } from '../../../core/template/zones.ts'
import type { Report } from '../../../typesetting/page/report.ts'
import { pdfPageKey } from '../../../typesetting/page/scene.ts'
import { type ImportedPage, importPage } from '../import/page.ts'
import { RenderCheck } from '../import/render-check.ts'
import { type LayerPdfPage, pagesOfLayer } from '../layer.ts'
import { bleedFindings, boxOn, type Placement, pageFindings } from '../preflight/page.ts'
import { type Area, within } from '../preflight/uses.ts'
import { PdfDocument } from '../reader/document.ts'
import { PdfTooComplex, whyRefused } from '../reader/objects.ts'
import { drawingSentences } from '../sentences.ts'

/** Zones that machines read or where the recipient is printed. */
const readZones: ReadonlySet<SheetZoneKind> = new Set(['address', 'coding', 'sequence', 'mark'])
/** Smaller overlaps are descenders or rounded widths. */
const MIN_OVERLAP_MM = 0.3

/** Returns an error for each machine-readable zone into which visible text of a page reaches. */
const textInZones = (
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
  finding('error', templateSentences.sentence('zone_covered.pdf_text', { zone: kind }), { page, box })

/** Returns the boxes of texts that reach into a zone, as placed on the sheet. */
export const textsIn = (zone: BoxMm, placement: Placement, texts: readonly Area[]): BoxMm[] =>
  texts.map((area) => boxOn(placement, area)).filter((box) => reachesInto(box, zone))

const reachesInto = (text: BoxMm, zone: BoxMm): boolean => {
  const shared = within(text, zone)
  return shared !== undefined && shared.w > MIN_OVERLAP_MM && shared.h > MIN_OVERLAP_MM
}

const { sentence } = drawingSentences

/** Imports the PDF pages that a template shows, and reports findings for each placement. */
export const readPdfPages = async (
  { document: template, sheet, earlier }: Pick<CompileInput, 'document' | 'sheet' | 'earlier'>,
  assets: ReadonlyMap<string, RenderAsset>,
  report: Report,
): Promise<LayerPdfPage[]> => {
  const pages = new Map<string, LayerPdfPage>()
  const published = new Map(
    (earlier ? pagesOfLayer(earlier) : []).map((page) => [pdfPageKey(page.asset, page.page), page]),
  )
  const documents = new Map<string, PdfDocument>()
  const known = new Map<string, ImportedPage>()
  const renderCheck = new RenderCheck()
  for (const [index, page] of template.pages.entries()) {
    report.page = index + 1
    for (const element of page.elements) {
      if (element.type !== 'pdf') continue
      const asset = assets.get(element.asset)
      const key = pdfPageKey(element.asset, element.page)
      if (asset?.format !== 'pdf') continue
      const kept = published.get(key)
      if (kept) {
        pages.set(key, kept)
        continue
      }
      try {
        const document = documents.get(asset.id) ?? new PdfDocument(asset.bytes)
        documents.set(asset.id, document)
        const imported = known.get(key) ?? importPage(document, element.page)
        if (!known.has(key)) await renderCheck.run(imported.form)
        known.set(key, imported)
        const name = `P${sha256Hex(asset.bytes).slice(0, 12)}p${element.page}`
        pages.set(key, { name, asset: asset.id, page: element.page, ...imported.form })
        for (const remark of imported.remarks) report.warning(remark, element)
        preflight(sheet, element, imported, report)
      } catch (error) {
        const reason = whyRefused(error)
        const code = error instanceof PdfTooComplex ? 'file_too_complex' : 'pdf_unsupported'
        report.error(sentence(`${code}.asset`, { asset: asset.id, reason }), element)
      }
    }
  }
  return [...pages.values()]
}

const preflight = (
  sheet: Sheet,
  { x, y, w, h }: BoxMm,
  { form: { width, height }, uses, texts, size }: ImportedPage,
  report: Report,
): void => {
  const placement = { page: report.page, box: { x, y, w, h }, width, height }
  report.findings.push(
    ...bleedFindings(sheet, placement),
    ...sizeFindings(sheet, placement, size),
    ...pageFindings(sheet, uses, placement),
  )
  const covered = textInZones(sheet, placement, texts)
  // Certain findings replace those that still need measuring.
  const isCertain = ({ page, box }: Finding) =>
    page === report.page && covered.some(({ zone }) => box?.x === zone.x && box.y === zone.y)
  const remaining = report.findings.filter((found) => !(mayBeEmpty(found) && isCertain(found)))
  report.findings.splice(0, report.findings.length, ...remaining, ...covered.map(({ finding }) => finding))
}

/** The ratio of horizontal to vertical scale may deviate from 1 by this share without visible distortion. */
const MAX_STRETCH = 0.01

const rounded = (value: number): number => Math.round(value * 100) / 100

const proportionFindings = ({ page, box, width, height }: Placement, { w, h }: PdfPageSize): Finding[] => {
  const [across, down] = [box.w / width, box.h / height]
  if (Math.abs(across / down - 1) <= MAX_STRETCH) return []
  const scale = Math.min(box.w / w, box.h / h)
  const sizes = {
    w,
    h,
    boxW: rounded(box.w),
    boxH: rounded(box.h),
    fitW: rounded(w * scale),
    fitH: rounded(h * scale),
  }
  return [finding('warning', sentence('pdf_stretched', sizes), { page, box })]
}

const sizeFindings = (sheet: Sheet, placement: Placement, size: PdfPageSize): Finding[] => {
  const found = [...proportionFindings(placement, size), ...trimFindings(sheet, placement, size)]
  return found.length > 0 ? found : scaleFindings(sheet, placement, size)
}

/** How far a page that spans the sheet may be scaled without a warning, as a share. */
const MAX_SCALING = 0.03

const scaleFindings = (
  { trim: sheet }: Sheet,
  { page, box }: Placement,
  { w, h }: PdfPageSize,
): Finding[] => {
  const spansSheet = box.w >= sheet.w - NEAR_MM || box.h >= sheet.h - NEAR_MM
  const scale = box.w / w
  if (!spansSheet || Math.abs(scale - 1) <= MAX_SCALING) return []
  const values = { w, h, percent: Math.round(scale * 100), sheetW: sheet.w, sheetH: sheet.h }
  return [finding('warning', sentence('pdf_scaled', values), { page, box })]
}

/** Edges this close count as equal. */
const NEAR_MM = 1

/** Warns about a page that covers the sheet but has a smaller trim box: the sheet is cut elsewhere. */
const trimFindings = (
  { trim: sheet }: Pick<Sheet, 'trim'>,
  { page, box }: Placement,
  { w, h, trim }: PdfPageSize,
): Finding[] => {
  const coversSheet =
    box.x <= NEAR_MM &&
    box.y <= NEAR_MM &&
    box.x + box.w >= sheet.w - NEAR_MM &&
    box.y + box.h >= sheet.h - NEAR_MM
  const isWhole = Math.abs(trim.w - w) < NEAR_MM && Math.abs(trim.h - h) < NEAR_MM
  if (isWhole || !coversSheet) return []
  const [across, down] = [box.w / w, box.h / h]
  const edges = [
    box.x + trim.x * across,
    box.y + trim.y * down,
    box.x + (trim.x + trim.w) * across - sheet.w,
    box.y + (trim.y + trim.h) * down - sheet.h,
  ]
  if (edges.every((edge) => Math.abs(edge) <= NEAR_MM)) return []
  const isOfSheet = Math.abs(trim.w - sheet.w) <= NEAR_MM && Math.abs(trim.h - sheet.h) <= NEAR_MM
  const values = { trimW: trim.w, trimH: trim.h, sheetW: sheet.w, sheetH: sheet.h }
  const place = { x: rounded(-trim.x), y: rounded(-trim.y), w, h }
  const message = isOfSheet
    ? sentence('pdf_trim.place', { ...values, ...place })
    : sentence('pdf_trim.size', values)
  return [finding('warning', message, { page, box })]
}

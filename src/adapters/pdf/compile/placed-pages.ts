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
import { Trial } from '../import/trial.ts'
import { type LayerPdfPage, pagesOfLayer } from '../layer.ts'
import { bleedFindings, boxOn, type Placement, pageFindings } from '../preflight/page.ts'
import { type Area, within } from '../preflight/uses.ts'
import { PdfDocument } from '../reader/document.ts'
import { PdfTooComplex, whyRefused } from '../reader/objects.ts'
import { drawingSentences } from '../sentences.ts'

/** Where machines read, and where the recipient is printed. */
const readZones: ReadonlySet<SheetZoneKind> = new Set(['address', 'coding', 'sequence', 'mark'])
/** What reaches less far into a zone is a descender, or a width that is rounded. */
const LEAST_MM = 0.3

/** An error for each zone that machines read and a text of a page may be seen in. */
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
  finding('error', templateSentences.say('zone_covered.pdf_text', { zone: kind }), { page, box })

/** The boxes of the texts that reach into a zone, where the page is placed. */
export const textsIn = (zone: BoxMm, placement: Placement, texts: readonly Area[]): BoxMm[] =>
  texts.map((area) => boxOn(placement, area)).filter((box) => reachesInto(box, zone))

const reachesInto = (text: BoxMm, zone: BoxMm): boolean => {
  const shared = within(text, zone)
  return shared !== undefined && shared.w > LEAST_MM && shared.h > LEAST_MM
}

const { say } = drawingSentences

/** The pages of PDFs that a template shows, and what is found of each where it is placed. */
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
  const trial = new Trial()
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
        if (!known.has(key)) await trial.draw(imported.form)
        known.set(key, imported)
        const name = `P${sha256Hex(asset.bytes).slice(0, 12)}p${element.page}`
        pages.set(key, { name, asset: asset.id, page: element.page, ...imported.form })
        for (const said of imported.remarks) report.warning(said, element)
        preflight(sheet, element, imported, report)
      } catch (error) {
        const reason = whyRefused(error)
        const code = error instanceof PdfTooComplex ? 'file_too_complex' : 'pdf_unsupported'
        report.error(say(`${code}.asset`, { asset: asset.id, reason }), element)
      }
    }
  }
  return [...pages.values()]
}

/** What is found of the page of a PDF where it stands. */
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
  // What is certain takes the place of what is to be measured.
  const isCertain = ({ page, box }: Finding) =>
    page === report.page && covered.some(({ zone }) => box?.x === zone.x && box.y === zone.y)
  const asked = report.findings.filter((found) => !(mayBeEmpty(found) && isCertain(found)))
  report.findings.splice(0, report.findings.length, ...asked, ...covered.map(({ finding }) => finding))
}

/** In one direction a page may be this much larger than in the other, as a share, before its shapes look wrong. */
const MOST_STRETCH = 0.01

const rounded = (value: number): number => Math.round(value * 100) / 100

const proportionFindings = ({ page, box, width, height }: Placement, { w, h }: PdfPageSize): Finding[] => {
  const [across, down] = [box.w / width, box.h / height]
  if (Math.abs(across / down - 1) <= MOST_STRETCH) return []
  const scale = Math.min(box.w / w, box.h / h)
  const sizes = {
    w,
    h,
    boxW: rounded(box.w),
    boxH: rounded(box.h),
    fitW: rounded(w * scale),
    fitH: rounded(h * scale),
  }
  return [finding('warning', say('pdf_stretched', sizes), { page, box })]
}

/** What is found of the size in which a page is printed. */
const sizeFindings = (sheet: Sheet, placement: Placement, size: PdfPageSize): Finding[] => {
  const found = [...proportionFindings(placement, size), ...trimFindings(sheet, placement, size)]
  return found.length > 0 ? found : scaleFindings(sheet, placement, size)
}

/** A page as wide or as high as the sheet may be this much larger or smaller than it was made, as a share. */
const MOST_SCALED = 0.03

const scaleFindings = (
  { trim: sheet }: Sheet,
  { page, box }: Placement,
  { w, h }: PdfPageSize,
): Finding[] => {
  const spansSheet = box.w >= sheet.w - NEAR_MM || box.h >= sheet.h - NEAR_MM
  const scale = box.w / w
  if (!spansSheet || Math.abs(scale - 1) <= MOST_SCALED) return []
  const values = { w, h, percent: Math.round(scale * 100), sheetW: sheet.w, sheetH: sheet.h }
  return [finding('warning', say('pdf_scaled', values), { page, box })]
}

/** As near as this, edges are cut in the same place. */
const NEAR_MM = 1

/** A page over the whole sheet that says where it is cut, and would be cut elsewhere. */
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
  const said = isOfSheet ? say('pdf_trim.place', { ...values, ...place }) : say('pdf_trim.size', values)
  return [finding('warning', said, { page, box })]
}

import type { ProcessContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { asError, invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { PdfPageSize } from '../../model/assets.ts'
import type { Inspection } from '../../ports/inspection.ts'
import type { TemplateDocument, TemplateElement } from '../../template/document.ts'
import type { Sheet } from '../../template/sheet.ts'
import { missingFile } from './assets.ts'
import { assetSentences } from './sentences.ts'
import { blankDocument } from './template.ts'

/** Relative tolerance of page proportions: a scaled page fills the sheet except at its edges. */
const proportionTolerance = 0.03

export interface PdfBackground {
  assetId: string
  pages: NonNullable<Inspection['pages']>
  /** Why some of its pages can't be printed. */
  findings: readonly Finding[]
}

/** Inspects a PDF in an isolated process, as at upload. Throws 422 if it is unknown, no PDF or unreadable. */
export const readPdf = async (
  { services, shared }: Pick<ProcessContext, 'services' | 'shared'>,
  assetId: string,
): Promise<PdfBackground> => {
  const asset = await services.store.read((rows) => rows.assets.get(shared, assetId))
  if (asset?.status !== 'ACTIVE') throw unknownId('pdfAssetId', 'ast', assetId)
  if (asset.format !== 'pdf')
    throw invalid('pdfAssetId', assetSentences.sentence('invalid.no_pdf', { asset: assetId }))
  const { findings, pages } = await services.renderer.inspect({
    kind: 'PDF',
    organisationId: shared.organisationId,
    sizeBytes: asset.sizeBytes,
    read: async () => {
      const bytes = await services.blobs.stream(asset.blobKey)
      if (!bytes) throw missingFile(assetId)
      return bytes
    },
  })
  if (!pages) throw refused(findings.filter((finding) => hasErrors([finding])))
  return { assetId, pages, findings }
}

const refused = (findings: readonly Finding[]) => validationFailed(findings.map(wrong))

const wrong = (sentence: Sentence): ParameterError => asError(sentence, 'pdfAssetId')

/** Returns a blank document with the PDF's pages as backgrounds. Throws 422 with all misfits to the sheet. */
export const documentOfPdf = (background: PdfBackground, sheet: Sheet, locale?: string): TemplateDocument => {
  const { assetId, pages } = background
  const errors = misfits(background, sheet)
  if (errors.length > 0) throw validationFailed(errors)
  const blank = blankDocument(sheet, { locale, pageCount: Math.max(pages.length, sheet.pages.min) })
  return {
    ...blank,
    pages: blank.pages.map((page, index) =>
      index < pages.length
        ? { ...page, elements: [backgroundOf(pages[index]!, sheet, assetId, index + 1), ...page.elements] }
        : page,
    ),
  }
}

/** Tolerance of sizes in mm, because programs round them. */
const nearMm = 0.5

const isLike = (one: { w: number; h: number }, other: { w: number; h: number }): boolean =>
  Math.abs(one.w - other.w) <= nearMm && Math.abs(one.h - other.h) <= nearMm

/** Places a page in true size if its trim equals the sheet's, otherwise centred and scaled to the bleed. */
const backgroundOf = (size: PdfPageSize, { trim, bleed }: Sheet, asset: string, page: number) => {
  const place = (x: number, y: number, w: number, h: number): TemplateElement => ({
    ...{ type: 'pdf', asset, page },
    ...{ x: rounded(x), y: rounded(y), w: rounded(w), h: rounded(h) },
  })
  if (isLike(size.trim, trim)) return place(0 - size.trim.x, 0 - size.trim.y, size.w, size.h)
  const scale = Math.min((trim.w + 2 * bleed) / size.w, (trim.h + 2 * bleed) / size.h)
  const [w, h] = [size.w * scale, size.h * scale]
  return place((trim.w - w) / 2, (trim.h - h) / 2, w, h)
}

const rounded = (mm: number): number => Math.round(mm * 100) / 100

const misfits = ({ pages, findings }: PdfBackground, sheet: Sheet): ParameterError[] => {
  const { max } = sheet.pages
  if (pages.length > max) {
    return [wrong(assetSentences.sentence('out_of_range.pdf_pages', { pages: pages.length, limit: max }))]
  }
  const w = sheet.trim.w + 2 * sheet.bleed
  const h = sheet.trim.h + 2 * sheet.bleed
  const missing = pages.includes(null) ? findings.filter(({ code }) => code === 'pdf_font_missing') : []
  const ofPages = pages.flatMap((page, index) => {
    const number = index + 1
    if (!page) {
      const reason = findings.find((finding) => finding.page === number)
      return [wrong(reason ?? assetSentences.sentence('pdf_unsupported.pdf_page', { page: number }))]
    }
    if (isLike(page.trim, sheet.trim)) return []
    if (Math.abs(page.w / page.h / (w / h) - 1) <= proportionTolerance) return []
    const values = { page: number, w: page.w, h: page.h, sheetW: w, sheetH: h }
    return [wrong(assetSentences.sentence('pdf_page_size', values))]
  })
  return [...ofPages, ...missing.map(wrong)]
}

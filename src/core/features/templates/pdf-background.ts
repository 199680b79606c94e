import type { ProcessContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { asError, invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { type Finding, hasErrors } from '../../kernel/finding.ts'
import type { Said } from '../../kernel/sentences.ts'
import type { Inspection } from '../../ports/inspection.ts'
import type { TemplateDocument } from '../../template/document.ts'
import type { Sheet } from '../../template/sheet.ts'
import { missingFile } from './assets.ts'
import { assetSentences } from './sentences.ts'
import { blankDocument } from './template.ts'

const { say } = assetSentences

/** How far the proportions of a page may differ from those of the sheet, which it is stretched to. */
const proportionTolerance = 0.03

/** An uploaded PDF whose pages become backgrounds. */
export interface PdfBackground {
  assetId: string
  pages: NonNullable<Inspection['pages']>
  /** Why some of its pages cannot be printed. */
  findings: readonly Finding[]
}

/**
 * Reads the pages of an uploaded PDF, isolated as at its upload. Throws 422 where it is no PDF, or cannot be
 * read any more.
 */
export const readPdf = async (
  { services, shared }: Pick<ProcessContext, 'services' | 'shared'>,
  assetId: string,
): Promise<PdfBackground> => {
  const asset = await services.store.read((rows) => rows.assets.get(shared, assetId))
  if (asset?.status !== 'ACTIVE') throw unknownId('pdfAssetId', 'ast', assetId)
  if (asset.format !== 'pdf') throw invalid('pdfAssetId', say('invalid.no_pdf', { asset: assetId }))
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

const wrong = (said: Said): ParameterError => asError(said, 'pdfAssetId')

/**
 * A document with a page of the PDF behind each of its pages, up to the bleed. Throws 422 with everything that
 * does not suit the sheet.
 */
export const documentOfPdf = (background: PdfBackground, sheet: Sheet): TemplateDocument => {
  const { assetId, pages } = background
  const errors = misfits(background, sheet)
  if (errors.length > 0) throw validationFailed(errors)
  const blank = blankDocument(sheet, Math.max(pages.length, sheet.pages.min))
  const { w, h, bleed } = { ...sheet.trim, bleed: sheet.bleed }
  const box = { x: -bleed, y: -bleed, w: w + 2 * bleed, h: h + 2 * bleed }
  return {
    ...blank,
    pages: blank.pages.map((page, index) =>
      index < pages.length
        ? { ...page, elements: [{ type: 'pdf', ...box, asset: assetId, page: index + 1 }, ...page.elements] }
        : page,
    ),
  }
}

const misfits = ({ pages, findings }: PdfBackground, sheet: Sheet): ParameterError[] => {
  const { max } = sheet.pages
  if (pages.length > max) {
    return [wrong(say('out_of_range.pdf_pages', { pages: pages.length, limit: max }))]
  }
  const w = sheet.trim.w + 2 * sheet.bleed
  const h = sheet.trim.h + 2 * sheet.bleed
  const missing = pages.includes(null) ? findings.filter(({ code }) => code === 'pdf_font_missing') : []
  const ofPages = pages.flatMap((page, index) => {
    const number = index + 1
    if (!page) {
      const reason = findings.find((finding) => finding.page === number)
      return [wrong(reason ?? say('pdf_unsupported.pdf_page', { page: number }))]
    }
    if (Math.abs(page.w / page.h / (w / h) - 1) <= proportionTolerance) return []
    const values = { page: number, w: page.w, h: page.h, sheetW: w, sheetH: h }
    return [wrong(say('pdf_page_size', values))]
  })
  return [...ofPages, ...missing.map(wrong)]
}

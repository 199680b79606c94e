import { type Finding, finding, hasErrors } from '../../../core/kernel/finding.ts'
import type { Sentence } from '../../../core/kernel/sentences.ts'
import { importPage } from '../import/page.ts'
import { RenderCheck } from '../import/render-check.ts'
import { pageFindings } from '../preflight/page.ts'
import { PdfDocument } from '../reader/document.ts'
import { FontsMissing } from '../reader/missing-fonts.ts'
import {
  isDict,
  nameOf,
  PdfRefused,
  PdfStream,
  PdfTooComplex,
  type PdfValue,
  whyRefused,
} from '../reader/objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import { inspectionSentences } from '../sentences.ts'
import type { PackedInspection } from './packed.ts'

const { sentence } = inspectionSentences

/** Maximum number of inspected pages. Templates have far fewer. */
export const MAX_PAGES = 50
const MAX_NAMED_FONTS = 20
/** Maximum number of findings about inks, lines and images. The first pages are representative. */
const MAX_PREFLIGHT = 50

export const inspectPdf = async (bytes: Uint8Array): Promise<PackedInspection> => {
  try {
    const document = new PdfDocument(bytes)
    const pages = document.countPages()
    if (pages === 0) throw new PdfRefused(pdfFaults.sentence('pdf_fault.no_page'))
    if (pages > MAX_PAGES) return failed(sentence('pdf_pages.too_many', { pages, limit: MAX_PAGES }))
    const active = activeContent(document)
    if (active !== undefined) return failed(sentence('pdf_active_content', { content: active }))
    return await inspectPages(document, pages)
  } catch (error) {
    const reason = whyRefused(error)
    if (locked.has(reason.params?.case)) return failed(sentence('pdf_encrypted.file', { reason }))
    const code = error instanceof PdfTooComplex ? 'file_too_complex' : 'pdf_unsupported'
    return failed(sentence(`${code}.file`, { reason }))
  }
}

const locked = new Set<unknown>(['encrypted', 'password', 'print_forbidden'])

const failed = (reason: Sentence): PackedInspection => ({ findings: [finding('error', reason)] })

/** Inspects each page. A page that can't be printed is only a warning if another one can be. */
const inspectPages = async (document: PdfDocument, count: number): Promise<PackedInspection> => {
  const findings: Finding[] = []
  const pages: NonNullable<PackedInspection['pages']> = []
  const missingFonts = new Set<string>()
  const preflight: Finding[] = []
  const warnings: Finding[] = []
  const renderCheck = new RenderCheck()
  for (let page = 1; page <= count; page++) {
    try {
      const { form, size, uses, remarks } = importPage(document, page)
      await renderCheck.run(form)
      warnings.push(...remarks.map((remark) => finding('warning', remark, { page })))
      pages.push(size)
      const box = { x: 0, y: 0, w: mmOf(form.width), h: mmOf(form.height) }
      preflight.push(...pageFindings({}, uses, { page, box, ...form }))
    } catch (error) {
      pages.push(null)
      if (error instanceof PdfTooComplex) throw error
      if (error instanceof FontsMissing) for (const font of error.fonts) missingFonts.add(font)
      const message = sentence('pdf_unsupported.page', { page, reason: whyRefused(error) })
      findings.push(finding('error', message, { page }))
    }
  }
  // One finding per font, so that the portal can offer a remedy for each.
  for (const font of [...missingFonts].slice(0, MAX_NAMED_FONTS)) {
    findings.push(finding('error', sentence('pdf_font_missing', { font })))
  }
  const isPrintable = pages.some((page) => page !== null)
  if (isPrintable && hasErrors(findings)) for (const found of findings) found.severity = 'warning'
  if (count > 1) {
    findings.push(finding('warning', sentence('pdf_pages.several', { pages: count })))
  }
  // The product isn't known yet, and products differ in what they accept.
  const softened = preflight.slice(0, MAX_PREFLIGHT)
  findings.push(...warnings, ...softened.map((found): Finding => ({ ...found, severity: 'warning' })))
  return isPrintable ? { findings, pages } : { findings }
}

/** Active content by the key or action that causes it. */
const active: Readonly<Record<string, string>> = {
  JS: 'JavaScript',
  JavaScript: 'JavaScript',
  Launch: 'an action that starts programs',
  ImportData: 'an action that loads data',
  SubmitForm: 'an action that sends data',
  EmbeddedFiles: 'files inside it',
  EmbeddedFile: 'files inside it',
  XFA: 'an XFA form',
  RichMedia: 'media that play',
}

const activeContent = (document: PdfDocument): string | undefined => {
  for (const object of document.objects()) {
    const found = activeIn(object)
    if (found !== undefined) return found
  }
  return undefined
}

const activeIn = (value: PdfValue): string | undefined => {
  if (value instanceof PdfStream) return activeIn(value.dict)
  if (Array.isArray(value)) return firstOf(value)
  if (!isDict(value)) return undefined
  for (const [key, entry] of value) {
    // A key of its own, or the name of an action, annotation or stream.
    const named = key === 'S' || key === 'Subtype' || key === 'Type' ? nameOf(entry) : key
    if (named !== undefined && Object.hasOwn(active, named)) return active[named]
  }
  return firstOf(value.values())
}

const firstOf = (values: Iterable<PdfValue>): string | undefined => {
  for (const value of values) {
    const found = activeIn(value)
    if (found !== undefined) return found
  }
  return undefined
}

const mmOf = (points: number): number => Math.round((points * 2540) / 72) / 100

import { type Finding, hasErrors } from '../../../core/kernel/finding.ts'
import type { Inspection } from '../../../core/ports/renderer.ts'
import { PdfDocument } from '../import/document.ts'
import { isDict, nameOf, PdfRefused, PdfStream, PdfTooComplex, type PdfValue } from '../import/objects.ts'
import { importPage } from '../import/page.ts'
import { errorFinding, sentence, warningFinding } from './findings.ts'

/** The most pages that are inspected; templates have far fewer. */
export const MAX_PAGES = 50

export const inspectPdf = async (bytes: Uint8Array): Promise<Inspection> => {
  try {
    const document = new PdfDocument(bytes)
    const pages = document.countPages()
    if (pages === 0) throw new PdfRefused('it has no page')
    if (pages > MAX_PAGES)
      return failed('pdf_pages', `It has ${pages} pages; at most ${MAX_PAGES} are taken.`)
    const active = activeContent(document)
    if (active !== undefined)
      return failed('pdf_active_content', `It carries ${active}; print it to a new PDF first.`)
    return { findings: pageFindings(document, pages) }
  } catch (error) {
    // Damaged files fail in many ways (inflating, ranges); all of them mean that it cannot be printed.
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof PdfTooComplex) return failed('file_too_complex', sentence(reason))
    return failed(/encrypted/.test(reason) ? 'pdf_encrypted' : 'pdf_unsupported', sentence(reason))
  }
}

const failed = (code: string, message: string): Inspection => ({ findings: [errorFinding(code, message)] })

/** One page that cannot be printed is a warning while another can. */
const pageFindings = (document: PdfDocument, pages: number): Finding[] => {
  const findings: Finding[] = []
  let printable = 0
  for (let page = 1; page <= pages; page++) {
    try {
      importPage(document, page)
      printable++
    } catch (error) {
      if (error instanceof PdfTooComplex) throw error
      const reason = error instanceof Error ? error.message : String(error)
      findings.push({
        ...errorFinding('pdf_unsupported', `Page ${page} cannot be printed: ${reason}.`),
        page,
      })
    }
  }
  if (printable > 0 && hasErrors(findings)) for (const finding of findings) finding.severity = 'warning'
  if (pages > 1) {
    findings.push(
      warningFinding('pdf_pages', `It has ${pages} pages; an element shows the one that it names.`),
    )
  }
  return findings
}

/** Active content, by the key or the action that causes it. */
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
    // A key of its own, or the name of an action, an annotation or a stream.
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

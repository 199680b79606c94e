import { latin1 } from '#platform/text'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { ExtractedPages, PageRange } from '../../../core/ports/renderer.ts'
import { informationDictionary, xmpPacket } from '../file/metadata.ts'
import { PdfWriter } from '../file/writer.ts'
import { PdfDocument } from '../import/document.ts'
import {
  entriesSource,
  isDict,
  type PdfDict,
  type PdfRef,
  PdfRefused,
  PdfStream,
  PdfString,
  type PdfValue,
  serialise,
} from '../import/objects.ts'
import { pdfFaults } from '../import/sentences.ts'

const { say } = pdfFaults

/**
 * Pages of a rendered part as a file of their own. Every stream is copied as it stands, compressed bytes and
 * all, so that the same part gives the same bytes, and what it shows is what was printed rather than a new
 * rendering.
 */
export const extractPages = async (part: Uint8Array, range: PageRange): Promise<ExtractedPages> => {
  const document = new PdfDocument(part)
  const pages = pagesOf(document, range.firstPage, range.pageCount)
  const chunks: Uint8Array[] = []
  const writer = new PdfWriter(async (chunk) => void chunks.push(chunk))
  const copier = new Copier(document, writer)
  const tree = writer.reserve()
  const ids: number[] = []
  for (const page of pages) ids.push(copier.page(page, tree))
  writer.object(tree, `<</Type/Pages/Count ${ids.length}/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]>>`)
  const intents = copier.value(document.root.get('OutputIntents') ?? [])
  await copier.finish()
  const content = pages.map((page) => contentOf(document, page))
  const metadata = { title: range.title, producer: producerOf(document), createdAt: range.createdAt }
  const xmp = writer.reserve()
  writer.stream(xmp, '/Type/Metadata/Subtype/XML', utf8(xmpPacket(metadata, documentId(range.contentId))))
  const info = writer.reserve()
  writer.object(info, informationDictionary(metadata))
  const root = writer.reserve()
  writer.object(root, `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${xmp} 0 R/OutputIntents${intents}>>`)
  await writer.finish(root, info)
  return { pdf: concatenate(chunks), content: concatenate(content) }
}

/** Leaves of the page tree in order; whole branches are passed over by the count that they state. */
export const pagesOf = (document: PdfDocument, firstPage: number, pageCount: number): PdfDict[] => {
  const found: PdfDict[] = []
  let before = firstPage - 1
  const visit = (value: PdfValue, depth: number): void => {
    if (!isDict(value) || depth > 50) throw new PdfRefused(say('pdf_fault.page_tree'))
    const kids = document.resolve(value.get('Kids'))
    if (!Array.isArray(kids)) {
      if (before > 0) before--
      else found.push(value)
      return
    }
    for (const kid of kids) {
      if (found.length >= pageCount) return
      const node = document.resolve(kid)
      const count = isDict(node) ? document.resolve(node.get('Count')) : null
      if (typeof count === 'number' && count <= before) before -= count
      else visit(node, depth + 1)
    }
  }
  visit(document.resolve(document.root.get('Pages')), 0)
  if (firstPage < 1 || pageCount < 1 || found.length !== pageCount) {
    throw new PdfRefused(
      say('pdf_fault.no_such_pages', { first: firstPage, last: firstPage + pageCount - 1 }),
    )
  }
  return found
}

/** A page's one content stream, which is how this project writes pages. */
export const contentStream = (document: PdfDocument, page: PdfDict): PdfStream => {
  const stream = document.resolve(page.get('Contents'))
  if (!(stream instanceof PdfStream)) throw new PdfRefused(say('pdf_fault.no_content'))
  return stream
}

const contentOf = (document: PdfDocument, page: PdfDict): Uint8Array =>
  document.decode(contentStream(document, page))

/** The engine that rendered the part, which may be older than the one that extracts the pages. */
export const producerOf = (document: PdfDocument): string => {
  const info = document.information()
  const producer = isDict(info) ? document.resolve(info.get('Producer')) : null
  return producer instanceof PdfString ? latin1(producer.bytes) : ''
}

export const documentId = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

/** Copies objects with all they refer to into another file, each once. */
class Copier {
  readonly #document: PdfDocument
  readonly #writer: PdfWriter
  readonly #numbers = new Map<number, number>()
  readonly #waiting: { ref: PdfRef; id: number }[] = []
  readonly #refer = (ref: PdfRef): string => {
    let id = this.#numbers.get(ref.id)
    if (id === undefined) {
      id = this.#writer.reserve()
      this.#numbers.set(ref.id, id)
      this.#waiting.push({ ref, id })
    }
    return `${id} 0 R`
  }

  constructor(document: PdfDocument, writer: PdfWriter) {
    this.#document = document
    this.#writer = writer
  }

  /** Copies a page for another parent: following its own `Parent` would copy the whole file. */
  page(page: PdfDict, parent: number): number {
    const id = this.#writer.reserve()
    const own: PdfDict = new Map(page)
    own.delete('Parent')
    this.#writer.object(id, `<<${entriesSource(own, this.#refer)}/Parent ${parent} 0 R>>`)
    return id
  }

  value(value: PdfValue): string {
    return serialise(value, this.#refer)
  }

  /** Writes the objects that were referred to, and those that they refer to. */
  async finish(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const value = this.#document.resolve(next.ref)
      if (value instanceof PdfStream) {
        const dict: PdfDict = new Map(value.dict)
        dict.delete('Length')
        this.#writer.stream(next.id, entriesSource(dict, this.#refer), value.data)
      } else this.#writer.object(next.id, serialise(value, this.#refer))
      if (this.#writer.isFull) await this.#writer.drain()
    }
  }
}

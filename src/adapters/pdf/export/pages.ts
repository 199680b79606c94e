import { latin1 } from '#platform/text'
import { concatenate, utf8 } from '../../../core/kernel/bytes.ts'
import type { ExtractedPages, PageRange } from '../../../core/ports/renderer.ts'
import { PdfDocument } from '../reader/document.ts'
import {
  entriesSource,
  isDict,
  type PdfDict,
  PdfRef,
  PdfRefused,
  PdfStream,
  PdfString,
  type PdfValue,
  serialise,
} from '../reader/objects.ts'
import { pdfFaults } from '../reader/sentences.ts'
import { informationDictionary, xmpPacket } from '../writer/metadata.ts'
import { PdfWriter } from '../writer/writer.ts'

const { sentence } = pdfFaults

/**
 * Extracts pages of a rendered part into a file. Streams are copied in compressed form, so the same part
 * always gives the same bytes, and the file shows what was printed instead of a new rendering.
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

/** Returns pages of a part. Skips branches by their declared count. Throws `PdfRefused` if any is missing. */
export const pagesOf = (document: PdfDocument, firstPage: number, pageCount: number): PdfDict[] => {
  const found: PdfDict[] = []
  let before = firstPage - 1
  const visit = (value: PdfValue, depth: number): void => {
    if (!isDict(value) || depth > 50) throw new PdfRefused(sentence('pdf_fault.page_tree'))
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
      sentence('pdf_fault.no_such_pages', { first: firstPage, last: firstPage + pageCount - 1 }),
    )
  }
  return found
}

/** Returns a page's content stream; our writer makes exactly one. Throws `PdfRefused` otherwise. */
const contentStream = (document: PdfDocument, page: PdfDict): PdfStream => {
  const stream = document.resolve(page.get('Contents'))
  if (!(stream instanceof PdfStream)) throw new PdfRefused(sentence('pdf_fault.no_content'))
  return stream
}

const contentOf = (document: PdfDocument, page: PdfDict): Uint8Array =>
  document.decode(contentStream(document, page))

/** Returns the engine that rendered the part, which may be older than the running one. */
export const producerOf = (document: PdfDocument): string => {
  const info = document.information()
  const producer = isDict(info) ? document.resolve(info.get('Producer')) : null
  return producer instanceof PdfString ? latin1(producer.bytes) : ''
}

export const documentId = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

/** Copies objects with everything they refer to into another file, each once. */
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

  /** Copies a page to another parent. Following its own `Parent` would copy the whole file. */
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

/**
 * Returns a copy of a part in which the given pages are empty: their content streams are overwritten with
 * spaces of the same length, so that all other offsets stay valid. A stream that other pages use too is the
 * same for every piece, contains no personal data, and stays.
 */
export const blankPages = (part: Uint8Array, pageNumbers: readonly number[]): Uint8Array => {
  const document = new PdfDocument(part)
  const count = document.pageCount()
  const wanted = new Set(pageNumbers)
  const all = pagesOf(document, 1, count)
  const kept = new Set(all.flatMap((page, index) => (wanted.has(index + 1) ? [] : contentIds(page))))
  const blanked = new Uint8Array(part)
  for (const [index, page] of all.entries()) {
    if (!wanted.has(index + 1) || contentIds(page).some((id) => kept.has(id))) continue
    const { data, dict } = contentStream(document, page)
    blanked.set(
      dict.has('Filter') ? deflatedBlanks(data.length) : new Uint8Array(data.length).fill(SPACE),
      data.byteOffset - part.byteOffset,
    )
  }
  return blanked
}

const contentIds = (page: PdfDict): number[] => {
  const content = page.get('Contents')
  return content instanceof PdfRef ? [content.id] : []
}

const SPACE = 0x20
/** Two bytes of header and four of checksum. */
const ZLIB_BYTES = 6
const BLOCK_HEADER_BYTES = 5
const MAX_BLOCK_BYTES = 0xffff

/** Returns spaces in a zlib stream of exactly this length, in stored blocks. */
const deflatedBlanks = (length: number): Uint8Array => {
  const stream = new Uint8Array(length)
  let left = length - ZLIB_BYTES
  // Too short for a stored block, so it held no name: an empty stream followed by bytes that readers ignore.
  if (left < BLOCK_HEADER_BYTES) {
    stream.set([0x78, 0x01, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01].slice(0, length))
    return stream
  }
  stream.set([0x78, 0x01])
  let at = 2
  let blanks = 0
  while (left > 0) {
    // The rest after a full block must have room for another block header.
    let size = Math.min(left - BLOCK_HEADER_BYTES, MAX_BLOCK_BYTES)
    const rest = left - BLOCK_HEADER_BYTES - size
    if (rest > 0 && rest < BLOCK_HEADER_BYTES) size -= BLOCK_HEADER_BYTES
    left -= BLOCK_HEADER_BYTES + size
    const isLast = left === 0 ? 1 : 0
    stream.set([isLast, size & 0xff, size >> 8, ~size & 0xff, (~size >> 8) & 0xff], at)
    stream.fill(SPACE, at + BLOCK_HEADER_BYTES, at + BLOCK_HEADER_BYTES + size)
    at += BLOCK_HEADER_BYTES + size
    blanks += size
  }
  new DataView(stream.buffer).setUint32(at, adler32(SPACE, blanks))
  return stream
}

const adler32 = (byte: number, count: number): number => {
  let a = 1
  let b = 0
  for (let index = 0; index < count; index++) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return ((b << 16) | a) >>> 0
}

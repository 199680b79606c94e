import { latin1 } from '#platform/text'
import { utf8 } from '../../../core/kernel/bytes.ts'
import { Budget } from './budget.ts'
import { CrossReferences, type ObjectLocation } from './cross-references.ts'
import { type Decryption, openDecryption } from './decryption.ts'
import { decoders, unpredict } from './filters.ts'
import {
  isDict,
  nameOf,
  type PdfDict,
  PdfRef,
  PdfRefused,
  PdfStream,
  PdfString,
  PdfTooComplex,
  type PdfValue,
} from './objects.ts'
import { PdfParser } from './parser.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

const MAX_TREE_DEPTH = 50
const MAX_PAGES = 1000
/** Branches have at least one page each, except in files crafted to be walked endlessly. */
const MAX_TREE_NODES = 4 * MAX_PAGES
/** The most filters of a stream, more than any program writes. */
export const MAX_FILTERS = 4
/** Keys that pages inherit from their ancestors in the page tree. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** Reads objects on demand. `Budget` limits the work: counts and lengths in uploads can't be trusted. */
export class PdfDocument {
  readonly #bytes: Uint8Array
  readonly #budget: Budget
  readonly #places: ReadonlyMap<number, ObjectLocation>
  readonly #objects = new Map<number, PdfValue>()
  readonly #objectStreams = new Map<number, { data: Uint8Array; offsets: number[] }>()
  readonly #trailer: PdfDict
  readonly root: PdfDict
  #leaves: PdfDict[] | undefined
  readonly #reading = new Set<number>()
  #decryption: Decryption | undefined

  constructor(file: Uint8Array) {
    const bytes = fromHeader(file)
    this.#bytes = bytes
    this.#budget = new Budget(bytes.length)
    const tables = new CrossReferences(bytes, (stream) => this.decode(stream))
    this.#places = tables.places
    this.#trailer = tables.read(tableOffset(bytes))
    if (this.#trailer.has('Encrypt')) this.#decryption = this.#decryptionOf(this.#trailer)
    const root = this.resolve(this.#trailer.get('Root'))
    if (!isDict(root)) throw new PdfRefused(sentence('pdf_fault.no_catalogue'))
    this.root = root
  }

  get size(): number {
    return this.#bytes.length
  }

  resolve(value: PdfValue | undefined): PdfValue {
    for (let hops = 0; value instanceof PdfRef; hops++) {
      if (hops > 20) throw new PdfRefused(sentence('pdf_fault.circle'))
      value = this.#object(value.id)
    }
    return value ?? null
  }

  /** Undoes a stream's filters. Image filters aren't supported, because no other stream uses them. */
  decode(stream: PdfStream): Uint8Array {
    const filters = [this.resolve(stream.dict.get('Filter'))].flat().filter((filter) => filter !== null)
    if (filters.length > MAX_FILTERS) throw new PdfTooComplex(sentence('pdf_too_much.coded_often'))
    const parameters = [this.resolve(stream.dict.get('DecodeParms'))].flat()
    let data = stream.data
    for (const [index, filter] of filters.entries()) {
      const name = nameOf(this.resolve(filter)) ?? ''
      if (name === 'Crypt') continue
      const own = this.resolve(parameters[index])
      data = unpredict(this.#undo(name, data, own), own)
    }
    return data
  }

  #undo(name: string, data: Uint8Array, parameters: PdfValue): Uint8Array {
    if (name === 'FlateDecode' || name === 'Fl') return this.#budget.inflate(data)
    const decoder = decoders.get(name)
    if (!decoder) throw new PdfRefused(sentence('pdf_fault.filter', { filter: name.slice(0, 80) }))
    const earlyChange = !isDict(parameters) || parameters.get('EarlyChange') !== 0
    return this.#budget.decode((limit) => decoder(data, limit, earlyChange))
  }

  /** Opens the decryption by its dictionary, which may contain references but isn't itself encrypted. */
  #decryptionOf(trailer: PdfDict): Decryption {
    const encrypt = this.resolve(trailer.get('Encrypt'))
    const ids = this.resolve(trailer.get('ID'))
    const id = Array.isArray(ids) ? this.resolve(ids[0]) : null
    return openDecryption(
      isDict(encrypt) ? new Map([...encrypt].map(([key, value]) => [key, this.resolve(value)])) : new Map(),
      id instanceof PdfString ? id.bytes : new Uint8Array(),
    )
  }

  information(): PdfValue {
    return this.resolve(this.#trailer.get('Info'))
  }

  pageCount(): number {
    const pages = this.resolve(this.root.get('Pages'))
    const count = isDict(pages) ? this.resolve(pages.get('Count')) : null
    if (typeof count !== 'number') throw new PdfRefused(sentence('pdf_fault.page_tree'))
    return count
  }

  /** Counts the pages in the tree, because the declared count may be wrong. */
  countPages(): number {
    return this.#pages().length
  }

  /** Yields every readable object in no particular order; skips others, which fail where they are used. */
  *objects(): Generator<PdfValue> {
    for (const id of this.#places.keys()) {
      let object: PdfValue
      try {
        object = this.#object(id)
      } catch (error) {
        if (!(error instanceof PdfRefused) || error instanceof PdfTooComplex) throw error
        continue
      }
      yield object
    }
  }

  /** Returns page `number` (1-based) with inherited attributes. */
  page(number: number): PdfDict {
    const page = this.#pages()[number - 1]
    if (!page) throw new PdfRefused(sentence('pdf_fault.page_missing', { page: number }))
    return page
  }

  #pages(): PdfDict[] {
    if (this.#leaves) return this.#leaves
    const leaves: PdfDict[] = []
    let nodes = 0
    const visit = (node: PdfValue, above: PdfDict, depth: number): void => {
      if (!isDict(node) || depth > MAX_TREE_DEPTH) throw new PdfRefused(sentence('pdf_fault.page_tree'))
      // A tree with cycles has endless leaves or none.
      if (++nodes > MAX_TREE_NODES) throw new PdfTooComplex(sentence('pdf_too_much.branches'))
      const own: PdfDict = new Map(above)
      for (const key of INHERITED) {
        const value = node.get(key)
        if (value !== undefined) own.set(key, value)
      }
      const kids = this.resolve(node.get('Kids'))
      if (Array.isArray(kids)) for (const kid of kids) visit(this.resolve(kid), own, depth + 1)
      else leaves.push(new Map([...own, ...node]))
      if (leaves.length > MAX_PAGES)
        throw new PdfRefused(sentence('pdf_fault.too_many_pages', { limit: MAX_PAGES }))
    }
    visit(this.resolve(this.root.get('Pages')), new Map(), 0)
    this.#leaves = leaves
    return leaves
  }

  #object(id: number): PdfValue {
    const known = this.#objects.get(id)
    if (known !== undefined) return known
    const place = this.#places.get(id)
    if (!place) return null
    const object = 'offset' in place ? this.#objectAt(id, place.offset) : this.#member(place)
    this.#objects.set(id, object)
    return object
  }

  #objectAt(id: number, offset: number): PdfValue {
    // A stream that refers to itself for its length, or an object stream inside itself, would recurse
    // endlessly.
    if (this.#reading.has(id)) throw new PdfRefused(sentence('pdf_fault.circle'))
    this.#reading.add(id)
    try {
      const parser = new PdfParser(this.#bytes, offset)
      const object = parser.object((value) => {
        const length = this.resolve(value)
        return typeof length === 'number' ? length : undefined
      }, id)
      this.#budget.parse(parser.at - offset)
      return this.#decryption ? this.#decryption(id, parser.generation, object) : object
    } finally {
      this.#reading.delete(id)
    }
  }

  #member({ stream: id, index }: { stream: number; index: number }): PdfValue {
    const { data, offsets } = this.#objectStream(id)
    const offset = offsets[index]
    if (offset === undefined) return null
    const parser = new PdfParser(data, offset)
    const value = parser.value()
    this.#budget.parse(parser.at - offset)
    return value
  }

  #objectStream(id: number): { data: Uint8Array; offsets: number[] } {
    const known = this.#objectStreams.get(id)
    if (known) return known
    const stream = this.#object(id)
    if (!(stream instanceof PdfStream)) throw new PdfRefused(sentence('pdf_fault.object_stream_missing'))
    const count = Number(this.resolve(stream.dict.get('N')))
    const first = Number(this.resolve(stream.dict.get('First')))
    const data = this.decode(stream)
    // Each object has two numbers with a space between them in the header.
    if (!(count >= 0 && count * 4 <= data.length + 4))
      throw new PdfRefused(sentence('pdf_fault.object_stream_damaged'))
    const header = new PdfParser(data)
    const offsets: number[] = []
    for (let index = 0; index < count; index++) {
      header.token()
      offsets.push(first + Number(header.token()))
    }
    this.#budget.parse(header.at)
    this.#objectStreams.set(id, { data, offsets })
    return { data, offsets }
  }
}

/** Returns the offset of the newest cross-reference table. Viewers accept data after it. */
const tableOffset = (bytes: Uint8Array): number => {
  for (let at = bytes.length - START.length; at >= 0; at--) {
    if (bytes[at] !== START[0] || !START.every((byte, index) => bytes[at + index] === byte)) continue
    const start = /^startxref\s+(\d{1,12})(?!\d)/.exec(latin1(bytes, at, at + 64))
    if (start) return Number(start[1])
  }
  throw new PdfRefused(sentence('pdf_fault.not_whole'))
}
const START = utf8('startxref')

/** How far before its first line viewers search for the start of a PDF. */
const MAX_BEFORE_HEADER = 1024

/** Drops data before the first line, which mail programs and web servers sometimes add. */
const fromHeader = (bytes: Uint8Array): Uint8Array => {
  const header = latin1(bytes, 0, MAX_BEFORE_HEADER).indexOf('%PDF-')
  if (header <= 0) return bytes
  const own = bytes.subarray(header)
  const start = tableOffset(own)
  // Some files count offsets from the first byte of the dropped data.
  return /^\s*(?:xref|\d+\s+\d+\s+obj)/.test(latin1(own, start, start + 40)) ? own : bytes
}

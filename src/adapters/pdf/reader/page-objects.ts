import type { PdfDocument } from './document.ts'
import { PdfRef, PdfStream, type PdfValue } from './objects.ts'

export type PdfObjects = Pick<PdfDocument, 'resolve' | 'decode' | 'size'>

/** The number of the first added object; others have lower ones. Negative numbers occur in no file. */
const FIRST_ADDED = -1000

/** The objects of a document as one page prints them, with replaced streams and added objects. */
export class PageObjects implements PdfObjects {
  readonly #document: PdfObjects
  readonly #replaced = new Map<PdfStream, PdfStream>()
  readonly #added: PdfValue[] = []
  #addedBytes = 0

  constructor(document: PdfObjects) {
    this.#document = document
  }

  get size(): number {
    return this.#document.size + this.#addedBytes
  }

  resolve(value: PdfValue | undefined): PdfValue {
    if (value instanceof PdfRef && value.id <= FIRST_ADDED) return this.#added[FIRST_ADDED - value.id] ?? null
    const found = this.#document.resolve(value)
    return found instanceof PdfStream ? (this.#replaced.get(found) ?? found) : found
  }

  decode(stream: PdfStream): Uint8Array {
    return this.#document.decode(stream)
  }

  replace(stream: PdfStream, by: PdfStream): void {
    this.#replaced.set(stream, by)
    this.#addedBytes += by.data.length
  }

  add(value: PdfValue): PdfRef {
    this.#added.push(value)
    if (value instanceof PdfStream) this.#addedBytes += value.data.length
    return new PdfRef(FIRST_ADDED - this.#added.length + 1)
  }
}

import { createSha256 } from '#platform/hash'
import { toHex } from '../../../core/kernel/bytes.ts'
import type { PdfDocument } from '../reader/document.ts'
import {
  entriesSource,
  isDict,
  type PdfDict,
  type PdfRef,
  PdfStream,
  type PdfValue,
  serialise,
} from '../reader/objects.ts'
import type { PdfWriter } from '../writer/writer.ts'

/** Copies objects of several files into one. Equal objects, mostly images, are written once. */
export class SharingCopier {
  readonly #document: PdfDocument
  readonly #writer: PdfWriter
  /** Object numbers by digest of the object. */
  readonly #shared: Map<string, number>
  /** New numbers by old; undefined while an object is copied and nothing in it has referred to it yet. */
  readonly #numbers = new Map<number, number | undefined>()
  readonly #refer = (ref: PdfRef): string => `${this.#number(ref)} 0 R`

  constructor(document: PdfDocument, writer: PdfWriter, shared: Map<string, number>) {
    this.#document = document
    this.#writer = writer
    this.#shared = shared
  }

  source(value: PdfValue): string {
    return serialise(value, this.#refer)
  }

  entries(dict: PdfDict): string {
    return entriesSource(dict, this.#refer)
  }

  resources(page: PdfDict, form: string): string {
    const entries = (value: PdfValue | undefined): PdfDict => {
      const dict = this.#document.resolve(value)
      return isDict(dict) ? new Map(dict) : new Map()
    }
    const resources = entries(page.get('Resources'))
    const forms = this.entries(entries(resources.get('XObject')))
    resources.delete('XObject')
    return `<<${this.entries(resources)}/XObject<<${forms}${form}>>>>`
  }

  #number(ref: PdfRef): number {
    const known = this.#numbers.get(ref.id)
    if (known !== undefined) return known
    if (this.#numbers.has(ref.id)) return this.#assign(ref.id, this.#writer.reserve())
    this.#numbers.set(ref.id, undefined)
    const value = this.#document.resolve(ref)
    const stream = value instanceof PdfStream ? value : undefined
    const dict = stream && new Map(stream.dict)
    dict?.delete('Length')
    // Copies referenced objects first, so that equal objects have equal source.
    const source = dict ? this.entries(dict) : this.source(value)
    const hash = createSha256()
    hash.update(source)
    if (stream) hash.update(stream.data)
    const digest = toHex(hash.digest())
    // An object in a reference cycle already has its number.
    const own = this.#numbers.get(ref.id)
    const equal = own === undefined ? this.#shared.get(digest) : undefined
    if (equal !== undefined) return this.#assign(ref.id, equal)
    const id = own ?? this.#assign(ref.id, this.#writer.reserve())
    this.#shared.set(digest, id)
    if (stream) this.#writer.stream(id, source, stream.data)
    else this.#writer.object(id, source)
    return id
  }

  #assign(refId: number, id: number): number {
    this.#numbers.set(refId, id)
    return id
  }
}

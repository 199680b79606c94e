import { isDict, type PdfDict, PdfRefused, PdfStream, PdfTooComplex, type PdfValue } from './objects.ts'
import { PdfParser } from './parser.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

/** The location of an object: its offset in the file, or its index in an object stream. */
export type ObjectLocation = { offset: number } | { stream: number; index: number }

interface Section {
  trailer: PdfDict
  deleted: readonly number[]
}

export const MAX_OBJECTS = 200_000
/** More than `MAX_OBJECTS`, because a file that was saved many times lists objects repeatedly. */
const MAX_ENTRIES = 5 * MAX_OBJECTS

/** Reads the cross-reference tables and streams of a file, newest first. */
export class CrossReferences {
  /** Locations by object number, from the newest entry of each object. */
  readonly places = new Map<number, ObjectLocation>()
  /** Objects deleted by a newer table. */
  readonly #deleted = new Set<number>()
  readonly #bytes: Uint8Array
  readonly #decode: (stream: PdfStream) => Uint8Array
  #entries = 0

  constructor(bytes: Uint8Array, decode: (stream: PdfStream) => Uint8Array) {
    this.#bytes = bytes
    this.#decode = decode
  }

  read(start: number): PdfDict {
    let newest: PdfDict | undefined
    const seen = new Set<number>()
    const pending = [start]
    for (let offset = pending.shift(); offset !== undefined; offset = pending.shift()) {
      if (seen.has(offset) || offset >= this.#bytes.length) continue
      seen.add(offset)
      this.#count(1)
      const section = this.#table(offset)
      newest ??= section.trailer
      // In a hybrid file, the table marks objects of the hidden stream as deleted, for old readers.
      const hybrid = section.trailer.get('XRefStm')
      const sections = [section]
      if (typeof hybrid === 'number' && hybrid < this.#bytes.length && !seen.has(hybrid)) {
        seen.add(hybrid)
        sections.push(this.#stream(hybrid))
      }
      for (const { trailer, deleted } of sections) {
        for (const id of deleted) this.#deleted.add(id)
        const previous = trailer.get('Prev')
        if (typeof previous === 'number') pending.push(previous)
      }
    }
    if (!newest) throw new PdfRefused(sentence('pdf_fault.no_table'))
    return newest
  }

  #table(offset: number): Section {
    const deleted: number[] = []
    const parser = new PdfParser(this.#bytes, offset)
    if (parser.token() !== 'xref') return this.#stream(offset)
    for (;;) {
      const first = parser.token()
      if (first === 'trailer') break
      const count = parser.token()
      if (typeof first !== 'number' || typeof count !== 'number')
        throw new PdfRefused(sentence('pdf_fault.table_damaged'))
      this.#count(count)
      for (let index = 0; index < count; index++) {
        const at = Number(parser.token())
        parser.token()
        const kind = parser.token()
        if (kind === 'n') this.#place(first + index, { offset: at })
        else if (kind === 'f') deleted.push(first + index)
      }
    }
    const trailer = parser.value()
    if (!isDict(trailer)) throw new PdfRefused(sentence('pdf_fault.no_trailer'))
    return { trailer, deleted }
  }

  #stream(offset: number): Section {
    const stream = new PdfParser(this.#bytes, offset).object((value) =>
      typeof value === 'number' ? value : undefined,
    )
    if (!(stream instanceof PdfStream)) throw damaged()
    const widths = numbers(stream.dict.get('W') ?? null)
    const index = numbers(stream.dict.get('Index') ?? [0, stream.dict.get('Size') ?? null])
    const row = widths.reduce((sum, width) => sum + width, 0)
    if (widths.length < 3 || row === 0 || widths.some((width) => width > 8)) throw damaged()
    const data = this.#decode(stream)
    const fields = widths.slice(0, 3)
    const deleted: number[] = []
    let at = 0
    for (let part = 0; part + 1 < index.length; part += 2) {
      this.#count(index[part + 1]!)
      const end = Math.min(index[part + 1]!, Math.floor((data.length - at) / row))
      for (let entry = 0; entry < end; entry++, at += row) {
        const [kind, second, third] = rowOf(data, at, fields)
        const id = index[part]! + entry
        if (kind === 0) deleted.push(id)
        else if (kind === 1) this.#place(id, { offset: second })
        else if (kind === 2) this.#place(id, { stream: second, index: third })
      }
    }
    return { trailer: stream.dict, deleted }
  }

  /** Counts entries before they are read, because declared counts may be wrong. Throws if too many. */
  #count(entries: number): void {
    if (!(entries >= 0)) throw new PdfRefused(sentence('pdf_fault.table_damaged'))
    this.#entries += entries
    if (this.#entries > MAX_ENTRIES) throw tooMany()
  }

  #place(id: number, place: ObjectLocation): void {
    if (this.places.has(id) || this.#deleted.has(id)) return
    if (this.places.size === MAX_OBJECTS) throw tooMany()
    this.places.set(id, place)
  }
}

/** A field of width zero has its default: type 1, then 0. */
const rowOf = (data: Uint8Array, at: number, widths: readonly number[]): [number, number, number] => {
  const values: [number, number, number] = [1, 0, 0]
  for (const [field, width] of widths.entries()) {
    if (width === 0) continue
    let value = 0
    for (const end = at + width; at < end; at++) value = value * 256 + data[at]!
    values[field] = value
  }
  return values
}

const numbers = (value: PdfValue): number[] => {
  if (!Array.isArray(value) || value.some((entry) => !Number.isInteger(entry) || Number(entry) < 0)) {
    throw damaged()
  }
  return value as number[]
}

const damaged = () => new PdfRefused(sentence('pdf_fault.table_stream_damaged'))
const tooMany = () => new PdfTooComplex(sentence('pdf_too_much.objects', { limit: MAX_OBJECTS }))

import { inflateNow } from '#platform/zlib'
import { InflatedTooLong } from '../../platform/contract.ts'
import { PdfRefused, PdfTooComplex } from './objects.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

/** The limit of one inflated stream, for example the operators of a page with a map. */
export const MAX_STREAM_BYTES = 32_000_000
/** The limit of all inflated bytes while a file is read, enough for fifty complex pages. */
export const MAX_INFLATED_BYTES = 256_000_000
/** The cost of each inflation in addition to its output: the size of the smallest buffer. */
export const INFLATION_BYTES = 16 * 1024

/** Limits the work of reading one document. A stream inflated twice counts twice, as it costs twice. */
export class Budget {
  readonly #fileBytes: number
  #inflated = 0
  #parsed = 0

  constructor(fileBytes: number) {
    this.#fileBytes = fileBytes
  }

  inflate(data: Uint8Array): Uint8Array {
    // Some programs write an empty stream without compressing it.
    if (data.length === 0) return data
    return this.decode((limit) => inflated(data, limit))
  }

  /** Decodes a stream by `undo`, which throws `InflatedTooLong` beyond its limit. Throws `PdfRefused`. */
  decode(undo: (limit: number) => Uint8Array): Uint8Array {
    const left = MAX_INFLATED_BYTES - this.#inflated - INFLATION_BYTES
    if (left <= 0) throw tooMuchInflated()
    let out: Uint8Array
    try {
      out = undo(Math.min(left, MAX_STREAM_BYTES))
    } catch (error) {
      if (!(error instanceof InflatedTooLong)) throw new PdfRefused(sentence('pdf_fault.inflate'))
      throw left < MAX_STREAM_BYTES ? tooMuchInflated() : streamTooLarge()
    }
    this.#inflated += INFLATION_BYTES + out.length
    return out
  }

  /** Counts parsed bytes. Throws if they far exceed the file, whose bytes belong to one object each. */
  parse(bytes: number): void {
    this.#parsed += bytes
    if (this.#parsed > 2 * (this.#fileBytes + this.#inflated) + INFLATION_BYTES) {
      throw new PdfTooComplex(sentence('pdf_too_much.nested'))
    }
  }
}

/** Ignores a wrong or missing checksum if the compressed data is complete, as viewers do. */
const inflated = (data: Uint8Array, limit: number): Uint8Array => {
  try {
    return inflateNow(data, limit)
  } catch (error) {
    if (error instanceof InflatedTooLong || !hasHeader(data)) throw error
    return inflateNow(data.subarray(2), limit, 'raw')
  }
}

const hasHeader = ([method = 0, flags = 0]: Uint8Array): boolean =>
  (method & 15) === 8 && (method * 256 + flags) % 31 === 0

const tooMuchInflated = () =>
  new PdfTooComplex(sentence('pdf_too_much.inflated', { limit: MAX_INFLATED_BYTES / 1e6 }))
export const streamTooLarge = () =>
  new PdfTooComplex(sentence('pdf_too_much.stream', { limit: MAX_STREAM_BYTES / 1e6 }))

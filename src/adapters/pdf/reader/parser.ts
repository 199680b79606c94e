import { latin1 } from '#platform/text'
import { fromHex, utf8 } from '../../../core/kernel/bytes.ts'
import {
  type PdfDict,
  PdfName,
  PdfRef,
  PdfRefused,
  PdfStream,
  PdfString,
  PdfTooComplex,
  type PdfValue,
} from './objects.ts'
import { pdfFaults } from './sentences.ts'

const { sentence } = pdfFaults

const WHITE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const DIGITS = new Set([...'0123456789'].map((character) => character.charCodeAt(0)))
const MAX_GENERATION_DIGITS = 5
const MAX_DEPTH = 100
/** Limits the values in one object, because each takes a multiple of its bytes in memory. */
export const MAX_PARTS = 1_000_000
/** The most characters of a number, so that the regular expression never backtracks over long input. */
const MAX_DIGITS = 400
const STREAM_END = utf8('endstream')

/** Parses PDF values. `lengthOf` resolves a stream length that is a reference. */
export class PdfParser {
  at: number
  /** The generation of the last object read. */
  generation = 0
  readonly #bytes: Uint8Array
  #depth = 0
  #parts = 0

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /** Returns a value, or an operator or keyword as a string. */
  token(): PdfValue | string {
    this.skipWhite()
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new PdfRefused(sentence('pdf_fault.ends_early'))
    const character = String.fromCharCode(byte)
    if (character === '/') return this.#name()
    if (character === '(') return this.#literal()
    if (character === '[') return this.#array()
    if (character === '<') return this.#bytes[this.at + 1] === 60 ? this.#dict() : this.#hex()
    if (character === ']' || character === '>') {
      this.at += character === '>' ? 2 : 1
      return character
    }
    if (DELIMITERS.has(byte)) {
      this.at++
      return character
    }
    const word = this.#word()
    if (word.length <= MAX_DIGITS && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return Number(word)
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : word
  }

  value(): PdfValue {
    if (++this.#parts > MAX_PARTS) throw new PdfTooComplex(sentence('pdf_too_much.parts'))
    if (this.#depth++ > MAX_DEPTH) throw new PdfRefused(sentence('pdf_fault.deep'))
    const first = this.token()
    this.#depth--
    if (typeof first === 'string')
      throw new PdfRefused(sentence('pdf_fault.token', { token: first.slice(0, 80) }))
    if (typeof first !== 'number' || !Number.isInteger(first) || first < 0) return first
    return this.#isReference() ? new PdfRef(first) : first
  }

  /** Whether a number is a reference; if so, skips the generation and `R` that follow. */
  #isReference(): boolean {
    const digits = this.#behind(this.at, WHITE)
    const white = this.#behind(digits, DIGITS)
    const letter = this.#behind(white, WHITE)
    const isReference =
      digits > this.at &&
      white > digits &&
      white - digits <= MAX_GENERATION_DIGITS &&
      letter > white &&
      this.#bytes[letter] === 82 &&
      !/[A-Za-z0-9]/.test(this.#text(letter + 1, letter + 2))
    if (isReference) this.at = letter + 1
    return isReference
  }

  #behind(at: number, bytes: ReadonlySet<number>): number {
    while (bytes.has(this.#bytes[at]!)) at++
    return at
  }

  /** Reads an object from `7 0 obj` on. Throws `PdfRefused` if it has another number than `id`. */
  object(lengthOf: (value: PdfValue | undefined) => number | undefined, id?: number): PdfValue {
    const found = this.token()
    this.generation = Number(this.token())
    if (this.token() !== 'obj' || (id !== undefined && found !== id))
      throw new PdfRefused(sentence('pdf_fault.misplaced_object'))
    const value = this.value()
    if (!(value instanceof Map)) return value
    this.skipWhite()
    if (this.#text(this.at, this.at + 6) !== 'stream') return value
    this.at += 6
    if (this.#bytes[this.at] === 13) this.at++
    if (this.#bytes[this.at] === 10) this.at++
    const end = this.#streamEnd(lengthOf(value.get('Length')))
    const data = this.#bytes.subarray(this.at, end)
    this.at = end
    return new PdfStream(value, data)
  }

  /** Returns a stream's end: by its length or, if that is wrong, the next `endstream`, as in viewers. */
  #streamEnd(length: number | undefined): number {
    const declared = length === undefined ? Number.NaN : this.at + length
    if (
      declared <= this.#bytes.length &&
      /^\s*endstream/.test(this.#text(declared, declared + STREAM_END.length + 4))
    )
      return declared
    for (let at = this.#streamEndFrom(this.at); at >= 0; at = this.#streamEndFrom(at + 1)) {
      if (!STREAM_END.every((byte, index) => this.#bytes[at + index] === byte)) continue
      const line = this.#bytes[at - 1] === 10 ? at - 1 : at
      return this.#bytes[line - 1] === 13 ? line - 1 : line
    }
    throw new PdfRefused(sentence('pdf_fault.no_length'))
  }

  #streamEndFrom(at: number): number {
    return this.#bytes.indexOf(STREAM_END[0]!, at)
  }

  skipWhite(): void {
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === 37) {
        while (this.at < this.#bytes.length && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13)
          this.at++
      } else if (byte !== undefined && WHITE.has(byte)) this.at++
      else return
    }
  }

  #text(start: number, end: number): string {
    return latin1(this.#bytes, start, end)
  }

  #word(): string {
    const start = this.at
    while (this.at < this.#bytes.length) {
      const byte = this.#bytes[this.at]!
      if (WHITE.has(byte) || DELIMITERS.has(byte)) break
      this.at++
    }
    return this.#text(start, this.at)
  }

  #name(): PdfName {
    this.at++
    const raw = this.#word()
    return new PdfName(
      raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  }

  #array(): PdfValue[] {
    this.at++
    const items: PdfValue[] = []
    for (;;) {
      this.skipWhite()
      if (this.#bytes[this.at] === 93) break
      items.push(this.value())
    }
    this.at++
    return items
  }

  #dict(): PdfDict {
    this.at += 2
    const dict: PdfDict = new Map()
    for (;;) {
      this.skipWhite()
      if (this.#bytes[this.at] === 62) break
      const key = this.token()
      if (!(key instanceof PdfName)) throw new PdfRefused(sentence('pdf_fault.key'))
      dict.set(key.name, this.value())
    }
    this.at += 2
    return dict
  }

  #hex(): PdfString {
    const end = this.#bytes.indexOf(62, this.at)
    if (end < 0) throw new PdfRefused(sentence('pdf_fault.string'))
    const digits = this.#text(this.at + 1, end).replace(/[^0-9A-Fa-f]/g, '')
    this.at = end + 1
    return new PdfString(fromHex(digits.length % 2 ? `${digits}0` : digits))
  }

  #literal(): PdfString {
    const start = ++this.at
    const end = this.#literalEnd()
    // A plain array of numbers would take eight times the memory.
    const out = new Uint8Array(end - start)
    let length = 0
    while (this.at < end) {
      const byte = this.#bytes[this.at++]!
      const unescaped = byte === 92 ? this.#escape() : byte
      if (unescaped !== undefined) out[length++] = unescaped
    }
    this.at = end + 1
    return new PdfString(out.slice(0, length))
  }

  #literalEnd(): number {
    let open = 1
    for (let at = this.at; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at]
      if (byte === 92) at++
      else if (byte === 40) open++
      else if (byte === 41 && --open === 0) return at
    }
    throw new PdfRefused(sentence('pdf_fault.string'))
  }

  /** Returns the byte of an escape sequence, or undefined for a line continuation. */
  #escape(): number | undefined {
    const byte = this.#bytes[this.at++]!
    if (isOctal(byte)) {
      let value = byte - 48
      for (let digits = 1; digits < 3 && isOctal(this.#bytes[this.at]); digits++) {
        value = value * 8 + this.#bytes[this.at++]! - 48
      }
      return value & 0xff
    }
    if (byte === 13 && this.#bytes[this.at] === 10) this.at++
    if (byte === 10 || byte === 13) return undefined
    const special = 'nrtbf'.indexOf(String.fromCharCode(byte))
    return special < 0 ? byte : [10, 13, 9, 8, 12][special]!
  }
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 55

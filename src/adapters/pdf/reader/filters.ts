import { InflatedTooLong } from '../../platform/contract.ts'
import { isDict, type PdfDict, PdfRefused, type PdfValue } from './objects.ts'
import { pdfFaults } from './sentences.ts'

/** A stream filter other than Flate. Throws `InflatedTooLong` beyond `limit` bytes. */
type Decoder = (data: Uint8Array, limit: number, earlyChange: boolean) => Uint8Array

class Output {
  readonly #limit: number
  #bytes: Uint8Array
  length = 0

  constructor(expected: number, limit: number) {
    this.#limit = limit
    this.#bytes = new Uint8Array(Math.max(16, Math.min(expected, limit)))
  }

  push(byte: number): void {
    if (this.length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.length++] = byte
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Appends a copy of earlier bytes from `start`; the range may extend into the appended bytes. */
  repeat(start: number, length: number): void {
    if (this.length + length > this.#bytes.length) this.#grow(length)
    for (let at = start; at < start + length; at++) this.#bytes[this.length++] = this.#bytes[at]!
  }

  #grow(more: number): void {
    if (this.length + more > this.#limit) throw new InflatedTooLong()
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(this.length + more, 2 * this.#bytes.length)))
    larger.set(this.#bytes.subarray(0, this.length))
    this.#bytes = larger
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }
}

const isWhite = (byte: number): boolean => byte <= 32
const damaged = () => new RangeError('A stream is damaged.')

const hexDigit = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = (byte | 32) - 97
  if (letter < 0 || letter > 5) throw damaged()
  return letter + 10
}

const asciiHex: Decoder = (data, limit) => {
  const out = new Output(data.length / 2, limit)
  let high = -1
  for (const byte of data) {
    if (byte === 62) break
    if (isWhite(byte)) continue
    if (high < 0) high = hexDigit(byte)
    else {
      out.push(high * 16 + hexDigit(byte))
      high = -1
    }
  }
  if (high >= 0) out.push(high * 16)
  return out.bytes
}

const ascii85: Decoder = (data, limit) => {
  const out = new Output(data.length, limit)
  // Some programs include `<~`, which starts such text outside PDF.
  const start = data[0] === 60 && data[1] === 126 ? 2 : 0
  let value = 0
  let digits = 0
  const flush = (bytes: number) => {
    if (value > 0xffff_ffff) throw damaged()
    for (let byte = 0; byte < bytes; byte++) out.push(Math.floor(value / 256 ** (3 - byte)) % 256)
    value = 0
    digits = 0
  }
  for (let at = start; at < data.length; at++) {
    const byte = data[at]!
    if (byte === 126) break
    if (isWhite(byte)) continue
    if (byte === 122 && digits === 0) flush(4)
    else if (byte < 33 || byte > 117) throw damaged()
    else {
      value = value * 85 + byte - 33
      if (++digits === 5) flush(4)
    }
  }
  if (digits === 1) throw damaged()
  if (digits > 1) {
    const given = digits
    for (; digits < 5; digits++) value = value * 85 + 84
    flush(given - 1)
  }
  return out.bytes
}

const runLength: Decoder = (data, limit) => {
  const out = new Output(2 * data.length, limit)
  for (let at = 0; at < data.length; ) {
    const length = data[at++]!
    if (length === 128) break
    if (length < 128) {
      if (at + length >= data.length) throw damaged()
      out.append(data.subarray(at, at + length + 1))
      at += length + 1
    } else {
      const byte = data[at++]
      if (byte === undefined) throw damaged()
      for (let count = 257 - length; count > 0; count--) out.push(byte)
    }
  }
  return out.bytes
}

const CLEAR = 256
const END = 257
const MAX_CODES = 4096

const lzw: Decoder = (data, limit, earlyChange) => {
  const out = new Output(3 * data.length, limit)
  // Each code is a range of the output: its start and length.
  const starts = new Uint32Array(MAX_CODES)
  const lengths = new Uint16Array(MAX_CODES)
  const early = earlyChange ? 1 : 0
  let next = END + 1
  let width = 9
  let last: { start: number; length: number } | undefined
  let held = 0
  let bits = 0
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xff_ffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === END) break
    if (code === CLEAR) {
      next = END + 1
      width = 9
      last = undefined
      continue
    }
    const start = out.length
    if (code < CLEAR) out.push(code)
    else if (code < next) out.repeat(starts[code]!, lengths[code]!)
    else if (code === next && last) out.repeat(last.start, last.length + 1)
    else throw damaged()
    if (last && next < MAX_CODES) {
      starts[next] = last.start
      lengths[next] = last.length + 1
      next++
    }
    last = { start, length: out.length - start }
    if (next + early >= 1 << width && width < 12) width++
  }
  return out.bytes
}

/** Decoders by name and by abbreviation, which some programs use for any stream. */
export const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['ASCIIHexDecode', asciiHex],
  ['AHx', asciiHex],
  ['ASCII85Decode', ascii85],
  ['A85', ascii85],
  ['RunLengthDecode', runLength],
  ['RL', runLength],
  ['LZWDecode', lzw],
  ['LZW', lzw],
])

const unusual = () => new PdfRefused(pdfFaults.sentence('pdf_fault.predictor'))

interface Rows {
  rowBytes: number
  /** Bytes from a sample to the same sample of the previous pixel. */
  pixelBytes: number
  colours: number
  bits: number
}

export const unpredict = (data: Uint8Array, parameters: PdfValue): Uint8Array => {
  if (!isDict(parameters)) return data
  const predictor = numberOf(parameters, 'Predictor', 1)
  if (predictor === 1) return data
  const colours = numberOf(parameters, 'Colors', 1)
  const bits = numberOf(parameters, 'BitsPerComponent', 8)
  const rowBytes = Math.ceil((numberOf(parameters, 'Columns', 1) * colours * bits) / 8)
  const rows = { rowBytes, pixelBytes: Math.max(1, Math.ceil((colours * bits) / 8)), colours, bits }
  return predictor === 2 ? untiff(data, rows) : unpng(data, rows)
}

const numberOf = (parameters: PdfDict, key: string, absent: number): number => {
  const value = Number(parameters.get(key) ?? absent)
  if (!Number.isInteger(value) || value < 1) throw unusual()
  return value
}

/** Undoes differences from the pixel to the left. Supports samples of 8 bits, which programs write. */
const untiff = (data: Uint8Array, { rowBytes, colours, bits }: Rows): Uint8Array => {
  if (bits !== 8) throw unusual()
  const out = data.slice()
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(out.length, row + rowBytes)
    for (let at = row + colours; at < end; at++) out[at] = out[at]! + out[at - colours]!
  }
  return out
}

/** Undoes PNG filters, which the first byte of each row declares. */
const unpng = (data: Uint8Array, { rowBytes, pixelBytes }: Rows): Uint8Array => {
  const rows = Math.floor(data.length / (rowBytes + 1))
  const out = new Uint8Array(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (rowBytes + 1)]!
    if (filter > 4) throw unusual()
    const to = row * rowBytes
    for (let column = 0; column < rowBytes; column++) {
      const left = column >= pixelBytes ? out[to + column - pixelBytes]! : 0
      const above = row > 0 ? out[to + column - rowBytes]! : 0
      const aboveLeft = row > 0 && column >= pixelBytes ? out[to + column - rowBytes - pixelBytes]! : 0
      const predicted = predictedBy(filter, left, above, aboveLeft)
      out[to + column] = data[row * (rowBytes + 1) + 1 + column]! + predicted
    }
  }
  return out
}

const predictedBy = (filter: number, left: number, above: number, aboveLeft: number): number => {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, aboveLeft)
    default:
      return 0
  }
}

const paeth = (left: number, above: number, aboveLeft: number): number => {
  const estimate = left + above - aboveLeft
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - aboveLeft)]
  if (a <= b && a <= c) return left
  return b <= c ? above : aboveLeft
}

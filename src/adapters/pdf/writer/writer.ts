import { createSha256 } from '#platform/hash'
import { allocate, writeUtf8 } from '#platform/text'
import { nextTurn } from '#platform/turn'
import { deflate } from '#platform/zlib'
import { toHex, utf8 } from '../../../core/kernel/bytes.ts'

/** Output is passed on in chunks of this size; only the last one is shorter. */
const CHUNK_BYTES = 64 * 1024
/** Hashing and copying this much takes about a millisecond. */
const SLICE_BYTES = 1024 * 1024
/** The most bytes of a UTF-16 unit in UTF-8. */
const UTF8_UNIT_BYTES = 3
/** Digits of an offset in the cross-reference table. */
const XREF_DIGITS = 10

/**
 * Writes PDF objects in sequence and remembers only their offsets, so memory grows by eight bytes per object.
 * Numbers are reserved ahead, so an object may refer to one written later.
 *
 * Objects go directly into the current chunk without allocations. `drain` passes full chunks on; callers
 * await it often enough (after each piece, image or font).
 */
export class PdfWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>
  readonly #deflates: boolean
  readonly #hash = createSha256()
  #offsets = new Float64Array(1024)
  #count = 0
  /** Bytes before the current chunk. */
  #start = 0
  #chunk = allocate(CHUNK_BYTES)
  #used = 0
  #full: Uint8Array[] = []

  /** `deflates` is false for files that are rasterised at once: compressing would only take time. */
  constructor(write: (chunk: Uint8Array) => Promise<void>, { deflates = true } = {}) {
    this.#write = write
    this.#deflates = deflates
    this.#text('%PDF-1.6\n%')
    // Four high bytes mark the file as binary for transfer programs.
    this.#bytes(Uint8Array.of(0xe2, 0xe3, 0xcf, 0xd3, 0x0a))
  }

  /** Returns stream data with its filter entry, compressed unless disabled. */
  async packed(plain: Uint8Array): Promise<{ filter: string; data: Uint8Array }> {
    if (!this.#deflates) return { filter: '', data: plain }
    return { filter: '/Filter/FlateDecode', data: await deflate(plain) }
  }

  get bytes(): number {
    return this.#start + this.#used
  }

  reserve(): number {
    this.#count++
    if (this.#count >= this.#offsets.length) {
      const longer = new Float64Array(this.#offsets.length * 2)
      longer.set(this.#offsets)
      this.#offsets = longer
    }
    return this.#count
  }

  object(id: number, source: string): void {
    this.#offsets[id] = this.bytes
    this.#text(`${id} 0 obj\n${source}\nendobj\n`)
  }

  /** `entries` are the dictionary's entries without `Length`. */
  stream(id: number, entries: string, data: Uint8Array): void {
    this.#offsets[id] = this.bytes
    this.#text(`${id} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`)
    this.#bytes(data)
    this.#text('\nendstream\nendobj\n')
  }

  /** Writes a stream of megabytes in slices with turns of the event loop in between. */
  async largeStream(id: number, entries: string, data: Uint8Array): Promise<void> {
    this.#offsets[id] = this.bytes
    this.#text(`${id} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`)
    for (let at = 0; at < data.length; at += SLICE_BYTES) {
      this.#bytes(data.subarray(at, at + SLICE_BYTES))
      await this.drain()
      if (data.length > SLICE_BYTES) await nextTurn()
    }
    this.#text('\nendstream\nendobj\n')
    await this.drain()
  }

  get isFull(): boolean {
    return this.#full.length > 0
  }

  /** Passes full chunks on. They are never written to again, so the receiver may keep them. */
  async drain(): Promise<void> {
    const full = this.#full
    this.#full = []
    for (const chunk of full) await this.#write(chunk)
  }

  /** Writes cross-reference table and trailer. The file id is the hash of everything before it. */
  async finish(root: number, info: number): Promise<{ bytes: number; sha256: string }> {
    this.#closeChunk()
    await this.drain()
    const id = toHex(this.#hash.copy().digest()).slice(0, 32).toUpperCase()
    const start = this.bytes
    const size = this.#count + 1
    this.#text(`xref\n0 ${size}\n0000000000 65535 f \n`)
    for (let object = 1; object < size; object++) {
      this.#text(`${String(this.#offsets[object]).padStart(XREF_DIGITS, '0')} 00000 n \n`)
      if (this.isFull) await this.drain()
    }
    const trailer = `<</Size ${size}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>`
    this.#text(`trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`)
    this.#closeChunk()
    await this.drain()
    return { bytes: this.bytes, sha256: toHex(this.#hash.digest()) }
  }

  #text(text: string): void {
    if (text.length * UTF8_UNIT_BYTES <= CHUNK_BYTES - this.#used) {
      this.#used += writeUtf8(text, this.#chunk, this.#used)
    } else this.#bytes(utf8(text))
  }

  #bytes(data: Uint8Array): void {
    for (let at = 0; at < data.length; ) {
      const part = data.subarray(at, at + CHUNK_BYTES - this.#used)
      this.#chunk.set(part, this.#used)
      this.#used += part.length
      at += part.length
      if (this.#used === CHUNK_BYTES) this.#closeChunk()
    }
  }

  #closeChunk(): void {
    if (this.#used === 0) return
    const chunk = this.#chunk.subarray(0, this.#used)
    this.#hash.update(chunk)
    this.#full.push(chunk)
    this.#start += this.#used
    this.#used = 0
    this.#chunk = allocate(CHUNK_BYTES)
  }
}

/** Returns a text string: ASCII unchanged, anything else as UTF-16. */
export const pdfText = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  let digits = 'FEFF'
  for (let at = 0; at < text.length; at++) {
    digits += text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()
  }
  return `<${digits}>`
}

import { createHash } from 'node:crypto'

/** Output is handed on in chunks of about this size. */
const CHUNK_BYTES = 64 * 1024
const encoder = new TextEncoder()

/**
 * Writes PDF objects one after the other and remembers only where each begins: memory does not grow with
 * the pages but by eight bytes an object. Numbers are given out ahead, so an object may refer to one that
 * is written later.
 */
export class PdfWriter {
  bytes = 0
  readonly #write: (chunk: Uint8Array) => Promise<void>
  readonly #hash = createHash('sha256')
  #offsets = new Float64Array(1024)
  #count = 0
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  constructor(write: (chunk: Uint8Array) => Promise<void>) {
    this.#write = write
    // The four high bytes tell transfer programs that the file is binary.
    this.#push(Uint8Array.from([...encoder.encode('%PDF-1.6\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  }

  /** A number for an object that will be written some time. */
  reserve(): number {
    this.#count++
    if (this.#count >= this.#offsets.length) {
      const longer = new Float64Array(this.#offsets.length * 2)
      longer.set(this.#offsets)
      this.#offsets = longer
    }
    return this.#count
  }

  object(id: number, body: string): Promise<void> {
    this.#offsets[id] = this.bytes
    this.#push(encoder.encode(`${id} 0 obj\n${body}\nendobj\n`))
    return this.#drain()
  }

  /** `entries` are the dictionary's entries without `Length`. */
  stream(id: number, entries: string, data: Uint8Array): Promise<void> {
    this.#offsets[id] = this.bytes
    this.#push(encoder.encode(`${id} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`))
    this.#push(data)
    this.#push(encoder.encode('\nendstream\nendobj\n'))
    return this.#drain()
  }

  /** Cross-reference table and trailer. The file id is the hash of everything before it. */
  async finish(root: number, info: number): Promise<{ bytes: number; sha256: string }> {
    await this.#flush()
    const id = this.#hash.copy().digest('hex').slice(0, 32).toUpperCase()
    const start = this.bytes
    const size = this.#count + 1
    this.#push(encoder.encode(`xref\n0 ${size}\n0000000000 65535 f \n`))
    for (let object = 1; object < size; object++) {
      this.#push(encoder.encode(`${String(this.#offsets[object]).padStart(10, '0')} 00000 n \n`))
      if (this.#pendingBytes >= CHUNK_BYTES) await this.#drain()
    }
    const trailer = `<</Size ${size}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>`
    this.#push(encoder.encode(`trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`))
    await this.#flush()
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }

  #push(data: Uint8Array): void {
    this.#pending.push(data)
    this.#pendingBytes += data.length
    this.bytes += data.length
  }

  async #drain(): Promise<void> {
    if (this.#pendingBytes >= CHUNK_BYTES) await this.#flush()
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.concat(this.#pending, this.#pendingBytes)
    this.#pending = []
    this.#pendingBytes = 0
    this.#hash.update(chunk)
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
      await this.#write(chunk.subarray(at, at + CHUNK_BYTES))
  }
}

/** A text string: ASCII as it is, anything else as UTF-16. */
export const pdfText = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  return `<${utf16.toString('hex').toUpperCase()}>`
}

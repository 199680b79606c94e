import { nextTurn } from '#platform/turn'
import { inflateChunks } from '#platform/zlib'
import { crc32 } from '../../core/kernel/bytes.ts'
import type { WorkbookLimits } from './limits.ts'
import { refused, shown, workbookSentence } from './refused.ts'

interface Entry {
  /** The range of its bytes in the archive. */
  start: number
  end: number
  method: number
  size: number
  crc: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const MAX_COMMENT_BYTES = 0xffff
/** Marks sizes that are stored in the ZIP64 field. */
const IN_ZIP64 = 0xffffffff
const ZIP64_FIELD = 1
const CHUNK_BYTES = 64 * 1024

/** Reads a ZIP by its directory. Limits inflated bytes in total; checks sizes before and while inflating. */
export class Archive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #limits: WorkbookLimits
  readonly #entries = new Map<string, Entry>()
  #inflated = 0

  /** Throws `WorkbookRefused` if the archive is invalid, incomplete, encrypted or exceeds a limit. */
  constructor(bytes: Uint8Array, limits: WorkbookLimits) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
    this.#readDirectory()
  }

  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name))
  }

  /**
   * Yields a file in chunks, with a turn of the event loop after each. Throws `WorkbookRefused` if it is
   * missing, damaged or larger than `maxBytes`.
   */
  async *read(name: string, maxBytes = this.#limits.inflatedBytes): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(keyOf(name))
    if (!entry) throw refused(workbookSentence('xlsx_damaged.part_missing', { part: shown(name) }))
    if (entry.size > maxBytes) throw tooLarge(maxBytes, name)
    let size = 0
    let crc = 0
    for await (const chunk of this.#inflate(entry)) {
      size += chunk.length
      this.#inflated += chunk.length
      if (size > entry.size)
        throw refused(workbookSentence('xlsx_damaged.part_longer', { part: shown(name) }))
      if (this.#inflated > this.#limits.inflatedBytes) throw tooLarge(this.#limits.inflatedBytes)
      crc = crc32(chunk, crc)
      yield chunk
      await nextTurn()
    }
    if (size !== entry.size || crc !== entry.crc)
      throw refused(workbookSentence('xlsx_damaged.checksum', { part: shown(name) }))
  }

  async *#inflate({ start, end, method }: Entry): AsyncGenerator<Uint8Array> {
    const pieces = slicesOf(this.#bytes.subarray(start, end))
    try {
      yield* method === 0 ? pieces : inflateChunks(pieces, CHUNK_BYTES, 'raw')
    } catch {
      throw refused(workbookSentence('xlsx_damaged.inflate'))
    }
  }

  #readDirectory(): void {
    const end = this.#findEnd()
    const count = this.#view.getUint16(end + 10, true)
    if (count > this.#limits.entries) {
      throw refused(workbookSentence('file_too_complex.files', { files: count, limit: this.#limits.entries }))
    }
    let at = this.#view.getUint32(end + 16, true)
    for (let index = 0; index < count; index++) at = this.#readEntry(at)
    const declared = [...this.#entries.values()].reduce((sum, { size }) => sum + size, 0)
    if (declared > this.#limits.inflatedBytes) throw tooLarge(this.#limits.inflatedBytes)
  }

  #findEnd(): number {
    const last = this.#bytes.length - END_LENGTH
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
      if (this.#view.getUint32(at, true) === END) return at
    }
    throw refused(workbookSentence('xlsx_damaged.no_end'))
  }

  /** Reads a directory entry and returns the start of the next one. */
  #readEntry(at: number): number {
    if (!this.#holds(at, CENTRAL_LENGTH, CENTRAL)) throw refused(workbookSentence('xlsx_damaged.directory'))
    const view = this.#view
    const nameEnd = at + CENTRAL_LENGTH + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    if (extraEnd > this.#bytes.length) throw refused(workbookSentence('xlsx_damaged.directory_cut'))
    const name = new TextDecoder().decode(this.#bytes.subarray(at + CENTRAL_LENGTH, nameEnd))
    if ((view.getUint16(at + 8, true) & 1) !== 0) {
      throw refused(workbookSentence('xlsx_encrypted.file'))
    }
    const [size, packed, offset] = this.#sizesOf(at, nameEnd, extraEnd)
    if (!this.#holds(offset, LOCAL_LENGTH, LOCAL))
      throw refused(workbookSentence('xlsx_damaged.part_misplaced', { part: shown(name) }))
    const start =
      offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const entry = {
      start,
      end: start + packed,
      method: view.getUint16(at + 10, true),
      size,
      crc: view.getUint32(at + 16, true),
    }
    if (entry.end > this.#bytes.length)
      throw refused(workbookSentence('xlsx_damaged.part_cut', { part: shown(name) }))
    if (entry.method !== 0 && entry.method !== 8)
      throw refused(workbookSentence('xlsx_damaged.part_coding', { part: shown(name) }))
    // Programs disagree on which of two files with one name to read.
    if (this.#entries.has(keyOf(name)))
      throw refused(workbookSentence('xlsx_damaged.part_twice', { part: shown(name) }))
    this.#entries.set(keyOf(name), entry)
    return extraEnd + view.getUint16(at + 32, true)
  }

  /** Returns size, packed size and offset, each from the ZIP64 field if it is there. */
  #sizesOf(at: number, extra: number, extraEnd: number): [number, number, number] {
    const view = this.#view
    const own = [24, 20, 42].map((place) => view.getUint32(at + place, true))
    let place = extra
    while (place + 4 <= extraEnd && view.getUint16(place, true) !== ZIP64_FIELD) {
      place += 4 + view.getUint16(place + 2, true)
    }
    place += 4
    const sizes = own.map((value) => {
      if (value !== IN_ZIP64) return value
      if (place + 8 > extraEnd) throw refused(workbookSentence('xlsx_damaged.directory_cut'))
      place += 8
      return Number(view.getBigUint64(place - 8, true))
    })
    return sizes as [number, number, number]
  }

  #holds(at: number, length: number, signature: number): boolean {
    return at + length <= this.#bytes.length && this.#view.getUint32(at, true) === signature
  }
}

/** Names are case-insensitive (OPC), and some programs write backslashes. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** `part` names a single part that is too large. */
const tooLarge = (most: number, part?: string) => {
  const limit = most / 1e6
  return refused(
    part === undefined
      ? workbookSentence('file_too_complex.unpacked', { limit })
      : workbookSentence('file_too_complex.unpacked_part', { limit, part: shown(part) }),
  )
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

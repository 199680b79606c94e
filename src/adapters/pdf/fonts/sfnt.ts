import { latin1, latin1Bytes } from '#platform/text'
import { unpackWoff2 } from '#platform/woff2'
import { inflateNow } from '#platform/zlib'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { Fault } from '../../../core/kernel/sentences.ts'
import { inspectionSentences } from '../sentences.ts'

const { sentence } = inspectionSentences

export class FontRefused extends Fault<
  'font_damaged' | 'font_not_embeddable' | 'font_collection' | 'file_too_complex'
> {}

interface SfntTable {
  tag: string
  data: Uint8Array
}

interface Sfnt {
  /** The outline format: `\0\x01\0\0`, `true` or `OTTO`. */
  flavour: string
  tables: SfntTable[]
}

/** A font has a few dozen tables. */
const MAX_TABLES = 200

/** Reads the tables of a font whose directory is at `start`. Throws `FontRefused` if one exceeds the file. */
export const readSfnt = (bytes: Uint8Array, start = 0): Sfnt => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < start + 12) throw new FontRefused(sentence('font_damaged.ends_early'))
  const count = view.getUint16(start + 4)
  if (start + 12 + count * 16 > bytes.length || count > MAX_TABLES)
    throw new FontRefused(sentence('font_damaged.ends_early'))
  const tables: SfntTable[] = []
  for (let index = 0; index < count; index++) {
    const entry = start + 12 + index * 16
    const tag = latin1(bytes, entry, entry + 4)
    const from = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    if (from + length > bytes.length)
      throw new FontRefused(sentence('font_damaged.ends_in_table', { table: tag.trim() }))
    tables.push({ tag, data: bytes.subarray(from, from + length) })
  }
  return { flavour: latin1(bytes, start, start + 4), tables }
}

export const writeSfnt = ({ flavour, tables }: Sfnt): Uint8Array => {
  const sorted = [...tables].sort((a, b) => (a.tag < b.tag ? -1 : 1))
  const head = new Uint8Array(12 + sorted.length * 16)
  const view = new DataView(head.buffer)
  head.set(latin1Bytes(flavour))
  const power = 2 ** Math.floor(Math.log2(Math.max(1, sorted.length)))
  view.setUint16(4, sorted.length)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, (sorted.length - power) * 16)
  const parts: Uint8Array[] = [head]
  let at = head.length
  for (const [index, { tag, data }] of sorted.entries()) {
    const entry = 12 + index * 16
    head.set(latin1Bytes(tag), entry)
    view.setUint32(entry + 4, checksum(data))
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, data.length)
    const filled = Math.ceil(data.length / 4) * 4
    parts.push(data, new Uint8Array(filled - data.length))
    at += filled
  }
  return concatenate(parts)
}

const checksum = (data: Uint8Array): number => {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) {
    const word =
      (data[at]! << 24) | ((data[at + 1] ?? 0) << 16) | ((data[at + 2] ?? 0) << 8) | (data[at + 3] ?? 0)
    sum = (sum + word) >>> 0
  }
  return sum
}

/** The limit of an unpacked font, equal to that of an operator's font. */
const MAX_FONT_BYTES = 32 * 1024 * 1024
const MAX_NAMED = 20

/**
 * Returns the font of a file as TrueType or OpenType. Unpacks WOFF and WOFF2, and extracts font number `face`
 * (from 1) of a collection. Throws `FontRefused`.
 */
export const unpackFont = async (bytes: Uint8Array, face: number | undefined): Promise<Uint8Array> => {
  const plain = await unpacked(bytes)
  if (latin1(plain, 0, 4) === 'ttcf') return fontOfCollection(plain, face)
  if (face !== undefined && face !== 1)
    throw new FontRefused(sentence('font_collection.face', { fonts: 1, face }))
  return plain
}

const unpacked = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const signature = latin1(bytes, 0, 4)
  if (signature === 'wOFF') return unpackWoff(bytes)
  if (signature !== 'wOF2') return bytes
  const total = bytes.length >= 20 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(16) : 0
  if (total > MAX_FONT_BYTES) throw tooLarge()
  if (!unpackWoff2) throw new FontRefused(sentence('font_not_embeddable.woff2'))
  try {
    return await unpackWoff2(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new FontRefused(sentence('font_damaged.packed', { format: 'WOFF2' }))
  }
}

const tooLarge = () =>
  new FontRefused(sentence('file_too_complex.font_bytes', { limit: MAX_FONT_BYTES / 1024 / 1024 }))

/** Unpacks WOFF. Its directory has 20 bytes per table; tables are deflated if that makes them smaller. */
const unpackWoff = (bytes: Uint8Array): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const damaged = () => new FontRefused(sentence('font_damaged.packed', { format: 'WOFF' }))
  if (bytes.length < 44) throw damaged()
  const count = view.getUint16(12)
  if (44 + count * 20 > bytes.length) throw damaged()
  const tables: SfntTable[] = []
  let total = 0
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20
    const from = view.getUint32(entry + 4)
    const packed = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    total += length
    if (total > MAX_FONT_BYTES) throw tooLarge()
    if (from + packed > bytes.length) throw damaged()
    const data = bytes.subarray(from, from + packed)
    try {
      tables.push({
        tag: latin1(bytes, entry, entry + 4),
        data: packed < length ? inflateNow(data, length) : data,
      })
    } catch {
      throw damaged()
    }
  }
  return writeSfnt({ flavour: latin1(bytes, 4, 8), tables })
}

/** Extracts a font. Throws `FontRefused`, which lists the fonts if there are several and none is chosen. */
const fontOfCollection = (bytes: Uint8Array, face: number | undefined): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fonts = bytes.length < 12 ? 0 : view.getUint32(8)
  if (fonts === 0 || 12 + fonts * 4 > bytes.length) throw new FontRefused(sentence('font_damaged.ends_early'))
  if (face !== undefined && face > fonts)
    throw new FontRefused(sentence('font_collection.face', { fonts, face }))
  if (face === undefined && fonts > 1) {
    const named = Array.from({ length: Math.min(fonts, MAX_NAMED) }, (_, index) => {
      const { tables } = readSfnt(bytes, view.getUint32(12 + index * 4))
      return `${index + 1} ${fullName(tables) ?? '?'}`
    })
    throw new FontRefused(sentence('font_collection.choose', { fonts, names: named.join(', ') }))
  }
  return writeSfnt(readSfnt(bytes, view.getUint32(12 + ((face ?? 1) - 1) * 4)))
}

const FULL_NAME = 4
const WINDOWS = 3

/** Returns the full name of a font in the first language of its Windows names. */
const fullName = (tables: readonly SfntTable[]): string | undefined => {
  const data = tables.find(({ tag }) => tag === 'name')?.data
  if (!data || data.length < 6) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const strings = view.getUint16(4)
  for (let at = 6; at + 12 <= data.length && at < 6 + view.getUint16(2) * 12; at += 12) {
    if (view.getUint16(at) !== WINDOWS || view.getUint16(at + 6) !== FULL_NAME) continue
    const start = strings + view.getUint16(at + 10)
    const text = data.subarray(start, start + view.getUint16(at + 8))
    return new TextDecoder('utf-16be').decode(text).slice(0, 60)
  }
  return undefined
}

import { latin1, latin1Bytes } from '#platform/text'
import { concatenate } from '../../../core/kernel/bytes.ts'
import { Fault } from '../../../core/kernel/fault.ts'
import { inspectionSentences } from '../sentences.ts'

const { say } = inspectionSentences

/** The file is no font that can be used. */
export class FontRefused extends Fault<
  'font_damaged' | 'font_not_embeddable' | 'font_collection' | 'file_too_complex'
> {}

export interface SfntTable {
  tag: string
  data: Uint8Array
}

export interface Sfnt {
  /** What its outlines are: `\0\x01\0\0`, `true` or `OTTO`. */
  flavour: string
  tables: SfntTable[]
}

/** A font has a few dozen tables. */
const MAX_TABLES = 200

/** The tables of a font whose directory is at `start`. Throws `FontRefused` where one lies beyond the end. */
export const readSfnt = (bytes: Uint8Array, start = 0): Sfnt => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < start + 12) throw new FontRefused(say('font_damaged.ends_early'))
  const count = view.getUint16(start + 4)
  if (start + 12 + count * 16 > bytes.length || count > MAX_TABLES)
    throw new FontRefused(say('font_damaged.ends_early'))
  const tables: SfntTable[] = []
  for (let index = 0; index < count; index++) {
    const entry = start + 12 + index * 16
    const tag = latin1(bytes, entry, entry + 4)
    const from = view.getUint32(entry + 8)
    const length = view.getUint32(entry + 12)
    if (from + length > bytes.length)
      throw new FontRefused(say('font_damaged.ends_in_table', { table: tag.trim() }))
    tables.push({ tag, data: bytes.subarray(from, from + length) })
  }
  return { flavour: latin1(bytes, start, start + 4), tables }
}

/** A font file of these tables. */
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

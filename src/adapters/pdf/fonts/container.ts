import { latin1 } from '#platform/text'
import { unpackWoff2 } from '#platform/woff2'
import { inflateNow } from '#platform/zlib'
import { inspectionSentences } from '../sentences.ts'
import { FontRefused, readSfnt, type SfntTable, writeSfnt } from './sfnt.ts'

const { say } = inspectionSentences

/** Bytes of a font once it is unpacked: as many as an operator's font may have. */
export const MAX_FONT_BYTES = 32 * 1024 * 1024
/** The most fonts of a collection that are named. */
const MOST_NAMED = 20

/**
 * The one font of a file, as TrueType or OpenType: WOFF and WOFF2 are unpacked, and of a collection the font with
 * the number `face`, from 1, is taken out. Throws `FontRefused`.
 */
export const unpackFont = async (bytes: Uint8Array, face: number | undefined): Promise<Uint8Array> => {
  const plain = await unpacked(bytes)
  if (latin1(plain, 0, 4) === 'ttcf') return fontOfCollection(plain, face)
  if (face !== undefined && face !== 1) throw new FontRefused(say('font_collection.face', { fonts: 1, face }))
  return plain
}

const unpacked = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const signature = latin1(bytes, 0, 4)
  if (signature === 'wOFF') return unpackWoff(bytes)
  if (signature !== 'wOF2') return bytes
  const total = bytes.length >= 20 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(16) : 0
  if (total > MAX_FONT_BYTES) throw tooLarge()
  if (!unpackWoff2) throw new FontRefused(say('font_not_embeddable.woff2'))
  try {
    return await unpackWoff2(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new FontRefused(say('font_damaged.packed', { format: 'WOFF2' }))
  }
}

const tooLarge = () =>
  new FontRefused(say('file_too_complex.font_bytes', { limit: MAX_FONT_BYTES / 1024 / 1024 }))

/** WOFF: a directory of 20 bytes for each table, which is deflated where that makes it smaller. */
const unpackWoff = (bytes: Uint8Array): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const damaged = () => new FontRefused(say('font_damaged.packed', { format: 'WOFF' }))
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

/** Throws where it holds several fonts and none of them is chosen, which names them. */
const fontOfCollection = (bytes: Uint8Array, face: number | undefined): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fonts = bytes.length < 12 ? 0 : view.getUint32(8)
  if (fonts === 0 || 12 + fonts * 4 > bytes.length) throw new FontRefused(say('font_damaged.ends_early'))
  if (face !== undefined && face > fonts) throw new FontRefused(say('font_collection.face', { fonts, face }))
  if (face === undefined && fonts > 1) {
    const named = Array.from({ length: Math.min(fonts, MOST_NAMED) }, (_, index) => {
      const { tables } = readSfnt(bytes, view.getUint32(12 + index * 4))
      return `${index + 1} ${fullName(tables) ?? '?'}`
    })
    throw new FontRefused(say('font_collection.choose', { fonts, names: named.join(', ') }))
  }
  return writeSfnt(readSfnt(bytes, view.getUint32(12 + ((face ?? 1) - 1) * 4)))
}

const FULL_NAME = 4
const WINDOWS = 3

/** The full name of a font, in the first language of its Windows names. */
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

import { readSfnt } from './sfnt.ts'

const CHARSET = 15
const CHAR_STRINGS = 17
/** Follows the escape byte 12. */
const ROS = 30

/**
 * Returns the CFF outlines of an OpenType font for embedding, with CIDs equal to the glyph ids that pages
 * use. A font that isn't CID-keyed stays as it is, because a PDF addresses its glyphs by index.
 */
export const cffForPdf = (font: Uint8Array): Uint8Array => {
  const cff = readSfnt(font).tables.find(({ tag }) => tag === 'CFF ')?.data
  if (!cff) throw new Error('The font has no CFF outlines')
  return withIdentity(cff)
}

const withIdentity = (cff: Uint8Array): Uint8Array => {
  const top = topDictionary(cff)
  if (!top.has(1200 + ROS)) return cff
  const charset = top.get(CHARSET)?.[0] ?? 0
  const charStrings = top.get(CHAR_STRINGS)?.[0]
  if (charStrings === undefined) throw new Error('The CFF has no glyphs')
  const glyphs = (cff[charStrings]! << 8) | cff[charStrings + 1]!
  // Format 2 with one range of CIDs from 1, which is shorter than any other charset.
  const left = Math.max(0, glyphs - 2)
  const identity = Uint8Array.of(2, 0, 1, left >> 8, left & 0xff)
  const length = charset > 2 ? charsetLength(cff, charset, glyphs) : 0
  if (glyphs < 2 || length < identity.length) return glyphs < 2 ? cff : replaced(cff, charset, glyphs)
  const own = cff.slice()
  own.set(identity, charset)
  return own
}

/** Writes the CIDs into a format 0 charset that is too short for a range: three bytes, for one glyph. */
const replaced = (cff: Uint8Array, charset: number, glyphs: number): Uint8Array => {
  if (charset <= 2 || cff[charset] !== 0) throw new Error('The CFF has no charset')
  const own = cff.slice()
  for (let glyph = 1; glyph < glyphs; glyph++) {
    own[charset + glyph * 2 - 1] = glyph >> 8
    own[charset + glyph * 2] = glyph
  }
  return own
}

const charsetLength = (cff: Uint8Array, at: number, glyphs: number): number => {
  const format = cff[at]!
  if (format === 0) return 1 + (glyphs - 1) * 2
  const size = format === 1 ? 3 : 4
  let length = 1
  for (let covered = 1; covered < glyphs; length += size) {
    const from = at + length + 2
    covered += 1 + (format === 1 ? cff[from]! : (cff[from]! << 8) | cff[from + 1]!)
  }
  return length
}

/** Returns the operands of the first top dictionary by operator. Escaped operators count from 1200. */
const topDictionary = (cff: Uint8Array): Map<number, number[]> => {
  const names = cff[2]!
  const start = indexEnd(cff, names)
  const offSize = cff[start + 2]!
  const data = start + 3 + offSize * (((cff[start]! << 8) | cff[start + 1]!) + 1) - 1
  return dictionary(
    cff.subarray(data + offset(cff, start + 3, offSize), data + offset(cff, start + 3 + offSize, offSize)),
  )
}

const offset = (cff: Uint8Array, at: number, size: number): number => {
  let value = 0
  for (let byte = 0; byte < size; byte++) value = value * 256 + cff[at + byte]!
  return value
}

const indexEnd = (cff: Uint8Array, at: number): number => {
  const count = (cff[at]! << 8) | cff[at + 1]!
  if (count === 0) return at + 2
  const size = cff[at + 2]!
  return at + 3 + size * (count + 1) - 1 + offset(cff, at + 3 + size * count, size)
}

const dictionary = (data: Uint8Array): Map<number, number[]> => {
  const entries = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < data.length; ) {
    const byte = data[at++]!
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + data[at++]! : byte
      entries.set(operator, operands)
      operands = []
    } else if (byte === 28) {
      operands.push((((data[at]! << 8) | data[at + 1]!) << 16) >> 16)
      at += 2
    } else if (byte === 29) {
      operands.push((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!)
      at += 4
    } else if (byte === 30) {
      // A real number, which no entry read here contains.
      while (at < data.length && (data[at++]! & 15) !== 15);
      operands.push(Number.NaN)
    } else if (byte < 247) operands.push(byte - 139)
    else if (byte < 251) operands.push((byte - 247) * 256 + data[at++]! + 108)
    else operands.push(-(byte - 251) * 256 - data[at++]! - 108)
  }
  return entries
}

import { expect, test } from 'vitest'
import { cffForPdf } from '../../src/adapters/pdf/fonts/cff.ts'
import { readSfnt, writeSfnt } from '../../src/adapters/pdf/fonts/sfnt.ts'

const u16 = (value: number) => [value >> 8, value & 255]
/** Encodes an operand in five bytes, whatever its value. */
const number = (value: number) => [29, 0, 0, ...u16(value)]
const index = (...items: number[][]) => {
  if (items.length === 0) return [0, 0]
  const ends = items.map((_, at) => items.slice(0, at + 1).flat().length + 1)
  return [...u16(items.length), 1, 1, ...ends, ...items.flat()]
}

/** The CFF of an OpenType font with this charset, CID-keyed or not. */
const fontOf = (glyphs: number, charset: number[], isKeyed: boolean): Uint8Array => {
  const dictionary = (charsetAt: number, glyphsAt: number) => [
    ...(isKeyed ? [...number(391), ...number(392), ...number(0), 12, 30] : []),
    ...number(charsetAt),
    15,
    ...number(glyphsAt),
    17,
  ]
  const start = [1, 0, 4, 1, ...index([65])]
  const length = start.length + index(dictionary(0, 0)).length + 4
  const bytes = [
    ...[...start, ...index(dictionary(length, length + charset.length)), ...index(), ...index()],
    ...[...charset, ...index(...Array.from({ length: glyphs }, () => [14]))],
  ]
  return writeSfnt({ flavour: 'OTTO', tables: [{ tag: 'CFF ', data: Uint8Array.from(bytes) }] })
}

const cids = [100, 200, 300].flatMap(u16)

test.each<[string, number, number[], number[]]>([
  ['a format 0 charset', 4, [0, ...cids], [2, 0, 1, 0, 2]],
  ['a format 1 charset', 4, [1, ...u16(100), 0, ...u16(200), 1], [2, 0, 1, 0, 2]],
  ['a format 2 charset', 4, [2, ...u16(100), ...u16(2)], [2, 0, 1, 0, 2]],
  ['a charset of one glyph', 2, [0, ...u16(100)], [0, 0, 1]],
])('of a CID-keyed font, %s is replaced by glyph ids', (_what, glyphs, charset, expected) => {
  const font = fontOf(glyphs, charset, true)
  const given = readSfnt(font).tables[0]!.data
  const at = Buffer.from(given).indexOf(Buffer.from(charset))
  expect([...cffForPdf(font).subarray(at, at + expected.length)]).toEqual(expected)
})

test('a font that isn’t CID-keyed is embedded unchanged', () => {
  const font = fontOf(4, [0, ...cids], false)
  expect(cffForPdf(font)).toEqual(readSfnt(font).tables[0]!.data)
})

import { writeSfnt } from '../../src/adapters/pdf/fonts/sfnt.ts'

/** Left, bottom, width and height in thousandths of the font size. */
type Bar = readonly [x: number, y: number, w: number, h: number]

const box: readonly Bar[] = [
  [150, 0, 80, 760],
  [770, 0, 80, 760],
  [230, 680, 540, 80],
  [230, 0, 540, 80],
]

/** Ideographs made of bars. */
export const ideographs: Readonly<Record<string, readonly Bar[]>> = {
  一: [[80, 350, 840, 80]],
  二: [
    [180, 620, 640, 80],
    [80, 60, 840, 80],
  ],
  三: [
    [150, 680, 700, 80],
    [200, 340, 600, 80],
    [80, 0, 840, 80],
  ],
  十: [
    [80, 400, 840, 80],
    [460, -80, 80, 920],
  ],
  口: box,
  日: [...box, [230, 340, 540, 80]],
}

const u16 = (value: number) => [(value >> 8) & 255, value & 255]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]
const number = (value: number) => [28, ...u16(value)]
/**
 * Encodes a number as an operand of five bytes, whatever its value, so that sizes do not depend on offsets.
 */
const place = (value: number) => [29, ...u32(value)]
const index = (items: readonly (readonly number[])[]): number[] => {
  if (items.length === 0) return [0, 0]
  let end = 1
  const ends = items.map((item) => {
    end += item.length
    return u16(end)
  })
  return [...u16(items.length), 2, ...u16(1), ...ends.flat(), ...items.flat()]
}
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

/** Returns a glyph's charstring, which draws every bar with one global subroutine, as compact fonts do. */
const charStringOf = (bars: readonly Bar[]): number[] => {
  let [x, y] = [0, 0]
  const drawn = bars.flatMap(([left, bottom, w, h]) => {
    const moved = [...number(left - x), ...number(bottom - y), 21]
    ;[x, y] = [left, bottom + h]
    return [...moved, ...number(w), ...number(h), ...number(-w), ...number(-107), 29]
  })
  return [...drawn, 14]
}

/**
 * Returns the `CFF` table. CIDs differ from glyph ids, and there are two font dictionaries, as in fonts with
 * many glyphs.
 */
const cffOf = (glyphs: readonly (readonly Bar[])[]): Uint8Array => {
  const charStrings = index([[14], ...glyphs.map(charStringOf)])
  const charset = [0, ...glyphs.flatMap((_, at) => u16(1200 + 37 * at))]
  const half = Math.ceil(glyphs.length / 2)
  const select = [3, ...u16(2), ...u16(0), 0, ...u16(half), 1, ...u16(glyphs.length + 1)]
  const wide = [...number(1000), 20]
  const dictionaryOf = (at: number) => [...place(wide.length), ...place(at), 18]
  const top = (at: readonly number[]) => [
    ...[...number(391), ...number(392), ...number(0), 12, 30],
    ...[...number(20_000), 12, 34],
    ...[...place(at[0]!), 15, ...place(at[1]!), 17, ...place(at[2]!), 12, 37, ...place(at[3]!), 12, 36],
  ]
  const beginning = (at: readonly number[]) => [
    ...[1, 0, 4, 4, ...index([ascii('CjkTest')]), ...index([top(at)])],
    ...[...index([ascii('Adobe'), ascii('Japan1')]), ...index([[6, 11]])],
  ]
  const start = beginning([0, 0, 0, 0]).length
  const places = [start]
  for (const part of [charset, charStrings, select]) places.push(places.at(-1)! + part.length)
  const privates = places[3]! + index([dictionaryOf(0), dictionaryOf(0)]).length
  const fonts = index([dictionaryOf(privates), dictionaryOf(privates + wide.length)])
  return Uint8Array.from([
    ...[...beginning(places), ...charset, ...charStrings, ...select],
    ...[...fonts, ...wide, ...wide],
  ])
}

const cmapOf = (characters: readonly string[]): number[] => {
  const groups = characters
    .map((character, at) => [character.codePointAt(0)!, at + 1] as const)
    .sort(([one], [other]) => one - other)
  const table = [
    ...[...u16(12), ...u16(0), ...u32(16 + groups.length * 12), ...u32(0), ...u32(groups.length)],
    ...groups.flatMap(([code, glyph]) => [...u32(code), ...u32(code), ...u32(glyph)]),
  ]
  return [...u16(0), ...u16(1), ...u16(3), ...u16(10), ...u32(12), ...table]
}

const nameOf = (): number[] => {
  const names = [
    [1, 'Cjk Test'],
    [2, 'Regular'],
    [4, 'Cjk Test'],
    [6, 'CjkTest'],
  ] as const
  const strings = names.map(([, text]) => [...text].flatMap((letter) => [0, letter.charCodeAt(0)]))
  let at = 0
  const records = names.map(([id], which) => {
    const length = strings[which]!.length
    const record = [...u16(3), ...u16(1), ...u16(0x409), ...u16(id), ...u16(length), ...u16(at)]
    at += length
    return record
  })
  return [
    ...u16(0),
    ...u16(names.length),
    ...u16(6 + names.length * 12),
    ...records.flat(),
    ...strings.flat(),
  ]
}

/** Returns an OpenType font with CID-keyed PostScript outlines, like most CJK fonts. */
export const cjkFont = (): Uint8Array => {
  const characters = Object.keys(ideographs)
  const count = characters.length + 1
  const zeros = (length: number) => Array.from({ length }, () => 0)
  const os2 = [...u16(4), ...u16(1000), ...u16(400), ...u16(5), ...u16(0), ...zeros(86)]
  const tables: Readonly<Record<string, readonly number[]>> = {
    'OS/2': os2,
    cmap: cmapOf(characters),
    head: [
      ...[...u32(0x1_0000), ...u32(0x1_0000), ...u32(0), ...u32(0x5f0f3cf5), ...u16(3), ...u16(1000)],
      ...[...zeros(16), ...u16(0), ...u16(-200), ...u16(1000), ...u16(900), ...zeros(2)],
      ...[...u16(3), ...u16(2), ...u16(0), ...u16(0)],
    ],
    hhea: [...u32(0x1_0000), ...u16(880), ...u16(-120), ...u16(0), ...u16(1000), ...zeros(22), ...u16(1)],
    hmtx: [...u16(1000), ...u16(0), ...characters.flatMap(() => u16(0))],
    maxp: [...u32(0x5000), ...u16(count)],
    name: nameOf(),
    post: [...u32(0x3_0000), ...zeros(28)],
  }
  return writeSfnt({
    flavour: 'OTTO',
    tables: [
      { tag: 'CFF ', data: cffOf(Object.values(ideographs)) },
      ...Object.entries(tables).map(([tag, data]) => ({ tag, data: Uint8Array.from(data) })),
    ],
  })
}

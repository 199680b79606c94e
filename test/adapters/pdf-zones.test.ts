import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import { compileTemplate } from '../../src/adapters/pdf/compile/compile.ts'
import { loadFace } from '../../src/adapters/pdf/fonts/book.ts'
import { subsetFonts } from '../../src/adapters/pdf/fonts/subset.ts'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import type { BoxMm } from '../../src/core/kernel/finding.ts'
import { inset } from '../../src/core/template/geometry.ts'
import type { Sheet } from '../../src/core/template/sheet.ts'
import { drawingOf, streamOf } from '../support/pdf-drawings.ts'
import { documentOf } from '../support/render-fixtures.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const zones = {
  address: { x: 118, y: 50, w: 82, h: 27 },
  sender: { x: 118, y: 44, w: 82, h: 5 },
  clear: { x: 118, y: 36, w: 82, h: 8 },
  coding: { x: 25, y: 250, w: 60, h: 12 },
  sequence: { x: 10, y: 100, w: 5, h: 40 },
  mark: { x: 10, y: 160, w: 8, h: 30 },
  postage: { x: 150, y: 5, w: 50, h: 25 },
} as const
type Kind = keyof typeof zones
const letter: Sheet = {
  ...{ trim: { w: 210, h: 297 }, bleed: 3, safe: 4, plex: 'simplex', pages: { min: 1, max: 2 } },
  zones: Object.entries(zones).map(([kind, box]) => ({ kind: kind as Kind, page: 1, ...box })),
  colourProfile: 'FOGRA39',
}

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(3)
/** Operators that fill a box in mm from the top left of the trim box. */
const filled = (colour: string, { x, y, w, h }: BoxMm): string =>
  `${colour} ${[x + 3, 300 - y - h, w, h].map(points).join(' ')} re f `

/** Resources of the pages: a font with square letters, patterns, masks and a form. */
const [letters, square] = [
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65/Widths[900]/Encoding<</Differences[65/a]>>/CharProcs<</a 6 0 R>>/Resources<<>>>>',
  streamOf('900 0 0 0 700 700 d1 0 0 700 700 re f'),
]
const tile = (dict: string, content: string) =>
  streamOf(content, `/Type/Pattern/PatternType 1/TilingType 1/Resources<</Font<</F 5 0 R>>>>${dict}`)
const group = (content: string) =>
  streamOf(
    content,
    `/Type/XObject/Subtype/Form/Group<</S/Transparency/CS/DeviceGray>>/BBox[0 0 999 999]/Resources<</Font<</F 5 0 R>>>>`,
  )
/** A text of five letters (15.9 mm) at a position in mm of the sheet. */
const text = ({ x, y }: { x: number; y: number }, colour = black) =>
  `${colour} BT /F 10 Tf ${points(x + 3)} ${points(300 - y)} Td (AAAAA) Tj ET `
const black = '0 0 0 1 k'
const inAddress = { x: 120, y: 60 }
/** A font with outlines, because Type 3 glyphs don't clip. */
const outlines = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
)
const [letterA] = [(await loadFace(outlines)).glyphOf(0x41)]
const [subset] = await subsetFonts([{ bytes: outlines, glyphs: [letterA] }])
const named = [
  letters,
  square,
  tile('/PaintType 1/BBox[0 0 700 900]/XStep 700/YStep 900', text(inAddress)),
  tile('/PaintType 1/BBox[0 0 700 900]/XStep 700/YStep 900', text({ x: 20, y: 200 })),
  tile(
    '/PaintType 1/BBox[0 0 60 20]/XStep 60/YStep 30/Matrix[.9 .1 -.1 .9 5 5]',
    'BT /F 10 Tf 2 2 Td (A) Tj ET',
  ),
  tile('/PaintType 1/BBox[0 0 4 4]/XStep 4/YStep 4', '.1 g 1 1 .5 .5 re f'),
  group(text(inAddress, '1 g')),
  group(text({ x: 20, y: 200 }, '1 g')),
  streamOf('0 0 999 999 re f', '/Type/XObject/Subtype/Form/BBox[0 0 999 999]'),
  tile('/PaintType 2/BBox[0 0 60 20]/XStep 60/YStep 30', 'BT /F 10 Tf 2 2 Td (A) Tj ET'),
  '<</Type/Font/Subtype/Type0/BaseFont/Noto/Encoding/Identity-H/DescendantFonts[16 0 R]>>',
  '<</Type/Font/Subtype/CIDFontType2/BaseFont/Noto/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 639/CIDToGIDMap/Identity/FontDescriptor 17 0 R>>',
  '<</Type/FontDescriptor/FontName/Noto/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/FontFile2 18 0 R>>',
  streamOf(Buffer.from(subset!)),
  streamOf(
    text(inAddress, ''),
    '/Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<</Font<</F 5 0 R>>>>',
  ),
]
const resources = `/Resources<</Font<</F 5 0 R/O 15 0 R>>/ColorSpace<</C[/Pattern/DeviceGray]>>/Pattern<</In 7 0 R/Out 8 0 R/Small 9 0 R/Dots 10 0 R/Plain 14 0 R>>/XObject<</All 13 0 R/Text 19 0 R>>
/ExtGState<</M<</SMask<</S/Luminosity/G 11 0 R>>>>/O<</SMask<</S/Luminosity/G 12 0 R>>>>/N<</SMask/None>>>>>>`

/** A letter whose pages have these operators. */
const inputOf = (pages: readonly string[]) => {
  const assets = pages.map((content, index) => {
    const bytes = drawingOf(content, {
      box: `0 0 ${points(216)} ${points(303)}`,
      page: resources,
      more: named,
    })
    return { id: `ast_${index}`, format: 'pdf' as const, bytes }
  })
  const address = { type: 'address', zone: 'product', font: 'noto-sans', size: 10, minSize: 8 } as const
  return {
    ...{ organisationId: 'org_1', sheet: letter, assets },
    document: documentOf({
      ...{ schema: 1, trim: letter.trim, bleed: 3, safe: 4, locale: 'nl-NL', variables: {} },
      fonts: [{ id: 'noto-sans' }],
      pages: assets.map(({ id }, index) => ({
        side: 'front',
        elements: [
          { type: 'pdf', asset: id, page: 1, x: -3, y: -3, w: 216, h: 303 },
          ...(index === 0 ? [address] : []),
        ],
      })),
    }),
  }
}
/** Returns the findings about the letter's zones in the order of the sheet. */
const foundIn = async (pages: readonly string[], given: { page?: number; everyZone?: boolean } = {}) => {
  const { findings } = await renderer.preview({
    ...{ ...inputOf(pages), page: 1, dpi: 36, everyZone: true, ...given },
    ...{ findingsMax: 100, pictureBytesMax: 10_000_000 },
    piece: { itemId: 'itm_1', data: {}, addressLines: ['Alex'], trackingUrl: '', optOutUrl: '' },
  })
  return findings.filter(({ code }) => code === 'zone_covered')
}
const summaryOf = ({ severity, params, box }: Awaited<ReturnType<typeof foundIn>>[number]) => {
  const zone = Object.entries(zones).find(([, { x, y }]) => box?.x === x && box.y === y)?.[0]
  return `${severity} ${params?.case} ${zone}`
}

const { address, sender, clear, coding, sequence, mark, postage } = zones
const textSeen = ['error pdf_text undefined']
const textUnseen = 'warning pdf_text_unseen address'
/** A text that clips what is painted next. */
const asClip = (place: { x: number; y: number }, painted: string) =>
  `q 7 Tr ${text(place)
    .replace('/F', '/O')
    .replace('(AAAAA)', `<${letterA.toString(16).padStart(4, '0').repeat(5)}>`)} ${painted} Q `
const manyTexts = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    text({ x: 120 + (at % 60), y: 52 + Math.floor(at / 60) * 0.5 }),
  ).join('')
const allBlack = `${black} 0 0 999 999 re f `
const paintedWith = (pattern: string) => `/Pattern cs /${pattern} scn`

test.each<[what: string, content: string, expected: string[]]>([
  ['white', filled('0 0 0 0 k', address), []],
  ['a tint of 10 % black behind the address', filled('0 0 0 .1 k', address), ['warning pdf_ink address']],
  ['a tint of 15 % cyan behind the address', filled('.15 0 0 0 k', address), ['warning pdf_ink address']],
  ['full yellow behind the address', filled('0 0 1 0 k', address), ['warning pdf_ink address']],
  ['a tint of half black behind the address', filled('0 0 0 .5 k', address), ['error pdf_dark address']],
  ['full cyan, which absorbs red light', filled('1 0 0 0 k', address), ['error pdf_dark address']],
  ['full magenta, which absorbs green light', filled('0 1 0 0 k', address), ['error pdf_dark address']],
  ['a dark RGB blue', filled('.1 .2 .35 rg', address), ['error pdf_dark address']],
  [
    'a dark corner of the address',
    filled(black, { x: 115, y: 47, w: 8, h: 8 }),
    ['error pdf_dark address', 'warning pdf_sender sender'],
  ],
  ['letters drawn as outlines', filled(black, { x: 120, y: 60, w: 30, h: 0.2 }), ['error pdf_dark address']],
  [
    'a speck of less than a square millimetre',
    filled(black, { x: 120, y: 60, w: 0.6, h: 0.6 }),
    ['warning pdf_ink address'],
  ],
  ['ink that only touches the address', filled(black, { x: 118, y: 77 - 0.1, w: 82, h: 10 }), []],
  [
    'a line in the return address',
    filled(black, { x: 118, y: 46, w: 60, h: 1 }),
    ['warning pdf_sender sender'],
  ],
  ['a dark area behind the return address', filled(black, sender), ['error pdf_dark sender']],
  ['a light tint behind the return address', filled('0 0 0 .1 k', sender), ['warning pdf_ink sender']],
  [
    'a dark area in the zone for the carrier’s code',
    filled(black, inset(coding, 2)),
    ['error pdf_dark coding'],
  ],
  ['a dark area behind the sequence number', filled(black, sequence), ['error pdf_dark sequence']],
  [
    'a dark area behind the mark, which has a white background',
    filled(black, mark),
    ['warning pdf_ink mark'],
  ],
  ['a dark area in the postage zone', filled(black, postage), ['warning pdf_ink postage']],
  [
    'a line above the return address, visible through a window',
    filled(black, { x: 118, y: 40, w: 60, h: 1 }),
    ['warning pdf_above_sender clear'],
  ],
  ['a dark area visible through a window', filled(black, inset(clear, 1)), ['warning pdf_ink clear']],
])('%s', async (_what, content, expected) => {
  expect((await foundIn([content])).map(summaryOf)).toEqual(expected)
})

test.each<[what: string, content: string, expected: string[]]>([
  ['a text', text(inAddress), textSeen],
  ['a light text', text(inAddress, '0 0 0 .1 k'), textSeen],
  ['a text on a tint', filled('0 0 0 .1 k', address) + text(inAddress), textSeen],
  ['a text under a white box', text(inAddress) + filled('0 0 0 0 k', address), [textUnseen]],
  ['a text under a short box', text(inAddress) + filled('0 0 0 0 k', { ...address, w: 15 }), textSeen],
  [
    'a text under a tint',
    text(inAddress) + filled('0 0 0 .1 k', address),
    [textUnseen, 'warning pdf_ink address'],
  ],
  [
    'a text under a dark area',
    text(inAddress) + filled(black, address),
    ['error pdf_dark address', textUnseen],
  ],
  [
    'a text in the colour of its background',
    filled('0 0 0 .1 k', address) + text(inAddress, '0 0 0 .1 k'),
    [textUnseen, 'warning pdf_ink address'],
  ],
  [
    'a covered text next to a visible one',
    text(inAddress) + filled('0 0 0 0 k', address) + text({ x: 120, y: 70 }),
    textSeen,
  ],
  ['many covered texts', manyTexts(900) + filled('0 0 0 0 k', { ...address, w: 100 }), [textUnseen]],
  [
    'more covered texts than are checked',
    manyTexts(1_300) + filled('0 0 0 0 k', { ...address, w: 100 }),
    textSeen,
  ],
  ['a text of a pattern', filled(paintedWith('In'), address), textSeen],
  ['a text of a pattern that fills the whole page', `${paintedWith('In')} 0 0 999 999 re f`, textSeen],
  ['a text of a pattern painted elsewhere', filled(paintedWith('In'), { x: 10, y: 200, w: 60, h: 60 }), []],
  ['a pattern whose text is elsewhere', filled(paintedWith('Out'), address), []],
  ['a small text that a pattern repeats', filled(paintedWith('Small'), address), textSeen],
  ['a small text that a pattern repeats over the page', `${paintedWith('Small')} 0 0 999 999 re f`, textSeen],
  ['a text of a pattern without a colour', filled('/C cs .5 /Plain scn', address), textSeen],
  ['a text of a white pattern', filled('/C cs 1 /Plain scn', address), [textUnseen]],
  [
    'a text of a pattern on a stroke',
    `${paintedWith('Small').replace('cs', 'CS').replace('scn', 'SCN')} 300 w ${points(120)} ${points(240)} m ${points(200)} ${points(240)} l S`,
    textSeen,
  ],
  [
    'a pattern without text',
    filled(paintedWith('Dots'), { x: 120, y: 60, w: 2, h: 2 }),
    ['warning pdf_ink address'],
  ],
  ['a text as a clip', asClip(inAddress, allBlack), textSeen],
  ['a text as a clip of a form', asClip(inAddress, `${black} /All Do`), textSeen],
  ['a text as a clip of nothing', asClip(inAddress, ''), []],
  ['a text as a clip of white', asClip(inAddress, '0 0 0 0 k 0 0 999 999 re f'), []],
  [
    'a text as a clip of something elsewhere',
    asClip(inAddress, filled(black, { x: 10, y: 200, w: 60, h: 60 })),
    [],
  ],
  ['a text elsewhere as a clip', asClip({ x: 20, y: 200 }, allBlack), []],
  [
    'a text that no longer clips',
    asClip(inAddress, '') + filled('0 0 0 .1 k', address),
    ['warning pdf_ink address'],
  ],
  ['a text in a soft mask', `/M gs ${allBlack}`, textSeen],
  ['a text in a soft mask of a form', `/M gs ${black} /All Do`, textSeen],
  [
    'a text in a soft mask that was removed',
    `/M gs /N gs ${filled('0 0 0 .1 k', address)}`,
    ['warning pdf_ink address'],
  ],
  ['a text elsewhere in a soft mask', `/O gs ${allBlack}`, []],
  [
    'a text in a soft mask of something elsewhere',
    `/M gs ${filled(black, { x: 10, y: 200, w: 60, h: 60 })}`,
    [],
  ],
  ['a white text in a form that inherits its colour', '0 0 0 0 k /Text Do', []],
])('%s in the address zone', async (_what, content, expected) => {
  const found = (await foundIn([content])).filter(({ params }) => params?.zone === 'address')
  expect(found.map(summaryOf)).toEqual(expected)
})

test('the finding about a text gives the first visible one', async () => {
  const [found] = await foundIn([text(inAddress) + filled('0 0 0 0 k', address) + text({ x: 130, y: 70 })])
  expect(found!.box!.x).toBeCloseTo(130, 0)
})

test('the finding gives the measured and the required reflectance', async () => {
  const [dark] = await foundIn([filled(black, address)])
  expect(dark).toMatchObject({ page: 1, box: address, params: { zone: 'address', least: 50 } })
  expect(dark!.params!.percent).toBeLessThan(10)
  expect(dark!.message).toContain('Leave the zone white and export the PDF again.')
})

test('a preview measures the zones of its own page only', async () => {
  const found = await foundIn(['', filled(black, address)], { page: 2, everyZone: false })
  expect(found.map(({ page, params }) => `${page} ${params?.case}`)).toEqual(
    Object.keys(zones).map(() => '1 pdf'),
  )
})

test('an earlier published version is printed when an engine compiles it again', async () => {
  const { layer, findings } = await compileTemplate(inputOf([filled(black, address)]))
  expect(layer).toBeDefined()
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

import { deflateSync } from 'node:zlib'
import { annotationKinds } from './pdf-annotation-kinds.ts'
import {
  drawingOf,
  formOf,
  ground,
  groups,
  hidden,
  inLayer,
  layers,
  left,
  type PrintedKind,
  right,
  streamOf,
} from './pdf-drawings.ts'
import { hybridOf, pdfOf, savedAgain } from './pdf-files.ts'
import { layerKinds } from './pdf-layer-kinds.ts'

/** Encodes bytes with LZW as in PDF; `early` is 1 if code lengths grow one code early. */
const lzw = (data: Uint8Array, early: 0 | 1): Buffer => {
  const out: number[] = []
  let held = 0
  let bits = 0
  let width = 9
  let table = new Map<string, number>()
  const put = (code: number) => {
    held = (held << width) | code
    bits += width
    while (bits >= 8) {
      bits -= 8
      out.push((held >> bits) & 255)
      held &= (1 << bits) - 1
    }
  }
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!)
  put(256)
  let word = ''
  for (const byte of data) {
    const longer = word + String.fromCharCode(byte)
    if (longer.length === 1 || table.has(longer)) {
      word = longer
      continue
    }
    put(codeOf(word))
    table.set(longer, 258 + table.size)
    // The decoder is one code behind.
    if (258 + table.size - 1 + early >= 1 << width && width < 12) width++
    if (table.size >= 3800) {
      put(256)
      table = new Map()
      width = 9
    }
    word = String.fromCharCode(byte)
  }
  if (word !== '') put(codeOf(word))
  put(257)
  if (bits > 0) out.push((held << (8 - bits)) & 255)
  return Buffer.from(out)
}

const missing = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const drawnFont =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65/Widths[1000]/Encoding<</Differences[65/a]>>/CharProcs<</a 6 0 R>>/Resources<<>>>>'
const glyph = streamOf('1000 0 d0 0 1 0 0 k 100 100 800 800 re f')
const fonts = '/Resources<</Font<</M 7 0 R/D 5 0 R>>>>'
const text = (content: string) =>
  drawingOf(`${ground} ${content}`, { page: fonts, more: [drawnFont, glyph, missing] })

const ofFonts: readonly PrintedKind[] = [
  ['with a font that nothing is set in', text('BT /M 12 Tf 14 TL ET BT /D 40 Tf 100 100 Td (AA) Tj ET'), []],
  ['with text in a missing font that is invisible', text('BT 3 Tr /M 12 Tf 20 20 Td (scanned) Tj ET'), []],
  [
    'with text in a missing font in a hidden layer',
    drawingOf(`${ground} ${inLayer('B', 'BT /M 12 Tf 20 100 Td (secret) Tj ET')}`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</Font<</M 7 0 R>>/Properties<</B 6 0 R>>>>',
      more: [...groups, missing],
    }),
    [hidden],
  ],
  [
    'with hidden text that other text follows',
    drawingOf(`BT /D 40 Tf 20 100 Td ${inLayer('B', '(A) Tj')} (A) Tj ET`, {
      catalogue: layers('6 0 R'),
      page: '/Resources<</Font<</D 7 0 R>>/Properties<</B 6 0 R>>>>',
      more: [...groups, drawnFont.replace('6 0 R', '8 0 R'), glyph],
    }),
    [hidden],
  ],
]

const coded = (dict: string, data: Buffer) => drawingOf(streamOf(data, dict))
const plain = Buffer.from(`${ground} ${left} ${right}`)
const hex = Buffer.from(`${plain.toString('hex')}>`)
const runs = Buffer.concat([...plain].map((byte) => Buffer.from([0, byte])).concat(Buffer.from([128])))
/** The content in rows of 8 bytes, each stored as differences from the row above, deflated. */
const predicted = (() => {
  const padded = Buffer.concat([plain, Buffer.alloc(8 - (plain.length % 8), 0x20)])
  const rows: Buffer[] = []
  for (let row = 0; row < padded.length; row += 8) {
    const above = row === 0 ? Buffer.alloc(8) : padded.subarray(row - 8, row)
    rows.push(Buffer.from([2, ...padded.subarray(row, row + 8).map((byte, index) => byte - above[index]!)]))
  }
  return deflateSync(Buffer.concat(rows))
})()

const ofStreams: readonly PrintedKind[] = [
  ['coded as hexadecimal', coded('/Filter/ASCIIHexDecode', hex), []],
  [
    'coded as hexadecimal of deflated bytes',
    coded('/Filter[/ASCIIHexDecode/FlateDecode]', Buffer.from(`${deflateSync(plain).toString('hex')}>`)),
    [],
  ],
  ['coded with runs', coded('/Filter/RunLengthDecode', runs), []],
  ['coded with LZW', coded('/Filter/LZWDecode', lzw(plain, 1)), []],
  [
    'coded with LZW that changes late',
    coded('/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>', lzw(plain, 0)),
    [],
  ],
  [
    'coded with a predictor',
    coded('/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>', predicted),
    [],
  ],
  [
    'whose compressed stream has a wrong checksum',
    coded('/Filter/FlateDecode', Buffer.concat([deflateSync(plain).subarray(0, -4), Buffer.from('abcd')])),
    [],
  ],
  [
    'whose compressed stream has no checksum',
    coded('/Filter/FlateDecode', deflateSync(plain).subarray(0, -4)),
    [],
  ],
  ['whose stream says a wrong length', drawingOf(streamOf(plain).replace(/Length \d+/, 'Length 20')), []],
]

const ofPages: readonly PrintedKind[] = [
  ...([90, 180, 270] as const).map(
    (turn): PrintedKind => [
      `turned by ${turn} degrees`,
      drawingOf(`${ground} ${left}`, { page: `/Rotate ${turn}` }),
      [],
    ],
  ),
  [
    'whose unit is two points',
    drawingOf(`${ground} ${left}`, { page: '/UserUnit 2', box: '0 0 100 200' }),
    [],
  ],
  [
    'whose unit is half a point',
    drawingOf(`${ground} ${left}`, { page: '/UserUnit .5', box: '0 0 400 400' }),
    [],
  ],
  ['whose crop box is smaller', drawingOf(`${ground} ${left}`, { page: '/CropBox[10 20 150 180]' }), []],
  ['whose crop box is larger', drawingOf(`${ground} ${left}`, { page: '/CropBox[-100 -100 400 400]' }), []],
  ['that does not begin at nought', drawingOf(`${ground} ${left}`, { box: '-20 -30 180 170' }), []],
  [
    'with a picture of one ink',
    drawingOf('0 1 0 0 k 100 0 0 100 50 50 cm BI /W 8 /H 8 /IM true ID \xaa\x55\xaa\x55\xaa\x55\xaa\x55 EI'),
    [],
  ],
  [
    'with a spot colour',
    drawingOf('/S cs .7 scn 20 20 100 100 re f', {
      page: '/Resources<</ColorSpace<</S[/Separation/PANTONE#20Red/DeviceCMYK 5 0 R]>>>>',
      more: ['<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 1 1 0]>>'],
    }),
    [],
  ],
]

const picture = streamOf(
  Buffer.from([255, 0, 0]),
  '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB',
)
const stamped = drawingOf(ground, {
  page: `/Annots[5 0 R]`,
  more: ['<</Type/Annot/Subtype/Stamp/F 4/Rect[90 90 170 130]/AP<</N 6 0 R>>>>', formOf(left)],
})
const tiny = drawnFont.replace('.001 0 0 .001', '.00000048828125 0 0 .00000048828125')

const ofObjects: readonly PrintedKind[] = [
  ...['Annots', 'LastModified', 'Metadata', 'Parent', 'PieceInfo', 'StructParents', 'Thumb', 'Type'].map(
    (name): PrintedKind => [
      `with a picture called ${name}`,
      drawingOf(`${ground} q 100 0 0 100 60 60 cm /${name} Do Q`, {
        page: `/Resources<</XObject<</${name} 5 0 R>>>>`,
        more: [picture],
      }),
      [],
    ],
  ),
  [
    'with a glyph called Parent',
    drawingOf('BT /D 40 Tf 100 100 Td (A) Tj ET', {
      page: '/Resources<</Font<</D 5 0 R>>>>',
      more: [drawnFont.replace('/a]', '/Parent]').replace('/a 6', '/Parent 6'), glyph],
    }),
    [],
  ],
  [
    'with a font whose units are very small',
    drawingOf('BT /D 80000 Tf 60 60 Td (A) Tj ET', {
      page: '/Resources<</Font<</D 5 0 R>>>>',
      more: [tiny, glyph],
    }),
    [],
  ],
  [
    'whose last save deleted a stamp',
    savedAgain(stamped, { entries: '5 1\n0000000000 00001 f \n' }),
    [],
    drawingOf(ground),
  ],
  ['with tables of both kinds', hybridOf(drawingOf(`${ground} ${left}`)), [], drawingOf(`${ground} ${left}`)],
  [
    'with a line in front of it',
    Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n'), drawingOf(`${ground} ${left}`)]),
    [],
  ],
  [
    'whose content was deleted in part',
    pdfOf(['<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[4 0 R null 9 0 R]>>'], {
      more: [streamOf(`${ground} ${left}`)],
    }),
    [],
  ],
]

export const printedKinds: readonly PrintedKind[] = [
  ...layerKinds,
  ...annotationKinds,
  ...ofFonts,
  ...ofStreams,
  ...ofPages,
  ...ofObjects,
]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileTemplate } from '../../src/adapters/pdf/compile/compile.ts'
import type { BoxMm } from '../../src/core/kernel/finding.ts'
import type { Sheet } from '../../src/core/template/sheet.ts'
import { drawingOf, formOf, ground } from '../support/pdf-drawings.ts'
import { documentOf } from '../support/render-fixtures.ts'

/** A letter for a window, with its recipient on the right. */
const letter: Sheet = {
  ...{ trim: { w: 210, h: 297 }, bleed: 3, safe: 4, plex: 'simplex', pages: { min: 1, max: 1 } },
  zones: [
    { kind: 'address', page: 1, x: 118, y: 50, w: 82, h: 27 },
    { kind: 'sender', page: 1, x: 118, y: 44, w: 82, h: 5 },
    { kind: 'coding', page: 1, x: 25, y: 55, w: 60, h: 12 },
  ],
  colourProfile: 'FOGRA39',
}
const whole: BoxMm = { x: -3, y: -3, w: 216, h: 303 }
const trim: BoxMm = { x: 0, y: 0, w: 210, h: 297 }

const placed = async (bytes: Uint8Array, box: BoxMm, preflight: Sheet['preflight'] = {}) => {
  const { findings } = await compileTemplate({
    organisationId: 'org_1',
    sheet: { ...letter, preflight },
    document: documentOf({
      ...{ schema: 1, trim: letter.trim, bleed: 3, safe: 4, locale: 'nl-NL', variables: {} },
      fonts: [{ id: 'noto-sans' }],
      pages: [
        {
          side: 'front',
          elements: [
            { type: 'pdf', asset: 'ast_1', page: 1, ...box },
            { type: 'address', zone: 'product', font: 'noto-sans', size: 10, minSize: 8 },
          ],
        },
      ],
    }),
    assets: [{ id: 'ast_1', format: 'pdf', bytes }],
  })
  return findings.map(({ severity, code, params }) =>
    [severity, code, params?.case, params?.zone].filter(Boolean).join(' '),
  )
}

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/inputs/pdf/${name}.pdf`))

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(3)
const sized = (w: number, h: number, content = ground, page = '', more: readonly string[] = []) =>
  drawingOf(content, { box: `0 0 ${points(w)} ${points(h)}`, page, more })
/** A font whose letters are all half as wide as high. */
const font =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<<>>/FirstChar 65/LastChar 66/Widths[500 500]>>'
const states =
  '/ExtGState<</W<</OP true/op true/OPM 1>>/N<</OP true/op true/OPM 0>>/T<</Font[5 0 R 10]>>/Z<</ca 0>>>>'
const spot = '/ColorSpace<</S[/Separation/Gold/DeviceCMYK 6 0 R]>>'
const tint = '<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 .2 1 0]>>'
const drawn = (content: string, resources = '') =>
  sized(216, 303, content, `/Resources<</Font<</F 5 0 R>>${states}${spot}${resources}>>`, [font, tint])
/** A text of ten letters of 10 points (17.6 mm) at a position in mm of the sheet. */
const text = (x: number, y: number, before = '', after = '') =>
  `${before} BT /F 10 Tf ${points(x + 3)} ${points(303 - 3 - y)} Td (AAAAAAAAAA) Tj ET ${after}`
const inZone = ['error zone_covered pdf_text address']
/** A small form with text, drawn at positions in mm of the sheet. */
const repeated = (places: readonly number[][]) => {
  const label = formOf(
    'BT /F 10 Tf 0 0 Td (AAAAAAAAAA) Tj ET',
    '/BBox[0 -9 99 20]/Resources<</Font<</F 5 0 R>>>>',
  )
  const content = places.map(([x, y]) => `q 1 0 0 1 ${points(x! + 3)} ${points(300 - y!)} cm /L Do Q`)
  return sized(216, 303, content.join(' '), '/Resources<</XObject<</L 6 0 R>>>>', [font, label])
}
/** Text in a form nested in this many others. */
const nestedText = (levels: number) => {
  const inner = formOf(text(120, 60), '/BBox[0 0 999 999]/Resources<</Font<</F 5 0 R>>>>')
  const outer = Array.from({ length: levels }, (_, index) =>
    formOf('/L Do', `/BBox[0 0 999 999]/Resources<</XObject<</L ${7 + index} 0 R>>>>`),
  )
  return sized(216, 303, '/L Do', '/Resources<</XObject<</L 6 0 R>>>>', [font, ...outer, inner])
}
const box = (...mm: number[]) => mm.map(points).join(' ')

it.each<[string, Uint8Array, BoxMm, string[], Sheet['preflight']?]>([
  ['a page with the size of the sheet and its bleed', sized(216, 303), whole, []],
  ['a landscape page over the whole sheet', fixture('pdf-landscape'), whole, ['warning pdf_stretched']],
  ['a page of US Letter over the whole sheet', sized(215.9, 279.4), whole, ['warning pdf_stretched']],
  ['a page of US Letter in its proportions', sized(215.9, 279.4), { x: 5, y: 5, w: 200, h: 258.8 }, []],
  [
    'a landscape page as wide as the sheet',
    sized(297, 210),
    { x: -3, y: 60, w: 216, h: 152.73 },
    ['warning pdf_scaled'],
  ],
  ['a small page as wide as the sheet', sized(108, 151.5), whole, ['warning pdf_scaled']],
  ['a page of A4 without bleed over bleed', sized(210, 297), whole, ['warning bleed_missing page']],
  ['a page of A4 without bleed at the trim edge', sized(210, 297), trim, ['warning bleed_missing edge']],
  [
    'a page of A4 without bleed if the product requires it',
    sized(210, 297),
    trim,
    ['error bleed_missing edge'],
    { bleed_missing: 'error' },
  ],
  [
    'a page of A4 without bleed if the product ignores it',
    sized(210, 297),
    trim,
    [],
    { bleed_missing: 'off' },
  ],
  [
    'a page with crop marks and a bleed box',
    sized(230, 317, ground, `/TrimBox[${box(10, 10, 220, 307)}]/BleedBox[${box(7, 7, 223, 310)}]`),
    whole,
    [],
  ],
  [
    'a page with crop marks over the whole sheet',
    sized(230, 317, ground, `/TrimBox[${box(10, 10, 220, 307)}]`),
    whole,
    ['warning pdf_stretched', 'warning pdf_trim place'],
  ],
  [
    'a page with crop marks placed by its trim',
    sized(230, 317, ground, `/TrimBox[${box(10, 10, 220, 307)}]`),
    { x: -10, y: -10, w: 230, h: 317 },
    ['warning element_outside_page pdf'],
  ],
  [
    'a smaller page with crop marks over the whole sheet',
    sized(168, 235.67, ground, `/TrimBox[${box(10, 10, 158, 220)}]`),
    whole,
    ['warning pdf_trim size'],
  ],
  [
    'text in a machine-readable zone',
    fixture('pdf-text-over-address'),
    whole,
    ['warning bleed_missing page', 'error zone_covered pdf_text coding'],
  ],
  [
    'text that starts in the address zone',
    drawn(text(120, 60)),
    whole,
    ['error zone_covered pdf_text address'],
  ],
  ['text that ends before the address zone', drawn(text(100, 60)), whole, []],
  [
    'text that ends in the address zone',
    drawn(text(102, 60)),
    whole,
    ['error zone_covered pdf_text address'],
  ],
  [
    'text that is spaced into the address zone',
    drawn(text(95, 60, '3 Tc')),
    whole,
    ['error zone_covered pdf_text address'],
  ],
  ['text below the address zone', drawn(text(120, 81)), whole, []],
  ['text in the zone of the sender', drawn(text(120, 48)), whole, []],
  [
    'text in a font of the graphics state',
    drawn(text(120, 60, '', '').replace('/F 10 Tf', '/T gs')),
    whole,
    inZone,
  ],
  [
    'text of a repeated label',
    repeated([...Array.from({ length: 40 }, (_, index) => [5, 80 + index * 4]), [120, 60]]),
    whole,
    inZone,
  ],
  ['text of a deeply nested label', nestedText(20), whole, inZone],
  ['text without opacity in the address zone', drawn(text(120, 60, '/Z gs')), whole, []],
  ['invisible text in the address zone', drawn(text(120, 60, '3 Tr')), whole, []],
  ['white text in the address zone', drawn(text(120, 60, '0 0 0 0 k')), whole, []],
  ['white RGB text in the address zone', drawn(text(120, 60, '1 1 1 rg')), whole, ['warning rgb_object']],
  ['text clipped away in the address zone', drawn(text(120, 60, 'q 0 0 50 50 re W n', 'Q')), whole, []],
  [
    'white with overprint',
    drawn(`${ground} /W gs 0 0 0 0 k 50 50 50 50 re f`),
    whole,
    ['error white_overprint'],
  ],
  [
    'white text with overprint',
    drawn(`${ground} /W gs 0 0 0 0 k BT /F 20 Tf 50 50 Td (AB) Tj ET`),
    whole,
    ['error white_overprint'],
  ],
  [
    'a spot colour without ink, with overprint',
    drawn(`${ground} /N gs /S cs 0 scn 50 50 50 50 re f`),
    whole,
    ['error white_overprint'],
  ],
  ['a spot colour', drawn(`${ground} /S cs 1 scn 50 50 50 50 re f`), whole, ['warning spot_colour']],
  ['a spot colour without ink', drawn(`${ground} /S cs 0 scn 50 50 50 50 re f`), whole, []],
  ['white with overprint that keeps no inks', drawn(`${ground} /N gs 0 0 0 0 k 50 50 50 50 re f`), whole, []],
  ['black with overprint', drawn(`${ground} /W gs 0 0 0 1 k 50 50 50 50 re f`), whole, []],
  [
    'white with overprint if the product allows it',
    drawn(`${ground} /W gs 0 0 0 0 k 50 50 50 50 re f`),
    whole,
    [],
    { white_overprint: 'off' },
  ],
  [
    'a page with a stamp',
    sized(216, 303, ground, '/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[90 90 170 130]/AP<</N 5 0 R>>>>]', [
      formOf('0 0 0 1 k 0 0 80 80 re f'),
    ]),
    whole,
    ['warning pdf_annotations printed'],
  ],
])('%s is reported', async (_, bytes, place, expected, preflight) => {
  // Ignores warnings about covered zones, which are measured when the page is drawn.
  const found = await placed(bytes, place, preflight)
  expect(found.filter((one) => !one.startsWith('warning zone_covered')).sort()).toEqual([...expected].sort())
})

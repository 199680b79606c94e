import { expect, test } from 'vitest'
import { type BoxMm, finding } from '../../../src/core/kernel/finding.ts'
import { templateSentences } from '../../../src/core/template/sentences.ts'
import type { Sheet } from '../../../src/core/template/sheet.ts'
import { elementOfFinding } from '../../../src/core/template/zones.ts'
import { documentOf } from '../../support/render-fixtures.ts'

const address = { x: 26, y: 55, w: 78, h: 28 }
const clear = { x: 18, y: 43, w: 94, h: 8 }
const mark = { x: 6, y: 200, w: 10, h: 28 }
const sheet: Pick<Sheet, 'zones'> = {
  zones: [
    { kind: 'address', page: 1, ...address },
    { kind: 'clear', page: 1, ...clear },
    { kind: 'mark', page: 1, ...mark },
  ],
}
const whole = { x: 0, y: 0, w: 210, h: 297 }
const rect = { x: 20, y: 100, w: 30, h: 30 }
const document = documentOf({
  ...{ schema: 1, trim: { w: 210, h: 297 }, bleed: 3, safe: 4, locale: 'nl-NL' },
  fonts: [{ id: 'noto-sans' }],
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'pdf', asset: 'ast_1', page: 1, ...whole },
        { type: 'rect', ...rect, fill: 'black' },
        { type: 'address', zone: 'product', font: 'noto-sans', size: 10 },
      ],
    },
  ],
})
const { sentence } = templateSentences
const at = (sentence: Parameters<typeof finding>[1], box?: BoxMm, page: number | undefined = 1) =>
  elementOfFinding(finding('warning', sentence, { page, box }), document, sheet)

test.each<[string, number | undefined, number | undefined]>([
  ['of an element is the one with its box', at(sentence('rich_black'), rect), 1],
  ['of the address is the address', at(sentence('address_too_small', { size: 7, least: 8 }), address), 2],
  ['within a PDF is the PDF', at(sentence('rgb_object'), { x: 0, y: 0, w: 210, h: 28 }), 0],
  [
    'of a PDF over the address is the PDF',
    at(sentence('zone_covered.pdf_ink', { zone: 'address' }), address),
    0,
  ],
  ['of a PDF above the return address is the PDF', at(sentence('zone_covered.pdf_above_sender'), clear), 0],
  ['of the sheet itself is none', at(sentence('zone_in_window', { zone: 'mark' }), mark), undefined],
  ['without a place is none', at(sentence('address_missing.element')), undefined],
  ['of another page is none', at(sentence('rich_black'), rect, 2), undefined],
])('the element of a finding %s', (_what, found, expected) => {
  expect(found).toBe(expected)
})

import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageSizeOf, suiting } from '../../portal/src/screens/templates/pdf-size.ts'

const points = (...mm: number[]) => mm.map((length) => ((length * 72) / 25.4).toFixed(3)).join(' ')
const page = (entries: string) => `%PDF-1.7\n1 0 obj\n<</Type/Page${entries}>>\nendobj\n`
const packed = (entries: string) => {
  const bytes = deflateSync(`<</Type/Page${entries}>>`)
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/Filter/FlateDecode/Length ${bytes.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream endobj')])
}
const a4 = `/MediaBox[0 0 ${points(210, 297)}]`
const marked = `/MediaBox[0 0 ${points(230, 317)}]/TrimBox[${points(10, 10, 220, 307)}]`

test.each<[string, string | Buffer, number[] | undefined]>([
  ['a page', page(a4), [210, 297]],
  ['a page with crop marks, by its trim', page(marked), [210, 297]],
  ['a packed page with crop marks', packed(marked), [210, 297]],
  ['a rotated page', page(`${a4}/Rotate 90`), [297, 210]],
  ['a page rotated back', page(`/Rotate -90${a4}`), [297, 210]],
  ['a page upside down', page(`${a4}/Rotate 180`), [210, 297]],
  ['a page next to a rotated one', page(a4) + page(`${a4}/Rotate 90`), [210, 297]],
  ['a file without a size', page(''), undefined],
])('the size of %s is found before the file is uploaded', async (_, file, expected) => {
  const size = await pageSizeOf(new Blob([typeof file === 'string' ? file : new Uint8Array(file)]))
  expect(size && [Math.round(size.w), Math.round(size.h)]).toEqual(expected)
})

const products = [
  { name: 'postcard', sheet: { trim: { w: 148, h: 105 }, bleed: 3 } },
  { name: 'letter', sheet: { trim: { w: 210, h: 297 }, bleed: 3 } },
]

test.each([
  ['the sheet', 148, 105, 'postcard', undefined],
  ['the sheet with its bleed', 216, 303, 'letter', undefined],
  ['the rotated sheet', 105, 148, undefined, 'postcard'],
  ['no sheet', 174, 131, undefined, undefined],
])('a page of the size of %s suits its products, upright or rotated', (_what, w, h, upright, turned) => {
  expect([suiting({ w, h }, products)?.name, suiting({ w: h, h: w }, products)?.name]).toEqual([
    upright,
    turned,
  ])
})

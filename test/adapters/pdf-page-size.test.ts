import { afterAll, describe, expect, test } from 'vitest'
import { createPdfRenderer } from '../../src/adapters/pdf/index.ts'
import { inspectInput } from '../support/inspect-input.ts'
import { pdfOf } from '../support/pdf-files.ts'

const renderer = createPdfRenderer({ workers: 0 })
afterAll(() => renderer.close())

const pagesOf = async (...pages: readonly string[]) => {
  const file = pdfOf(pages.map((entries) => `<</Type/Page/Parent 2 0 R${entries}>>`))
  return (await renderer.inspect(inspectInput('PDF', file))).pages
}

/** 288 × 144 points are 101.6 × 50.8 mm. */
const media = '/MediaBox[0 0 288 144]'
const whole = { w: 101.6, h: 50.8, trim: { x: 0, y: 0, w: 101.6, h: 50.8 } }
/** Cut by an inch on the left, half an inch at the bottom, a quarter at the top, and nothing on the right. */
const trim = '/TrimBox[72 36 288 126]'

describe('a page of a PDF', () => {
  test.each([
    ['has the size of its media box', media, whole],
    ['with corners in another order', '/MediaBox[288 144 0 0]', whole],
    ['that does not start at zero', '/MediaBox[-100 50 188 194]', whole],
    ['has the size of its crop box', `/MediaBox[-9 -9 999 999]/CropBox[0 0 288 144]`, whole],
    ['has the size of its bleed box', `/MediaBox[-9 -9 999 999]/BleedBox[0 0 288 144]`, whole],
    ['is cut at its trim box', media + trim, { ...whole, trim: { x: 25.4, y: 6.35, w: 76.2, h: 31.75 } }],
    [
      'rotated by 90 degrees',
      `${media}/Rotate 90`,
      { w: 50.8, h: 101.6, trim: { ...whole.trim, w: 50.8, h: 101.6 } },
    ],
    [
      'rotated by 90 degrees, with a trim box',
      `${media}${trim}/Rotate 90`,
      { w: 50.8, h: 101.6, trim: { x: 12.7, y: 25.4, w: 31.75, h: 76.2 } },
    ],
    [
      'rotated by 180 degrees, with a trim box',
      `${media}${trim}/Rotate -180`,
      { ...whole, trim: { x: 0, y: 12.7, w: 76.2, h: 31.75 } },
    ],
    [
      'rotated by 270 degrees, with a trim box',
      `${media}${trim}/Rotate -90`,
      { w: 50.8, h: 101.6, trim: { x: 6.35, y: 0, w: 31.75, h: 76.2 } },
    ],
    ['with a trim box larger than the printed box', `${media}/TrimBox[-50 -50 999 999]`, whole],
    ['with a trim box elsewhere', `${media}/TrimBox[500 500 600 600]`, whole],
    ['with an empty trim box', `${media}/TrimBox[9 9 9 9]`, whole],
    ['with a trim box larger than any page', `${media}/TrimBox[0 0 9999999999 9]`, whole],
    ['with an empty bleed box', `${media}/BleedBox[0 0 0 0]`, whole],
    ['with a crop box without numbers', `${media}/CropBox[/A (b) null true]`, whole],
    ['with a user unit of ten points', '/MediaBox[0 0 28.8 14.4]/UserUnit 10', whole],
    ['with a user unit of zero', `${media}/UserUnit 0`, whole],
    ['with a negative user unit', `${media}/UserUnit -3`, whole],
    ['with a user unit beyond the limit', `${media}/UserUnit 9999999999`, whole],
    ['with a user unit that is not a number', `${media}/UserUnit/None`, whole],
    [
      'with a user unit that makes the page too large',
      '/MediaBox[0 0 999999 144]/UserUnit 75000',
      {
        w: 352_777.43,
        h: 50.8,
        trim: { x: 0, y: 0, w: 352_777.43, h: 50.8 },
      },
    ],
  ])('%s', async (_what, entries, size) => {
    expect(await pagesOf(entries)).toEqual([size])
  })

  test.each([
    ['an empty media box', '/MediaBox[0 0 0 0]'],
    ['a media box beyond the limit', '/MediaBox[0 0 1000001 144]'],
    ['a rotation that no page can have', `${media}/Rotate 45`],
    ['a rotation that is not a number', `${media}/Rotate/None`],
  ])('with %s has no size, but the next page has one', async (_what, entries) => {
    expect(await pagesOf(entries, media)).toEqual([null, whole])
  })

  const tooLong = '9'.repeat(401)
  test.each([
    ['a box', `/MediaBox[0 0 ${tooLong} 144]`],
    ['a trim box', `${media}/TrimBox[0 0 ${tooLong} 9]`],
    ['a user unit', `${media}/UserUnit ${tooLong}`],
    ['a rotation', `${media}/Rotate ${tooLong}`],
  ])('with %s of too many digits makes the file unreadable', async (_what, entries) => {
    expect(await pagesOf(entries)).toBeUndefined()
  })
})

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
/** Cut by an inch on the left, half an inch below, a quarter above, and nothing on the right. */
const trim = '/TrimBox[72 36 288 126]'

describe('a page of a PDF', () => {
  test.each([
    ['is as large as its media box', media, whole],
    ['whose corners come in another order', '/MediaBox[288 144 0 0]', whole],
    ['that does not begin at zero', '/MediaBox[-100 50 188 194]', whole],
    ['is as large as its crop box', `/MediaBox[-9 -9 999 999]/CropBox[0 0 288 144]`, whole],
    ['is as large as its bleed box', `/MediaBox[-9 -9 999 999]/BleedBox[0 0 288 144]`, whole],
    ['is cut by its trim box', media + trim, { ...whole, trim: { x: 25.4, y: 6.35, w: 76.2, h: 31.75 } }],
    [
      'turned by 90 degrees',
      `${media}/Rotate 90`,
      { w: 50.8, h: 101.6, trim: { ...whole.trim, w: 50.8, h: 101.6 } },
    ],
    [
      'turned by 90 degrees, with a trim box',
      `${media}${trim}/Rotate 90`,
      { w: 50.8, h: 101.6, trim: { x: 12.7, y: 25.4, w: 31.75, h: 76.2 } },
    ],
    [
      'turned by 180 degrees, with a trim box',
      `${media}${trim}/Rotate -180`,
      { ...whole, trim: { x: 0, y: 12.7, w: 76.2, h: 31.75 } },
    ],
    [
      'turned by 270 degrees, with a trim box',
      `${media}${trim}/Rotate -90`,
      { w: 50.8, h: 101.6, trim: { x: 6.35, y: 0, w: 31.75, h: 76.2 } },
    ],
    ['whose trim box is larger than what is printed', `${media}/TrimBox[-50 -50 999 999]`, whole],
    ['whose trim box lies elsewhere', `${media}/TrimBox[500 500 600 600]`, whole],
    ['whose trim box is empty', `${media}/TrimBox[9 9 9 9]`, whole],
    ['whose trim box is larger than any page', `${media}/TrimBox[0 0 9999999999 9]`, whole],
    ['whose bleed box is empty', `${media}/BleedBox[0 0 0 0]`, whole],
    ['whose crop box holds no numbers', `${media}/CropBox[/A (b) null true]`, whole],
    ['whose unit is ten points', '/MediaBox[0 0 28.8 14.4]/UserUnit 10', whole],
    ['whose unit is nothing', `${media}/UserUnit 0`, whole],
    ['whose unit is negative', `${media}/UserUnit -3`, whole],
    ['whose unit is larger than any', `${media}/UserUnit 9999999999`, whole],
    ['whose unit is no number', `${media}/UserUnit/None`, whole],
    [
      'whose unit makes it larger than any',
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
    ['a media box of nothing', '/MediaBox[0 0 0 0]'],
    ['a media box beyond every press', '/MediaBox[0 0 1000001 144]'],
    ['a turn that no page can have', `${media}/Rotate 45`],
    ['a turn that is no number', `${media}/Rotate/None`],
  ])('with %s has no size, and the page beside it has one', async (_what, entries) => {
    expect(await pagesOf(entries, media)).toEqual([null, whole])
  })

  const tooLong = '9'.repeat(401)
  test.each([
    ['a box', `/MediaBox[0 0 ${tooLong} 144]`],
    ['a trim box', `${media}/TrimBox[0 0 ${tooLong} 9]`],
    ['a unit', `${media}/UserUnit ${tooLong}`],
    ['a turn', `${media}/Rotate ${tooLong}`],
  ])('with %s of more digits than a number has makes the file unreadable', async (_what, entries) => {
    expect(await pagesOf(entries)).toBeUndefined()
  })
})

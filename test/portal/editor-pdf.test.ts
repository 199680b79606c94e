import { describe, expect, test } from 'vitest'
import { placedPdf, replacedPdf } from '../../portal/src/editor/model/placed-pdf.ts'

/** A postcard of 148 × 105 mm with a bleed of 3 mm. */
const sheet = { trim: { w: 148, h: 105 }, bleed: 3 }
const covers = { x: -3, y: -3, w: 154, h: 111 }

const page = (w: number, h: number, trim = { x: 0, y: 0, w, h }) => ({ w, h, trim })
const placed = (pages: Parameters<typeof placedPdf>[1], at?: { x: number; y: number }) => {
  const { element, isBackground } = placedPdf('ast_1', pages, sheet, at)
  const { x, y, w, h } = element as typeof covers
  return { box: { x, y, w, h }, isBackground }
}

describe('a PDF on a sheet', () => {
  test.each([
    ['with the sheet’s bleed', page(154, 111), covers],
    ['with the sheet’s bleed, as its program rounded it', page(154.16, 111.12), covers],
    ['without bleed', page(148, 105), { x: 0, y: 0, w: 148, h: 105 }],
    [
      'that is trimmed like the sheet, with less bleed',
      page(152, 109, { x: 2, y: 2, w: 148, h: 105 }),
      {
        ...{ x: -2, y: -2 },
        ...{ w: 152, h: 109 },
      },
    ],
    [
      'that is trimmed like the sheet, with marks around it',
      page(168, 125, { x: 10, y: 10, w: 148, h: 105 }),
      {
        ...{ x: -10, y: -10 },
        ...{ w: 168, h: 125 },
      },
    ],
  ])('%s covers it, below everything else', (_what, size, box) => {
    expect(placed([size], { x: 20, y: 20 })).toEqual({ box, isBackground: true })
  })

  test.each([
    ['null, from before sizes were stored', null],
    ['nothing', undefined],
    ['no printable page', [null]],
  ])('with the known sizes %s covers it', (_what, pages) => {
    expect(placed(pages)).toEqual({ box: covers, isBackground: true })
  })

  test.each([
    ['around the point', page(40, 20), { x: 100, y: 60 }, { x: 80, y: 50, w: 40, h: 20 }],
    ['in the centre without a point', page(40, 20), undefined, { x: 54, y: 42.5, w: 40, h: 20 }],
    ['within the sheet at its edge', page(40, 20), { x: 147, y: 0 }, { x: 108, y: 0, w: 40, h: 20 }],
    ['over the centre if it is wider', page(150, 20), { x: 9, y: 50 }, { x: -1, y: 40, w: 150, h: 20 }],
    ['rotated, unlike the sheet', page(111, 154), { x: 0, y: 0 }, { x: 0, y: -3, w: 80.01, h: 111 }],
    ['as large as the sheet', page(297, 420), undefined, { x: 34.8, y: -3, w: 78.49, h: 111 }],
    ['that is a thin line', page(352_777, 0.5), { x: 5, y: 50 }, { x: -3, y: 49.5, w: 154, h: 1 }],
  ])('of another size is placed %s', (_what, size, at, box) => {
    expect(placed([size], at)).toEqual({ box, isBackground: false })
  })

  test('shows its first printable page', () => {
    const { element } = placedPdf('ast_1', [null, page(40, 20)], sheet)
    expect(element).toMatchObject({ type: 'pdf', asset: 'ast_1', page: 2, w: 40 })
  })
})

describe('a PDF that replaces another', () => {
  const element = (box: typeof covers, shown = 1) =>
    ({ ...box, ...{ type: 'pdf', asset: 'ast_0', page: shown } }) as never
  const logo = { x: 20, y: 30, w: 20, h: 10 }
  const whole = page(154, 111)
  const marks = page(168, 125, { x: 10, y: 10, w: 148, h: 105 })

  test.each([
    ['of the same size keeps its frame', covers, whole, [whole], { page: 1, box: covers }],
    [
      'of the same size keeps a frame that was scaled',
      logo,
      page(40, 20),
      [page(40.2, 20)],
      { page: 1, box: logo },
    ],
    [
      'without bleed is placed on the trim',
      covers,
      whole,
      [page(148, 105)],
      { page: 1, box: { x: 0, y: 0, w: 148, h: 105 }, size: { w: 148, h: 105 } },
    ],
    [
      'with crop marks is placed around the sheet',
      covers,
      whole,
      [marks],
      { page: 1, box: { x: -10, y: -10, w: 168, h: 125 }, size: { w: 168, h: 125 } },
    ],
    [
      'of the same size with another trim follows its trim box',
      { x: -10, y: -10, w: 168, h: 125 },
      page(168, 125, { x: 10, y: 5, w: 148, h: 105 }),
      [marks],
      { page: 1, box: { x: -10, y: -10, w: 168, h: 125 }, size: { w: 168, h: 125 } },
    ],
    [
      'of other proportions keeps its scale and its corner',
      logo,
      page(40, 20),
      [page(60, 60)],
      { page: 1, box: { x: 20, y: 30, w: 30, h: 30 }, size: { w: 60, h: 60 } },
    ],
    [
      'over the whole sheet that is no background is not stretched',
      covers,
      whole,
      [page(111, 154)],
      { page: 1, box: { x: 34, y: -3, w: 80.01, h: 111 }, size: { w: 111, h: 154 } },
    ],
    [
      'whose previous size is unknown follows the new file',
      covers,
      undefined,
      [page(148, 105)],
      { page: 1, box: { x: 0, y: 0, w: 148, h: 105 }, size: { w: 148, h: 105 } },
    ],
    ['without any known size keeps its frame', logo, page(40, 20), null, { page: 1, box: logo }],
  ])('%s', (_what, box, former, pages, expected) => {
    expect(replacedPdf(element(box), former, pages, sheet)).toEqual(expected)
  })

  test('shows the same page, or the first printable one', () => {
    const shown = (pages: readonly (typeof whole | null)[]) =>
      replacedPdf(element(covers, 2), whole, pages, sheet).page
    expect([shown([whole, whole]), shown([whole]), shown([null, null, whole])]).toEqual([2, 1, 3])
  })
})

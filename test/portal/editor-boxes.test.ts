import { describe, expect, test } from 'vitest'
import {
  framed,
  type Handle,
  keepsRatioOf,
  moved,
  pictureScaled,
  resized,
} from '../../portal/src/editor/model/boxes.ts'
import { linesOf, snapMove, snapResize } from '../../portal/src/editor/model/snap.ts'
import type { ElementOf, TemplateElement } from '../../src/core/template/document.ts'

const rect: ElementOf<'rect'> = { type: 'rect', x: 20, y: 30, w: 40, h: 20, radius: 0, strokeWidth: 0.25 }
const line: ElementOf<'line'> = {
  ...{ type: 'line', x1: 50, y1: 10, x2: 20, y2: 40 },
  ...{ stroke: 'black', strokeWidth: 0.25 },
}
const qr: ElementOf<'qr'> = {
  ...{ type: 'qr', x: 10, y: 10, size: 20, content: 'x', errorCorrection: 'medium' },
  ...{ quietZone: 4, background: 'white' },
}
const address = { type: 'address', zone: 'product', font: 'noto-sans', size: 10 } as TemplateElement
const sheet = {
  trim: { w: 148, h: 105 },
  bleed: 3,
  plex: 'duplex' as const,
  safe: 5,
  zones: [{ kind: 'address', page: 2, x: 80, y: 50, w: 60, h: 30 }] as const,
}
const lines = linesOf({ ...sheet, zones: [...sheet.zones] }, 1, [])

describe('a moved element', () => {
  test('moves with its box or both its ends, in hundredths of a millimetre', () => {
    expect(moved(rect, 1.234, -5)).toMatchObject({ x: 21.23, y: 25, w: 40, h: 20 })
    expect(moved(line, 1, 2)).toMatchObject({ x1: 51, y1: 12, x2: 21, y2: 42 })
  })

  test('stays in place if the product fixes its position', () => {
    expect(moved(address, 5, 5)).toBe(address)
  })

  test('moves no further than a document allows', () => {
    expect(moved(rect, -1000, 1000)).toMatchObject({ x: -20, y: 520 })
  })
})

describe('a handle', () => {
  const frame = { x: 20, y: 30, w: 40, h: 20 }
  test.each<[Handle, number, number, boolean, object]>([
    ['e', 5, 9, false, { x: 20, y: 30, w: 45, h: 20 }],
    ['w', 5, 9, false, { x: 25, y: 30, w: 35, h: 20 }],
    ['n', 5, 9, false, { x: 20, y: 39, w: 40, h: 11 }],
    ['se', 5, 9, false, { x: 20, y: 30, w: 45, h: 29 }],
    ['nw', 5, 9, false, { x: 25, y: 39, w: 35, h: 11 }],
    ['se', 40, 0, true, { x: 20, y: 30, w: 80, h: 40 }],
    ['nw', -40, 0, true, { x: -20, y: 10, w: 80, h: 40 }],
    ['s', 0, 20, true, { x: 20, y: 30, w: 80, h: 40 }],
    ['w', 100, 0, false, { x: 59, y: 30, w: 1, h: 20 }],
  ])('%s dragged by %d, %d (ratio kept: %s)', (handle, dx, dy, keeps, expected) => {
    expect(resized(frame, handle, dx, dy, keeps)).toEqual(expected)
  })

  test('keeps a QR code square, and a line in its direction', () => {
    expect(framed(qr, { x: 5, y: 5, w: 30, h: 25 })).toMatchObject({ x: 5, y: 5, size: 30 })
    expect(framed(qr, { x: 5, y: 5, w: 3, h: 3 })).toMatchObject({ size: 8 })
    expect(framed(line, { x: 0, y: 0, w: 10, h: 20 })).toMatchObject({ x1: 10, y1: 0, x2: 0, y2: 20 })
  })
})

describe('a dragged element', () => {
  const box = { x: 20, y: 30, w: 40, h: 20 }
  test.each([
    ['snaps to the safe area', -14.6, 0, { dx: -15, dy: 0, guides: { x: [5], y: [] } }],
    ['snaps to the trim with its other edge', 87.7, 0, { dx: 88, dy: 0, guides: { x: [148], y: [] } }],
    [
      'snaps with its centre to that of the sheet',
      34.2,
      12.3,
      { dx: 34, dy: 12.5, guides: { x: [74], y: [52.5] } },
    ],
    ['snaps to the bleed', -22.8, 0, { dx: -23, dy: 0, guides: { x: [-3], y: [] } }],
    ['snaps to tenths elsewhere', 2.26, -1.14, { dx: 2.3, dy: -1.1, guides: { x: [], y: [] } }],
  ])('%s', (_what, dx, dy, expected) => {
    const { dx: x, dy: y, guides } = snapMove(box, dx, dy, lines, 0.5)
    expect({ dx: x, dy: y }).toEqual({ dx: expect.closeTo(expected.dx), dy: expect.closeTo(expected.dy) })
    expect(guides).toEqual(expected.guides)
  })

  test('snaps to the edges and centres of others, and to the zones of its page', () => {
    const lines = linesOf({ ...sheet, zones: [...sheet.zones] }, 2, [{ x: 100, y: 70, w: 10, h: 10 }])
    expect(snapMove(box, 20.3, 0, lines, 0.5).guides.x).toEqual([80])
    expect(snapMove(box, 40.2, 0, lines, 0.5).guides.x).toEqual([80, 100])
    expect(snapMove(box, 65.2, 45.1, lines, 0.5).guides).toEqual({ x: [105], y: [75] })
  })

  test('snaps only with the edge that a handle moves', () => {
    expect(snapResize(box, 'se', 82.7, 0.04, lines, 0.5)).toEqual({
      dx: expect.closeTo(83),
      dy: expect.closeTo(0),
      guides: { x: [143], y: [] },
    })
    expect(snapResize(box, 'n', 0, -24.8, lines, 0.5)).toMatchObject({ dx: 0, guides: { x: [], y: [5] } })
  })
})

test.each([
  ['an image at a corner', 'image', 'se', false, true],
  ['an image at a corner, with Shift', 'image', 'se', true, false],
  ['an image at a side', 'image', 'e', false, false],
  ['text at a corner', 'text', 'se', false, false],
  ['text at a corner, with Shift', 'text', 'se', true, true],
  ['a code', 'qr', 'e', false, true],
] as const)('%s keeps its proportions or not', (_what, type, handle, shift, expected) => {
  expect(keepsRatioOf({ type }, handle, shift)).toBe(expected)
})

test.each([
  ['a smaller width', 'w', 20, { w: 20, h: 10 }],
  ['a larger height', 'h', 40, { w: 80, h: 40 }],
  ['a width below the minimum', 'w', 0.5, { w: 2, h: 1 }],
] as const)('an image of 40 × 20 mm with %s keeps its proportions', (_what, side, value, expected) => {
  expect(pictureScaled({ w: 40, h: 20 }, side, value, 1)).toEqual(expected)
})

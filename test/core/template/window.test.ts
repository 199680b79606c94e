import { describe, expect, test } from 'vitest'
import type { SheetZone } from '../../../src/core/template/sheet.ts'
import { clearZonesOf, windowFindings } from '../../../src/core/template/window.ts'
import { sampleSpecifications } from '../../support/catalogue.ts'

/** DIN 5008 form B: the window is 90 × 45 mm at 20, 45. */
const envelope = { window: { x: 20, y: 45, w: 90, h: 45 }, play: 2 }
const page = { trim: { w: 210, h: 297 }, plex: 'duplex' } as const
const read: SheetZone[] = [
  { kind: 'sender', page: 1, x: 26, y: 51, w: 78, h: 4 },
  { kind: 'address', page: 1, x: 26, y: 55, w: 78, h: 29 },
]
const clear = clearZonesOf(envelope.window, envelope.play, read)

const found = (zones: SheetZone[], more: Partial<typeof envelope> = {}) =>
  windowFindings({ ...page, zones }, { ...envelope, ...more }).map(({ code, box }) => [
    code,
    box && [box.x, box.y, box.w, box.h],
  ])

describe('the window of an envelope', () => {
  test('is surrounded by four clear zones', () => {
    expect(clear.map(({ x, y, w, h }) => [x, y, w, h])).toEqual([
      [18, 43, 94, 8],
      [18, 51, 8, 33],
      [104, 51, 8, 33],
      [18, 84, 94, 8],
    ])
    expect(found([...read, ...clear])).toEqual([])
  })

  test.each(sampleSpecifications.filter(({ envelope }) => envelope?.window))(
    'of the $name has no finding',
    ({ sheet, envelope }) => {
      expect(windowFindings(sheet, envelope!)).toEqual([])
    },
  )

  test('has no findings if the envelope has none', () => {
    expect(windowFindings({ ...page, zones: [] }, { window: null, play: 2 })).toEqual([])
  })

  test.each([
    { is: 'on its edge', address: { x: 20, y: 55, w: 78, h: 29 } },
    { is: '4 mm inside, but not where the letter slides', address: { x: 24, y: 55, w: 78, h: 29 } },
    { is: 'too low', address: { x: 26, y: 56, w: 78, h: 29 } },
    { is: 'outside', address: { x: 120, y: 120, w: 78, h: 29 } },
  ])('with an address that is $is has a finding with its box', ({ address }) => {
    const zones: SheetZone[] = [{ kind: 'address', page: 1, ...address }]
    expect(found([...zones, ...clearZonesOf(envelope.window, 2, zones)])).toEqual([
      ['zone_outside_window', Object.values(address)],
    ])
  })

  test('ignores a return line above it', () => {
    const above: SheetZone = { kind: 'sender', page: 1, x: 26, y: 20, w: 78, h: 4 }
    const zones = [above, read[1]!]
    expect(found([...zones, ...clearZonesOf(envelope.window, 2, [read[1]!])])).toEqual([])
  })

  test.each(['mark', 'sequence', 'postage'] as const)(
    'has a finding for a %s that may be visible',
    (kind) => {
      const zone: SheetZone = { kind, page: 1, x: 110, y: 50, w: 30, h: 10 }
      expect(found([...read, ...clear, zone])).toEqual([['zone_in_window', [110, 50, 30, 10]]])
    },
  )

  test('names the visible part of the page that no zone keeps clear', () => {
    expect(found([...read, ...clear.slice(1)])).toEqual([['window_not_clear', [18, 43, 94, 8]]])
    expect(found([...read, ...clear], { play: 0 })).toEqual([])
  })

  test('has a finding without an address, or if it is off the sheet', () => {
    expect(found(clearZonesOf(envelope.window, 2, []))).toEqual([
      ['window_without_address', [20, 45, 90, 45]],
    ])
    expect(found([...read, ...clear], { window: { x: 150, y: 45, w: 90, h: 45 } })).toEqual([
      ['window_outside_sheet', [150, 45, 90, 45]],
    ])
  })
})

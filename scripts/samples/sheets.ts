import type { BoxMm } from '../../src/core/kernel/finding.ts'
import type { SheetZone } from '../../src/core/template/sheet.ts'
import { addressAreaOf, clearZonesOf } from '../../src/core/template/window.ts'
import type { Card, CardSide, Letter } from './shape.ts'

/** Rounds to 0.01 mm, which no printer can distinguish. */
const rounded = (value: number): number => Math.round(value * 100) / 100

const zone = (kind: SheetZone['kind'], page: number, box: BoxMm): SheetZone => ({
  kind,
  page,
  x: rounded(box.x),
  y: rounded(box.y),
  w: rounded(box.w),
  h: rounded(box.h),
})

/** Distance in mm from the edge to the content at the top and left of a card. */
const EDGE = 8
const MARK = { w: 28, h: 9.6 }
const SENDER_HEIGHT = 5

/**
 * Lays out the address side of a card: the address as far to the bottom right as the carrier allows, the areas that
 * it keeps clear, and the sender at the top left.
 */
const cardZones = ({ trim, address, isFolded }: Card, side: CardSide): SheetZone[] => {
  const page = isFolded ? 1 : 2
  const w = trim.w
  const h = isFolded ? trim.h / 2 : trim.h
  const { postage, coding, below, right } = side
  const codingWidth = Math.min(w, coding.w)
  const half = address.w + right
  const markY = side.mark === 'top' ? EDGE + SENDER_HEIGHT + 2 : h - coding.h - 0.4 - MARK.h
  const top = h - below - address.h
  const free: BoxMm[] = side.keepsHalf
    ? [
        { x: w - half, y: 0, w: half - postage.w, h: postage.h },
        { x: w - half, y: postage.h, w: half, h: top - postage.h },
        { x: w - right, y: top, w: right, h: address.h },
      ]
    : [{ x: w - right, y: postage.h, w: right, h: h - below - postage.h }]
  const clear = free.filter((box) => box.w > 0).map((box): [SheetZone['kind'], BoxMm] => ['clear', box])
  const boxes: [SheetZone['kind'], BoxMm][] = [
    ['sender', { x: EDGE, y: EDGE, w: Math.min(85, w - postage.w - 2 * EDGE), h: SENDER_HEIGHT }],
    ['postage', { x: w - postage.w, y: 0, ...postage }],
    ['address', { x: w - half, y: top, ...address }],
    ...clear,
    ['mark', { x: EDGE, y: markY, ...MARK }],
    ['coding', { x: w - half, y: h - below, w: half, h: below - coding.h }],
    ['coding', { x: w - codingWidth, y: h - coding.h, w: codingWidth, h: coding.h }],
  ]
  return boxes.map(([kind, box]) => zone(kind, page, box))
}

export const cardSheet = (card: Card, side: CardSide) => ({
  trim: card.trim,
  bleed: 3,
  safe: card.safe,
  plex: 'duplex',
  pages: { min: 2, max: 2 },
  zones: cardZones(card, side),
})

/** Height in mm of a return address line, including its distance from the address. */
const WINDOW_SENDER = 4.3

/** Margin in mm for letters such as J, which extend beyond their zone: they stay 4 mm within the window. */
const OVERHANG = 0.5

/** Lays out the zones of page 1 that the window shows, and every sheet's mark below it. */
const letterZones = ({ window, play, hasSender, address }: Letter): SheetZone[] => {
  const most = addressAreaOf(window, play)
  const area = { ...most, x: most.x + OVERHANG, w: most.w - 2 * OVERHANG }
  const top = area.y + (hasSender ? WINDOW_SENDER + 0.1 : 0)
  const read = [
    ...(hasSender ? [zone('sender', 1, { ...area, h: WINDOW_SENDER })] : []),
    zone('address', 1, address ?? { ...area, y: top, h: area.y + area.h - top }),
  ]
  const clear = clearZonesOf(window, play, read).map((box) => zone('clear', 1, box))
  return [...clear, ...read, { kind: 'mark', page: 1, everySheet: true, x: 6, y: 200, w: 10, h: 28 }]
}

export const letterSheet = (letter: Letter, plex: 'simplex' | 'duplex') => ({
  trim: letter.trim,
  bleed: 3,
  safe: 5,
  plex,
  pages: { min: 1, max: letter.sheetsMax * (plex === 'duplex' ? 2 : 1) },
  zones: letterZones(letter),
})

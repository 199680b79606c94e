import type { TemplateDocumentInput } from '../../../template/document.ts'

const regular = { type: 'text', font: 'noto-sans', lineHeight: 1.4 } as const
const bold = { type: 'text', font: 'noto-sans-bold', lineHeight: 1.08 } as const

/** In mm: four by six tiles reach from edge to edge of the bleed. */
const tile = (148 + 6) / 6
const patternLeft = 210 + 3 - 4 * tile

/** Rows of plate, dot, half and plain tiles: the ground colour, then that of the figure. */
const pattern = [
  ['plate navy sand', 'plain coral', 'dot mint navy', 'half sand coral'],
  ['plain mint', 'dot coral sand', 'plate sand navy', 'plain navy'],
  ['half coral navy', 'plate navy mint', 'plain coral', 'dot sand mint'],
  ['dot navy coral', 'plain sand', 'half mint navy', 'plate coral sand'],
  ['plate sand mint', 'half navy coral', 'dot sand navy', 'plain mint'],
  ['plain coral', 'dot mint sand', 'plate navy coral', 'half sand navy'],
]

/** An A5 postcard of a restaurant: a tiled wall of plates beside a large headline. */
export const restaurantPostcard: TemplateDocumentInput = {
  schema: 1,
  trim: { w: 210, h: 148 },
  bleed: 3,
  safe: 5,
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }, { id: 'noto-sans-italic' }],
  locale: 'en-GB',
  colors: {
    paper: { cmyk: [2, 3, 9, 0] },
    navy: { cmyk: [95, 75, 35, 35] },
    coral: { cmyk: [0, 65, 60, 0] },
    sand: { cmyk: [4, 12, 30, 0] },
    mint: { cmyk: [45, 0, 30, 0] },
  },
  variables: {
    firstName: { maxLength: 60, sample: 'Zoë' },
    dish: { maxLength: 60, sample: 'the braised celeriac' },
  },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'rect', x: -3, y: -3, w: 216, h: 154, fill: 'paper' },
        ...pattern.flatMap((row, y) => row.flatMap((kind, x) => tileAt(kind, x, y))),
        { type: 'rect', x: 12, y: 14, w: 14, h: 1.6, fill: 'coral' },
        { ...bold, size: 9, color: 'navy', x: 12, y: 19, w: 80, h: 5, text: 'T A B L E   T W E L V E' },
        {
          ...bold,
          size: 33,
          minSize: 16,
          overflow: 'shrink',
          color: 'navy',
          x: 12,
          y: 42,
          w: 86,
          h: 66,
          text: '{{firstName}},\nyour table\nis laid.',
        },
        {
          ...regular,
          font: 'noto-sans-italic',
          size: 11,
          color: 'coral',
          x: 12,
          y: 122,
          w: 84,
          h: 12,
          text: 'Dinner for two, the third course on us.',
        },
      ],
    },
    {
      side: 'back',
      elements: [
        // In many countries the sender is at the top left of cards, and the brand below the letter.
        { type: 'rect', x: -3, y: -3, w: 103, h: 9, fill: 'navy' },
        { ...bold, size: 17, color: 'navy', x: 12, y: 18, w: 84, h: 9, text: 'Come as you are.' },
        {
          ...regular,
          size: 10,
          minSize: 8,
          overflow: 'shrink',
          x: 12,
          y: 31,
          w: 84,
          h: 52,
          text: 'Dear {{firstName}},\n\nIt has been a while since you sat with us, and the kitchen has moved on: there is a new menu, and {{dish | "the dish everybody talks about"}} is back on it.\n\nBring whom you like, on any evening from Tuesday. Show this card and the third course is ours, for both of you.',
        },
        { type: 'rect', x: 12, y: 86, w: 84, h: 32, fill: 'sand', radius: 3 },
        { type: 'qr', x: 14, y: 87, size: 30, content: '{{trackingUrl}}' },
        { ...bold, size: 12, color: 'navy', x: 53, y: 91, w: 40, h: 6, text: 'Keep me a table' },
        {
          ...regular,
          size: 8.5,
          x: 53,
          y: 99,
          w: 40,
          h: 16,
          text: 'Point your camera at the code: two taps, and we expect you.',
        },
        {
          ...regular,
          size: 6,
          minSize: 4,
          overflow: 'shrink',
          color: 'black',
          x: 12,
          y: 118.5,
          w: 84,
          h: 4.3,
          text: 'No more invitations? Tell us at {{optOutUrl}}',
        },
        { type: 'line', x1: 103, y1: 30, x2: 103, y2: 131, stroke: 'coral', strokeWidth: 0.4 },
        {
          type: 'address',
          zone: 'product',
          font: 'noto-sans',
          size: 11,
          minSize: 8,
          lineHeight: 1.2,
          mark: 'kix',
        },
      ],
    },
  ],
}

/** Returns the elements of a tile: `plate navy sand` is a plate of sand on navy. */
function tileAt(kind: string, column: number, row: number) {
  const [shape, ground, figure] = kind.split(' ') as [string, string, string | undefined]
  const x = patternLeft + column * tile
  const y = -3 + row * tile
  const disc = (share: number, fill: string) => {
    const size = tile * share
    const inset = (tile - size) / 2
    return { type: 'ellipse' as const, x: x + inset, y: y + inset, w: size, h: size, fill }
  }
  const base = { type: 'rect' as const, x, y, w: tile, h: tile, fill: ground }
  if (!figure) return [base]
  // A disc closer to the tile's edge than 3 mm would be cut off without reaching the bleed.
  if (shape === 'plate') return [base, disc(0.74, figure), disc(0.46, ground), disc(0.38, figure)]
  if (shape === 'dot') return [base, disc(0.36, figure)]
  return [base, { ...base, h: tile / 2, fill: figure }, disc(0.5, ground)]
}

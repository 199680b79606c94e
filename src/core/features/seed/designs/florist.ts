import type { TemplateDocumentInput } from '../../../template/document.ts'

const regular = { type: 'text', font: 'noto-sans', lineHeight: 1.35 } as const
const bold = { type: 'text', font: 'noto-sans-bold', lineHeight: 1.1 } as const

/** An A6 postcard of a flower shop. */
export const floristPostcard: TemplateDocumentInput = {
  schema: 1,
  trim: { w: 148, h: 105 },
  bleed: 3,
  safe: 4,
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }],
  locale: 'en-GB',
  colors: {
    night: { cmyk: [88, 45, 60, 40] },
    fern: { cmyk: [75, 22, 72, 18] },
    leaf: { cmyk: [55, 5, 75, 5] },
    sun: { cmyk: [0, 38, 85, 0] },
    glow: { cmyk: [0, 18, 55, 0] },
    rose: { cmyk: [3, 72, 42, 0] },
  },
  variables: {
    firstName: { maxLength: 60, sample: 'Zoë' },
    flowers: { maxLength: 40, sample: 'ten tulips' },
  },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'rect', x: -3, y: -3, w: 154, h: 111, fill: 'night' },
        { type: 'ellipse', x: 84, y: 16, w: 54, h: 54, fill: 'glow' },
        { type: 'ellipse', x: 89, y: 21, w: 44, h: 44, fill: 'sun' },
        { type: 'ellipse', x: 50, y: 52, w: 101, h: 56, fill: 'fern' },
        { type: 'ellipse', x: -3, y: 62, w: 110, h: 46, fill: 'fern' },
        { type: 'rect', x: -3, y: 85, w: 154, h: 23, fill: 'fern' },
        // Below the widest place of the right hill, where it recedes from the edge of the bleed.
        { type: 'rect', x: 140, y: 80, w: 11, h: 5, fill: 'fern' },
        { type: 'ellipse', x: -3, y: 76, w: 154, h: 32, fill: 'leaf' },
        { type: 'rect', x: -3, y: 92, w: 154, h: 16, fill: 'leaf' },
        ...flower(26, 66, 7),
        ...flower(42, 74, 5),
        ...flower(112, 68, 6),
        ...flower(128, 78, 4.5),
        {
          ...bold,
          size: 8,
          color: 'glow',
          x: 8,
          y: 9,
          w: 70,
          h: 4.5,
          text: 'F E R N   &   F I E L D',
        },
        {
          ...bold,
          size: 27,
          minSize: 14,
          overflow: 'shrink',
          color: 'white',
          x: 8,
          y: 17,
          w: 72,
          h: 36,
          text: 'Hello spring,\nhello {{firstName}}.',
        },
      ],
    },
    {
      side: 'back',
      // In many countries the sender is at the top left of cards, and the brand below the letter.
      elements: [
        { type: 'rect', x: -3, y: -3, w: 74.65, h: 6, fill: 'leaf' },
        { ...bold, size: 12, color: 'fern', x: 8, y: 13.1, w: 60, h: 4.8, text: 'The first flowers are in' },
        {
          ...regular,
          size: 8.5,
          minSize: 7,
          overflow: 'shrink',
          x: 8,
          y: 18,
          w: 60,
          h: 30.1,
          text: 'Dear {{firstName}},\n\nWinter was long enough. This week the first bunches came in from the field, and we kept {{flowers | "a small one"}} aside for you.\n\nScan the code, tell us when you come by, and they are yours. No purchase needed, just bring this card.',
        },
        { type: 'qr', x: 7, y: 48.2, size: 25, content: '{{trackingUrl}}' },
        { ...bold, size: 9, color: 'rose', x: 36, y: 51, w: 32, h: 8, text: 'Your bunch is waiting' },
        {
          ...regular,
          size: 7,
          x: 36,
          y: 60,
          w: 32,
          h: 11,
          text: 'Fern & Field, flowers\nopen Tuesday to Saturday\n9 to 18 hours',
        },
        {
          ...regular,
          size: 5.5,
          minSize: 4,
          overflow: 'shrink',
          color: 'black',
          x: 8,
          y: 73.4,
          w: 60,
          h: 6.5,
          text: 'Rather no cards from us? Tell us here:\n{{optOutUrl}}',
        },
        { type: 'line', x1: 71.5, y1: 8, x2: 71.5, y2: 87, stroke: 'leaf', strokeWidth: 0.3 },
        {
          type: 'address',
          zone: 'product',
          font: 'noto-sans',
          size: 10,
          minSize: 8,
          lineHeight: 1.2,
          mark: 'kix',
        },
      ],
    },
  ],
}

/** Returns four petals around a centre, on a stem. */
function flower(x: number, y: number, size: number) {
  const petal = (dx: number, dy: number) => ({
    type: 'ellipse' as const,
    x: x + dx * size * 0.5 - size * 0.4,
    y: y + dy * size * 0.5 - size * 0.4,
    w: size * 0.8,
    h: size * 0.8,
    fill: 'rose',
  })
  return [
    { type: 'line' as const, x1: x, y1: y, x2: x, y2: y + size * 3, stroke: 'night', strokeWidth: 0.6 },
    petal(-1, 0),
    petal(1, 0),
    petal(0, -1),
    petal(0, 1),
    {
      type: 'ellipse' as const,
      x: x - size * 0.3,
      y: y - size * 0.3,
      w: size * 0.6,
      h: size * 0.6,
      fill: 'glow',
    },
  ]
}

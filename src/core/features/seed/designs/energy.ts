import type { TemplateDocumentInput } from '../../../template/document.ts'

const regular = { type: 'text', font: 'noto-sans', lineHeight: 1.45 } as const
const bold = { type: 'text', font: 'noto-sans-bold', lineHeight: 1.15 } as const

/** Bars of a chart: the label below, and the height in mm. */
const months: readonly (readonly [label: string, height: number])[] = [
  ['Jan', 8],
  ['Feb', 11],
  ['Mar', 16],
  ['Apr', 21],
  ['May', 26],
  ['Jun', 28],
]

/** Position of the contact in mm, beside a window on the left or, in other countries, on the right. */
const contact = { besideLeft: 130, besideRight: 25, y: 50 }

/** A window letter of an energy cooperative. */
const energyLetter: TemplateDocumentInput = {
  schema: 1,
  trim: { w: 210, h: 297 },
  bleed: 3,
  safe: 5,
  fonts: [{ id: 'noto-sans' }, { id: 'noto-sans-bold' }, { id: 'noto-sans-italic' }],
  locale: 'en-GB',
  colors: {
    blue: { cmyk: [90, 60, 10, 10] },
    sky: { cmyk: [12, 3, 0, 0] },
    gold: { cmyk: [0, 30, 90, 0] },
    grey: { cmyk: [0, 0, 0, 65] },
  },
  variables: {
    firstName: { maxLength: 60, sample: 'Zoë' },
    adviser: { maxLength: 60, sample: 'Femke Bakker' },
  },
  pages: [
    {
      side: 'front',
      elements: [
        { type: 'rect', x: -3, y: -3, w: 216, h: 8, fill: 'blue' },
        { type: 'rect', x: 125, y: -3, w: 88, h: 8, fill: 'gold' },
        { type: 'ellipse', x: 125, y: 17, w: 13, h: 13, fill: 'gold' },
        { type: 'ellipse', x: 131, y: 17, w: 13, h: 13, fill: 'blue' },
        { ...bold, size: 17, color: 'blue', x: 147, y: 16, w: 55, h: 8, text: 'Sunstreet' },
        {
          ...regular,
          size: 8.5,
          color: 'grey',
          x: 147,
          y: 24.5,
          w: 55,
          h: 6,
          text: 'energy of the neighbourhood',
        },
        {
          ...regular,
          size: 8.5,
          color: 'grey',
          x: contact.besideLeft,
          y: contact.y,
          w: 70,
          h: 36,
          text: 'Sunstreet Cooperative\nMarket Square 4\n\nTelephone 010 555 01 23\nhello@sunstreet.example\nwww.sunstreet.example',
        },
        {
          ...bold,
          size: 15,
          color: 'blue',
          x: 25,
          y: 103,
          w: 160,
          h: 8,
          text: 'Your roof could earn more than it does',
        },
        {
          ...regular,
          size: 11,
          minSize: 9,
          overflow: 'shrink',
          x: 25,
          y: 116,
          w: 160,
          h: 66,
          text: 'Dear {{firstName}},\n\nLast year 214 households on your side of town put panels on their roofs with us. Together they made more electricity than they used, and shared what was left with the school and the swimming pool.\n\nYour roof lies well: it faces the sun for most of the day. We have worked out what that means for you, and would like to show it to you at your kitchen table, without any obligation. The visit takes half an hour, and you keep the calculation whatever you decide.',
        },
        { type: 'rect', x: 25, y: 186, w: 160, h: 54, fill: 'sky', radius: 4 },
        {
          ...bold,
          size: 12,
          color: 'blue',
          x: 32,
          y: 191,
          w: 70,
          h: 6,
          text: 'Half a year on a roof like yours',
        },
        ...months.flatMap(([label, height], index) => [
          {
            type: 'rect' as const,
            x: 33 + index * 11,
            y: 231 - height,
            w: 7.5,
            h: height,
            fill: index < 3 ? 'blue' : 'gold',
            radius: 1,
          },
          {
            ...regular,
            size: 7,
            color: 'grey',
            align: 'center' as const,
            x: 31.5 + index * 11,
            y: 232,
            w: 10.5,
            h: 4,
            text: label,
          },
        ]),
        { type: 'line', x1: 32, y1: 231, x2: 98, y2: 231, stroke: 'blue', strokeWidth: 0.4 },
        { type: 'qr', x: 146, y: 194, size: 34, content: '{{trackingUrl}}' },
        {
          ...bold,
          size: 11,
          color: 'blue',
          x: 106,
          y: 200,
          w: 37,
          h: 11,
          text: 'Choose a time that suits you',
        },
        {
          ...regular,
          size: 8.5,
          x: 106,
          y: 214,
          w: 36,
          h: 18,
          text: 'Scan the code and pick a day. We bring the coffee.',
        },
        { ...regular, size: 10.5, x: 25, y: 247, w: 100, h: 6, text: 'With kind regards,' },
        {
          ...regular,
          font: 'noto-sans-italic',
          size: 15,
          minSize: 10,
          overflow: 'shrink',
          color: 'blue',
          x: 25,
          y: 254,
          w: 100,
          h: 8,
          text: '{{adviser | "Your neighbours at Sunstreet"}}',
        },
        { type: 'line', x1: 25, y1: 275, x2: 185, y2: 275, stroke: 'gold', strokeWidth: 0.6 },
        {
          ...regular,
          size: 7,
          minSize: 5,
          overflow: 'shrink',
          color: 'black',
          align: 'center',
          x: 25,
          y: 277.5,
          w: 160,
          h: 10,
          text: 'Sunstreet is a cooperative of its customers.\nNo more letters? Tell us at {{optOutUrl}}, or send this page back.',
        },
        { type: 'rect', x: -3, y: 292, w: 216, h: 8, fill: 'blue' },
        {
          type: 'address',
          zone: 'product',
          font: 'noto-sans',
          size: 10.5,
          minSize: 8,
          lineHeight: 1.15,
          mark: 'kix',
        },
      ],
    },
  ],
}

/** Fits envelopes whose window is on the right. */
const windowRight: TemplateDocumentInput = {
  ...energyLetter,
  pages: energyLetter.pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) =>
      'x' in element && element.x === contact.besideLeft && element.y === contact.y
        ? { ...element, x: contact.besideRight }
        : element,
    ),
  })),
}

export const energyLetters = { windowLeft: energyLetter, windowRight } as const

import { europeWithout } from '../common.ts'
import { type Card, type Country, guess, type Letter, read } from '../shape.ts'

/** Inches in mm, to a hundredth. */
const inches = (value: number): number => Math.round(value * 2540) / 100

const dmm = 'USPS, DMM 202.2.1 of 2013-07-28 (pe.usps.com/archive/html/dmmarchive20130728/202.htm)'
const pub28 = 'USPS, Publication 28, A1 (pe.usps.gov/text/pub28/28apa_002.htm)'
const pub25 = 'USPS, Publication 25, 3-9 (about.usps.com/publications/pub25/pub25_ch3_009.htm)'
const qsg = 'USPS, Quick Service Guide 201 of 2015-01-25 (pe.usps.com/qsg_archive/html/qsg_archive_20150125/)'

const card = (size: string, w: number, h: number, more: Partial<Card>): Card => ({
  key: `postcard-${size}`,
  name: `Postcard ${h} × ${w} in`,
  format: `${h} × ${w} in`,
  trim: { w: inches(w), h: inches(h) },
  address: { w: 85, h: 40 },
  safe: 5,
  stock: 'cover-14pt',
  postage: 'letter-small',
  ...more,
})

const letter: Letter = {
  key: '10',
  name: '#10 letter',
  format: '#10',
  trim: { w: inches(8.5), h: inches(11) },
  fold: 'third',
  envelope: { name: '#10', w: inches(9.5), h: inches(4.125) },
  // 7/8 in from the left and 1/2 in from the bottom of an envelope with the sheet in its middle.
  window: { x: 9.52, y: 57.68, w: inches(4.5), h: inches(1.125) },
  play: 1.4,
  hasSender: false,
  sheetsMax: 5,
  postage: 'letter-small',
  sources: [
    read(
      'Google Answers 712795, which quotes California State University (answers.google.com/answers/threadview?id=712795)',
      'The usual window is 4 1/2 × 1 1/8 in, 7/8 in from the left and 1/2 in (often 5/8) from the bottom.',
    ),
    read(
      pub25,
      '1/8 in around the address is kept clear when the insert moves to its full limits. Without automation prices a window may reach 1/8 in into the barcode clear zone, as the sample’s does.',
    ),
    guess('Five lines need a play of at most 1.4 mm; a larger window would allow more.'),
    guess('The return address is printed on the envelope.'),
  ],
}

const inland = ['US', 'PR', 'VI', 'GU', 'AS', 'MP']

export const us: Country = {
  name: 'us',
  code: 'US',
  currency: 'USD',
  calendar: {
    timeZone: 'America/New_York',
    holidays: [{ country: 'US' }],
    sources: [guess('Federal holidays, on which USPS does not deliver.')],
  },
  carrier: 'USPS',
  postageProducts: [
    { key: 'letter-small', name: 'First-Class Mail letter' },
    {
      key: 'card',
      name: 'First-Class Mail postcard',
      sources: [
        read(qsg, 'A card at the card rate is at most 6 in long, 4 1/4 in high and 0.016 in thick.'),
        read(qsg, 'Letters are at most 11 1/2 in long and 6 1/8 in high: 6 × 9 and 6 × 11 in are letters.'),
      ],
    },
  ],
  stocks: [
    {
      key: 'cover-14pt',
      name: '14 pt coated cover',
      gsm: 310,
      coated: true,
      colourProfile: 'GRACoL2006',
      maxInkPercent: 320,
    },
    {
      key: 'text-60lb',
      name: '60 lb uncoated text',
      gsm: 89,
      coated: false,
      colourProfile: 'FOGRA29',
      maxInkPercent: 300,
      sources: [
        guess(
          'No American profile for uncoated paper is included: add yours, and name it in `colourProfile`.',
        ),
      ],
    },
  ],
  side: {
    postage: { w: 45, h: 28 },
    coding: { w: inches(4.75), h: inches(0.625) },
    below: 17,
    right: inches(0.5),
    mark: 'top',
    keepsHalf: false,
    sources: [
      read(
        dmm,
        'The address is within the OCR read area: 1/2 in from either side, 5/8 in to 2 3/4 in from the bottom.',
      ),
      read(pub28, 'The barcode clear zone is 4 3/4 in from the right edge and 5/8 in high.'),
      read(
        pub28,
        'Other print in the read area is above the address and far from it, so the sample puts its mark there.',
      ),
      guess('Postage at the top right within 45 × 28 mm.'),
    ],
  },
  cards: [
    card('4x6', 6, 4, { address: { w: 68, h: 36 }, postage: 'card' }),
    card('6x9', 9, 6, {}),
    card('6x11', 11, 6, {}),
  ],
  envelope: { name: '#10', w: inches(9.5), h: inches(4.125) },
  label: { name: '3 1/2 × 1 4/10 in', w: inches(3.5), h: inches(1.4) },
  letters: [letter],
  zones: [
    { code: 'domestic', name: 'United States and territories', countries: inland },
    { code: 'canada', name: 'Canada', countries: ['CA'] },
    { code: 'mexico', name: 'Mexico', countries: ['MX'] },
    { code: 'europe', name: 'Europe', countries: europeWithout(inland) },
    { code: 'world', name: 'World', countries: '*' },
  ],
  zoneSources: [
    guess('That territories have the price of the states; the price groups of USPS for letters abroad.'),
  ],
  prices: {
    domestic: { 'postcard-4x6': 99, 'postcard-6x9': 139, 'postcard-6x11': 149, '#10': 139 },
    more: { canada: 85, mexico: 85, europe: 95, world: 95 },
    sheet: 10,
  },
  deliveryDays: 4,
}

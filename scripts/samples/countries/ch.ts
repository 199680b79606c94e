import { a4Letter, documents, envelopes, europeanCards, europeanStocks, threeZones } from '../common.ts'
import { type Country, guess, read } from '../shape.ts'

const post =
  'Swiss Post, Addressing items correctly (post.ch, post-versand-international-gk/post-richtig-adressieren-briefe.htm)'

const sides = read(
  'Office World, C4-Couverts (officeworld.ch/de/buerobedarf/papier-und-papierprodukte/couverts/c4-couverts)',
  'Swiss Post accepts windows on the left and on the right; SN 10130:2016 names both.',
)

const left = {
  window: { x: 20, y: 45, w: 100, h: 45 },
  hasSender: true,
  sources: [
    sides,
    read(
      documents.pingen,
      'The address is within 85.5 × 25.5 mm, 22 mm from the left and 60 mm from the top; 20 mm above it are kept clear.',
    ),
    read(
      documents.koma,
      'SNleft: address field 100 × 45 mm, 20 mm from the left and 35.5 mm from the top. Pingen’s is lower, so the sample uses the height of SN, 45 mm. Measure your envelopes.',
    ),
  ],
}
const right = {
  window: { x: 112, y: 45, w: 90, h: 45 },
  hasSender: true,
  sources: [
    sides,
    read(documents.koma, 'SN: address field 90 × 45 mm, 8 mm from the right and 45 mm from the top.'),
  ],
}

export const ch: Country = {
  name: 'ch',
  code: 'CH',
  currency: 'CHF',
  calendar: {
    timeZone: 'Europe/Zurich',
    holidays: [{ country: 'CH', region: 'ZH' }],
    sources: [guess('Holidays of the canton of Zürich: use those of your canton.')],
  },
  carrier: 'Swiss Post',
  postageProducts: [
    { key: 'letter-small', name: 'B-Post Standardbrief' },
    { key: 'letter-large', name: 'B-Post Grossbrief' },
    { key: 'card', name: 'B-Post Standardbrief, Karte' },
    { key: 'card-large', name: 'B-Post Standardbrief, Karte A5' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 38 },
    coding: { w: 140, h: 15 },
    below: 20,
    right: 15,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      guess('The right half is reserved for the address and the carrier.'),
      read(post, 'Franking area 74 × 38 mm; coding area 140 × 15 mm up to B5.'),
      read(post, 'Nothing is printed below the address or to its right.'),
      read(
        'Swiss Post, Broschüre Brief, page 60 (yumpu.com/de/document/view/26988765/broscha-1-4-re-brief-die-schweizerische-post/60)',
        'Business reply cards have at least 120 g/m² in A6 and 170 g/m² in A5.',
      ),
      guess('15 mm to the right of the address, 20 mm below it.'),
    ],
  },
  cards: europeanCards({ a6: {}, a5: {}, folded: {} }),
  envelope: envelopes.c5,
  letters: [
    a4Letter.dl({ ...left, key: 'dl-left', name: 'DL letter, window on the left' }),
    a4Letter.c5({ ...left, key: 'c5-left', name: 'C5 letter, window on the left' }),
    a4Letter.c5({ ...right, key: 'c5-right', name: 'C5 letter, window on the right' }),
    a4Letter.c4({
      ...left,
      key: 'c4-left',
      name: 'C4 letter, window on the left',
      sources: [
        ...left.sources,
        read(post, 'Larger than B5, the coding area is 100 × 35 mm: on the envelope, not on the sheet.'),
      ],
    }),
  ],
  zones: threeZones('Switzerland and Liechtenstein', ['CH', 'LI']),
  zoneSources: [
    read(
      'laRegione, Spedire una lettera all’estero (laregione.ch/svizzera/svizzera/1188625)',
      'Swiss Post has one price for Europe and one for the rest of the world.',
    ),
    guess('The countries in Europe, and that Liechtenstein has the price of Switzerland.'),
  ],
  prices: {
    domestic: {
      'postcard-a6': 159,
      'postcard-a5': 189,
      'folded-card-a5': 229,
      DL: 169,
      C5: 179,
      C4: 299,
    },
    more: { europe: 80, world: 130 },
    sheet: 12,
  },
  deliveryDays: 3,
}

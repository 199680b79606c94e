import { a4Letter, europeanCards, europeanStocks, europeWithout } from '../common.ts'
import { type Country, guess, read } from '../shape.ts'

const notify =
  'GOV.UK Notify, Letter specification (github.com/alphagov/notifications-admin, guidance/letter-specification.html)'
const premier = 'Royal Mail, Premier Customer Guide, 4.0 and 13.5.1 (online.flippingbook.com/view/353760/)'

/** The machine-read address block plus a margin of 4 mm, the play and room for overhanging letters. */
const notifyWindow = {
  window: { x: 18.1, y: 33.5, w: 108.4, h: 38.8 },
  hasSender: false,
  sources: [
    read(notify, 'Address block 95.4 × 26.8 mm, 24.6 mm from the left and 39.5 mm from the top of A4.'),
    guess('The window itself: the margin around that block. Measure your envelopes.'),
    guess('The return address is on the back of the envelope.'),
  ],
}

const inland = ['GB', 'GG', 'JE', 'IM']

export const gb: Country = {
  name: 'gb',
  code: 'GB',
  currency: 'GBP',
  calendar: {
    timeZone: 'Europe/London',
    holidays: [{ country: 'GB', region: 'ENG' }],
    sources: [guess('Bank holidays of England; Scotland and Northern Ireland have others (SCT, NIR).')],
  },
  carrier: 'Royal Mail',
  postageProducts: [
    { key: 'letter-small', name: 'Second Class Letter' },
    { key: 'letter-large', name: 'Second Class Large Letter' },
    { key: 'card', name: 'Second Class postcard' },
    { key: 'card-large', name: 'Second Class Letter, card A5' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 40 },
    coding: { w: 140, h: 15 },
    below: 20,
    right: 15,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      guess('The right half is reserved for the address and the carrier.'),
      read(premier, 'Postcards have at least 200 g/m² and 0.25 mm.'),
      guess(
        'Indicia at the top right within 74 × 40 mm, a clear strip of 140 × 15 mm at the bottom right and 15 mm to the right of the address: Royal Mail’s guidelines name such lengths, but their drawings were not seen.',
      ),
    ],
  },
  cards: europeanCards({
    a6: {},
    a5: {},
    folded: {
      sources: [read(premier, 'For large letters: a folded and sealed piece has at least 100 g/m².')],
    },
  }),
  letters: [
    a4Letter.dl({
      window: { x: 15, y: 47.5, w: 93, h: 39 },
      // The maximum that six lines leave; the sheet has 5 mm.
      play: 4.8,
      hasSender: false,
      sources: [
        guess('BS 4264: a window of 93 × 39 mm, 20 mm from the left and 53 mm from the top of the envelope.'),
        guess('The return address is on the back of the envelope.'),
      ],
    }),
    a4Letter.c5(notifyWindow),
    a4Letter.c4(notifyWindow),
  ],
  zones: [
    { code: 'domestic', name: 'United Kingdom and islands', countries: inland },
    { code: 'europe', name: 'Europe', countries: europeWithout(inland) },
    { code: 'world-zone-3', name: 'World Zone 3', countries: ['US'] },
    {
      code: 'world-zone-2',
      name: 'World Zone 2',
      countries: [
        ...['AS', 'AU', 'CC', 'CK', 'CX', 'FJ', 'IO', 'KI', 'LA', 'MO', 'NC', 'NF', 'NR', 'NU', 'NZ'],
        ...['PF', 'PG', 'PN', 'PW', 'SB', 'SG', 'TF', 'TK', 'TO', 'TV', 'WS'],
      ],
    },
    { code: 'world-zone-1', name: 'World Zone 1', countries: '*' },
  ],
  zoneSources: [
    guess('Royal Mail’s zones: Europe, World Zones 1 to 3, and the countries in them.'),
    guess('Jersey, Guernsey and the Isle of Man have the price of the United Kingdom.'),
  ],
  prices: {
    domestic: {
      'postcard-a6': 109,
      'postcard-a5': 129,
      'folded-card-a5': 149,
      DL: 119,
      C5: 129,
      C4: 229,
    },
    more: { europe: 150, 'world-zone-1': 160, 'world-zone-2': 160, 'world-zone-3': 170 },
    sheet: 8,
  },
  deliveryDays: 3,
}

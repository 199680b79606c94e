import { a4Letter, europeanCards, europeanStocks, threeZones } from '../common.ts'
import { type Country, guess, read } from '../shape.ts'

const positioning = 'bpost, Correct positioning of an address (bpost.be/en/addressing-positioning-address)'
const masspost = 'bpost, Guide MassPost, January 2025, section 1 page 2 (bpost.be/fr-masspost-guide/12)'
const normal = 'bpost, Normalisatie (bpost.be/site/nl/residential/letters-cards/send/normalisation.html)'

const sources = [
  read(positioning, '30 mm below the window and 15 mm to the right of the address are kept clear.'),
  read(
    positioning,
    'No sender’s address may show in the window: the return line is on the back of the envelope.',
  ),
  read(
    masspost,
    'Small Format: 40 mm at the top right are for franking; the address is at most 125 mm wide.',
  ),
  guess(
    'A window of 100 mm on the right, 20 mm from the right edge: envelopes with a window on the left also exist.',
  ),
]

export const be: Country = {
  name: 'be',
  code: 'BE',
  currency: 'EUR',
  calendar: {
    timeZone: 'Europe/Brussels',
    holidays: [{ country: 'BE' }],
    sources: [guess('The public holidays are those on which the printer and bpost don’t work.')],
  },
  carrier: 'bpost',
  postageProducts: [
    { key: 'letter-small', name: 'Small Format, Non Prior' },
    { key: 'letter-large', name: 'Large Format, Non Prior' },
    { key: 'card', name: 'Small Format, card' },
    { key: 'card-large', name: 'Small Format, card A5' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 40 },
    coding: { w: 140, h: 15 },
    below: 30,
    right: 15,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      read(positioning, '30 mm below the address and 15 mm to its right are kept clear.'),
      read(masspost, 'Small Format is 140 to 245 mm long and 90 to 165 mm high.'),
      read(normal, 'Franking: 40 mm from the top and 74 mm from the right edge are kept clear.'),
      read(positioning, 'A sender on the front is at the top left, smaller than the address.'),
      read(
        normal,
        'A card without envelope has at least 140 g/m², and the right half of its address side is clear.',
      ),
      guess(
        'The indexing zone is 140 mm wide, as the guide’s drawing seems to show, and 15 mm high, half of the clear 30 mm.',
      ),
    ],
  },
  cards: europeanCards({ a6: {}, a5: {}, folded: {} }),
  letters: [
    // From 40 to 80 mm of the envelope: the maximum that the rules allow.
    a4Letter.dl({ window: { x: 95, y: 34.5, w: 100, h: 40 }, hasSender: false, sources }),
    a4Letter.c5({ window: { x: 99.5, y: 53.25, w: 100, h: 38 }, hasSender: false, sources }),
    a4Letter.c4({
      window: { x: 99.5, y: 53.25, w: 100, h: 38 },
      hasSender: false,
      sources: [...sources, guess('Large Format has separate rules, which were not read.')],
    }),
  ],
  zones: threeZones('Belgium', ['BE']),
  zoneSources: [
    read(
      'Le Vif, Le prix des timbres en hausse (plusmagazine.levif.be, 2014)',
      'bpost has one price for Europe and one for the rest of the world.',
    ),
    guess('The countries in Europe.'),
  ],
  prices: {
    domestic: {
      'postcard-a6': 159,
      'postcard-a5': 189,
      'folded-card-a5': 219,
      DL: 179,
      C5: 189,
      C4: 429,
    },
    more: { europe: 110, world: 140 },
    sheet: 9,
  },
  deliveryDays: 3,
}

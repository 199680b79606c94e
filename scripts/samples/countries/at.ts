import {
  a4Letter,
  dinSource,
  dinWindow,
  documents,
  europeanCards,
  europeanStocks,
  inDinDl,
  threeZones,
} from '../common.ts'
import { type Country, guess, read } from '../shape.ts'

const yumpu =
  'Österreichische Post, Richtig adressieren (yumpu.com/de/document/view/25448913/richtig-adressieren-asterreichische-post-ag/7)'

const window = {
  window: dinWindow,
  hasSender: true,
  address: { x: 26.5, y: 58, w: 76, h: 25 },
  sources: [
    dinSource,
    read(
      'ÖNORM A 1080:2007, 5.1, as scanned (scribd.com/document/357740223/ONORM)',
      'An address has at most 6 lines, 76 × 25 mm and 10 to 12 pt.',
    ),
    read(yumpu, '5 mm around the address are kept clear; a sender in the window is above it, on one line.'),
    read(
      documents.pingen,
      'Austrian letters have the address within 85.5 × 25.5 mm, 22 mm from the left and 60 mm from the top.',
    ),
  ],
}

const ofDl = inDinDl({ ...window, address: undefined })

export const at: Country = {
  name: 'at',
  code: 'AT',
  currency: 'EUR',
  calendar: {
    timeZone: 'Europe/Vienna',
    holidays: [{ country: 'AT' }],
    sources: [guess('The public holidays are those on which the printer and the carrier don’t work.')],
  },
  carrier: 'Österreichische Post',
  postageProducts: [
    { key: 'letter-small', name: 'ECO Brief S' },
    { key: 'letter-medium', name: 'ECO Brief M' },
    { key: 'letter-large', name: 'ECO Brief L' },
    { key: 'card', name: 'ECO Brief S, Karte' },
    { key: 'card-large', name: 'ECO Brief M, Karte' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 40 },
    coding: { w: 148, h: 15 },
    below: 20,
    right: 15,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      guess('The right half is reserved for the address and the carrier.'),
      read(yumpu, 'The coding zone of small letters is 15 mm high, at the bottom edge.'),
      read(yumpu, '5 mm around the address are kept clear; the sender is at the top left, within 40 mm.'),
      guess('Franking area 74 × 40 mm at the top right, 15 mm to the right of the address.'),
    ],
  },
  cards: europeanCards({ a6: {}, a5: {}, folded: {} }),
  letters: [a4Letter.dl(ofDl), a4Letter.c5({ ...window, postage: 'letter-medium' }), a4Letter.c4(window)],
  zones: threeZones('Austria', ['AT']),
  zoneSources: [guess('The countries that the carrier counts as Europe.')],
  prices: {
    domestic: {
      'postcard-a6': 129,
      'postcard-a5': 179,
      'folded-card-a5': 209,
      DL: 149,
      C5: 199,
      C4: 349,
    },
    more: { europe: 40, world: 95 },
    sheet: 9,
  },
  deliveryDays: 3,
}

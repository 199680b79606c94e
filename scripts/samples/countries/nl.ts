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

const postnl = 'PostNL, Addressing tips (postnl.nl/en/sending/sending-a-parcel/addressing-tips/)'
const leiden =
  'Universiteit Leiden, Externe post binnenland (ufb.leidenuniv.nl/post-transport/versturen/externe-post-binnenland.html)'

const window = {
  window: dinWindow,
  hasSender: true,
  sources: [
    dinSource,
    read(
      documents.pingen,
      'Dutch letters also have the address within 85.5 × 25.5 mm, 22 mm from the left and 60 mm from the top; 20 mm above it are kept clear.',
    ),
    read(postnl, 'An address has 3 to 6 lines, 10 to 12 pt, without serifs.'),
    read(
      postnl,
      'The return address is at the top left of a window envelope, on one line. The sample prints it in the window instead, for unprinted envelopes.',
    ),
  ],
}

const ofDl = inDinDl(window)

export const nl: Country = {
  name: 'nl',
  code: 'NL',
  currency: 'EUR',
  calendar: {
    timeZone: 'Europe/Amsterdam',
    holidays: [{ country: 'NL' }],
    closedOn: ['2030-05-05'],
    sources: [guess('Liberation Day is a day off every fifth year in many sectors.')],
  },
  carrier: 'PostNL',
  postageProducts: [
    { key: 'letter-small', name: 'Zakelijke brief, klein' },
    { key: 'letter-large', name: 'Zakelijke brief, groot' },
    { key: 'card', name: 'Kaart' },
    { key: 'card-large', name: 'Kaart, groot' },
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
      read(leiden, 'The address is at least 15 mm from the bottom and both sides.'),
      read(postnl, 'A printed return address is at the top left, on one line.'),
      guess('Franking area 74 × 40 mm at the top right; coding strip 140 × 15 mm at the bottom right.'),
    ],
  },
  cards: europeanCards({ a6: {}, a5: {}, folded: {} }),
  letters: [a4Letter.dl(ofDl), a4Letter.c5(window), a4Letter.c4(window)],
  zones: threeZones('Netherlands', ['NL']),
  zoneSources: [
    read(
      'Viking, Alles wat je moet weten over postzegels (blog.vikingdirect.nl/?p=3474)',
      'PostNL sells one international stamp and two for the Netherlands.',
    ),
    guess('The zones themselves, which are this shop’s own, and the countries in Europe.'),
  ],
  prices: {
    domestic: {
      'postcard-a6': 109,
      'postcard-a5': 139,
      'folded-card-a5': 169,
      DL: 149,
      C5: 159,
      C4: 299,
    },
    more: { europe: 75, world: 75 },
    sheet: 9,
  },
  deliveryDays: 2,
}

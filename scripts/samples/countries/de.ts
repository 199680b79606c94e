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

const burscheid =
  'Burscheid Medien, Briefumschläge bedrucken (burscheid-medien.de/faq-items/briefumschlaege-bedrucken/)'
const letterxpress =
  'LetterXpress, Maschinelle Lesbarkeit (letterxpress.de/news/maschinelle-lesbarkeit-von-briefen)'

const window = {
  window: dinWindow,
  hasSender: true,
  sources: [
    dinSource,
    read(
      documents.koma,
      'DIN: address field 85 × 45 mm at 20 mm from the left and 45 mm from the top; first fold at 105 mm. The sample folds into thirds, at 99 mm.',
    ),
    read(
      'LetterXpress, Richtlinien zur Adressgestaltung (letterxpress.de/richtlinien-zur-adressgestaltung)',
      'Capitals are 2.3 to 4.7 mm high; 10 to 12 pt.',
    ),
  ],
}

const ofDl = inDinDl(window)

export const de: Country = {
  name: 'de',
  code: 'DE',
  currency: 'EUR',
  calendar: {
    timeZone: 'Europe/Berlin',
    holidays: [{ country: 'DE' }],
    sources: [guess('Holidays of the whole country; add your Land as a region, such as BY.')],
  },
  carrier: 'Deutsche Post',
  postageProducts: [
    {
      key: 'letter-small',
      name: 'Standardbrief',
      sources: [read(letterxpress, 'A Standardbrief has up to 3 sheets, a Kompaktbrief 4 to 8.')],
    },
    { key: 'letter-compact', name: 'Kompaktbrief' },
    { key: 'letter-large', name: 'Großbrief' },
    {
      key: 'card',
      name: 'Postkarte',
      sources: [
        read(
          'Arbeiten im Sekretariat, Postkarte (arbeiten-im-sekretariat.de/blog/2016/05/03/postkarte/)',
          'A Postkarte is 140 to 235 mm long, 90 to 125 mm high, at least 1.4 times as long as high, on 150 to 500 g/m². A5 is not one.',
        ),
      ],
    },
    { key: 'card-large', name: 'Großbrief' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 40 },
    coding: { w: 150, h: 15 },
    below: 20,
    right: 15,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      guess('The right half is reserved for the address and the carrier.'),
      read(
        'Digitaldruck Mannheim, Postkarten (digitaldruck-mannheim.de/Postkarten.htm), which quotes Deutsche Post',
        'The address is at least 15 mm from the left, right and bottom edges and 40 mm from the top.',
      ),
      read(
        burscheid,
        'Nothing is printed below the address or to its right; print to its left is at least 20 mm away.',
      ),
      read(
        'bedeutungonline.de, Richtiger Postversand (bedeutungonline.de/richtiger-postversand-tipps-und-wichtige-din-vorschriften/)',
        'The coding strip is 150 × 15 mm at the bottom right.',
      ),
      guess('Franking area 74 × 40 mm at the top right.'),
    ],
  },
  cards: europeanCards({
    a6: {},
    a5: {},
    folded: {
      sources: [
        read(
          'Mailinglotsen, Die Maschinenfähigkeit (mailinglotsen.de/blog/die-maschinenfaehigkeit/)',
          'A self-mailer of two layers larger than DIN lang has at least 200 g/m².',
        ),
        read('adressdruck.de, Selfmailer (adressdruck.de/?p=509)', 'The edge below the address is a fold.'),
      ],
    },
  }),
  letters: [a4Letter.dl(ofDl), a4Letter.c5({ ...window, postage: 'letter-large' }), a4Letter.c4(window)],
  zones: threeZones('Germany', ['DE']),
  zoneSources: [
    guess('Deutsche Post may have one price for Europe and the world; these zones are this shop’s own.'),
  ],
  prices: {
    domestic: {
      'postcard-a6': 119,
      'postcard-a5': 219,
      'folded-card-a5': 239,
      DL: 139,
      C5: 219,
      C4: 259,
    },
    more: { europe: 35, world: 45 },
    sheet: 9,
  },
  deliveryDays: 3,
}

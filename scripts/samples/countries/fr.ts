import { a4Letter, documents, europeanCards, europeanStocks, threeZones } from '../common.ts'
import { type Country, guess, read } from '../shape.ts'

const sna = 'La Poste, Service national de l’adresse (laposte.fr/sna/article.php3?id_article=148)'
const reply = 'La Poste, Postréponse International (laposte.fr/courrierinternational/index.php?id=943)'

const window = {
  window: { x: 100, y: 35, w: 100, h: 45 },
  hasSender: true,
  sources: [
    read(
      documents.koma,
      'NF: address field 100 × 45 mm, 35 mm from the top and 10 mm from the right; folds at 99 and 198 mm. The standard itself (NF Z 11-001) was not read.',
    ),
    read(
      'EDICS, Rédiger vos adresses (edics.fr/rediger-vos-adresses-les-bonnes-pratiques/)',
      'A mail house requires 85 × 33 mm at 110 mm from the left and 55 mm from the top: lower than NF. Measure your envelopes.',
    ),
    read(sna, 'An address has at most 6 lines of 38 characters, 7 abroad, flush left.'),
    guess('C5 and C4 envelopes have their window where that of DL is on the sheet.'),
  ],
}

/** Countries and departments that La Poste serves as France. */
const france = ['FR', 'MC', 'AD', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF']

export const fr: Country = {
  name: 'fr',
  code: 'FR',
  currency: 'EUR',
  calendar: {
    timeZone: 'Europe/Paris',
    holidays: [{ country: 'FR' }],
    sources: [guess('Holidays of the whole country; Alsace and Moselle have two more.')],
  },
  carrier: 'La Poste',
  postageProducts: [
    { key: 'letter-small', name: 'Lettre verte, 20 g' },
    { key: 'letter-large', name: 'Lettre verte, 100 g' },
    { key: 'card', name: 'Lettre verte, carte postale' },
    { key: 'card-large', name: 'Lettre verte, grande carte' },
  ],
  stocks: europeanStocks,
  side: {
    postage: { w: 74, h: 40 },
    coding: { w: 140, h: 15 },
    below: 20,
    right: 20,
    mark: 'bottom',
    keepsHalf: true,
    sources: [
      guess('The right half is reserved for the address and the carrier.'),
      read(
        reply,
        'For its international reply cards: franking at the top right, at most 40 mm high; the address is at least 20 mm from the bottom and right edges.',
      ),
      guess('That other cards have the same rules; width and height of the indexing zone.'),
    ],
  },
  cards: europeanCards({
    a6: { address: { w: 54, h: 30 } },
    a5: { address: { w: 85, h: 40 } },
    folded: { address: { w: 85, h: 40 } },
  }),
  letters: [a4Letter.dl(window), a4Letter.c5(window), a4Letter.c4(window)],
  zones: threeZones('France', france),
  zoneSources: [guess('Monaco, Andorra and the overseas departments have the price of France.')],
  prices: {
    domestic: {
      'postcard-a6': 179,
      'postcard-a5': 209,
      'folded-card-a5': 239,
      DL: 189,
      C5: 199,
      C4: 359,
    },
    more: { europe: 80, world: 80 },
    sheet: 9,
  },
  deliveryDays: 3,
}

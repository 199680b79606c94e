import { foldedSize } from '../../src/core/features/products/catalogue/parts/specification-checks.ts'
import { type Country, guess, type Letter, type Source } from './shape.ts'
import { cardSheet, letterSheet } from './sheets.ts'
import { unfoldedOf, unfoldedProducts, unfoldedSpecification, unfoldedStocks } from './unfolded.ts'

const calendarKey = 'weekdays'
const zonesKey = 'by-distance'
const plexes = ['simplex', 'duplex'] as const

/** Builds the catalogue of a country. */
export const catalogueOf = (country: Country): Record<string, unknown> => ({
  schema: 'lettershop.catalogue/1',
  currency: country.currency,
  products: productsOf(country),
  stocks: [
    ...country.stocks.map(({ sources, ...stock }) => ({ ...stock, ...sourced(sources) })),
    ...unfoldedStocks(country),
  ],
  postageProducts: postageOf(country),
  calendars: [calendarOf(country)],
  countryZones: [
    {
      key: zonesKey,
      name: `Zones as seen from ${country.code}`,
      origin: country.code,
      zones: country.zones,
      ...sourced(country.zoneSources),
    },
  ],
  priceLists: [priceListOf(country)],
  specifications: specificationsOf(country),
})

const sourced = (sources: readonly Source[] = []) => (sources.length > 0 ? { sources } : {})

const productsOf = ({ cards }: Country) => [
  {
    key: 'postcard',
    name: 'Postcard',
    kind: 'POSTCARD',
    description: 'Printed on both sides; the address is on the right of the back.',
    sortOrder: 10,
  },
  ...(cards.some(({ isFolded }) => isFolded)
    ? [
        {
          key: 'folded-card',
          name: 'Folded card',
          kind: 'POSTCARD',
          description: 'Folded once and closed, without an envelope; the address is on page 1.',
          sortOrder: 20,
        },
      ]
    : []),
  {
    key: 'window-letter',
    name: 'Window letter',
    kind: 'LETTER',
    description: 'Sheets in an envelope with a window, printed on one side or on both.',
    sortOrder: 30,
  },
  ...unfoldedProducts,
]

const postageOf = ({ postageProducts, carrier }: Country) =>
  postageProducts.map(({ key, name, sources = [] }) => ({
    key,
    carrier,
    name,
    indicia: null,
    costCents: null,
    sources: [
      guess('Name, conditions and price of the product: ask the carrier. No presorting is claimed.'),
      ...sources,
    ],
  }))

const calendarOf = ({ calendar: { sources, ...calendar } }: Country) => ({
  key: calendarKey,
  name: 'Weekdays at ten',
  cron: '0 10 * * 1-5',
  ...calendar,
  sources: [guess('The cutoff is an example.'), ...sources],
})

/** Quantity steps, with the price per piece as a fraction of the price of a single piece. */
const steps = [
  { from: 1, part: 1 },
  { from: 100, part: 0.96 },
  { from: 1000, part: 0.92 },
  { from: 10_000, part: 0.88 },
]

const priceListOf = (country: Country) => {
  const { currency, cards, letters, zones, prices } = country
  const pieces = [
    ...cards.map(({ key }) => ({ key, price: prices.domestic[key]!, isLetter: false })),
    ...letters.flatMap((letter) =>
      plexes.map((plex) => ({
        key: letterKey(letter, plex),
        price: prices.domestic[letter.format]! + (plex === 'duplex' ? 4 : 0),
        isLetter: true,
      })),
    ),
    ...unfoldedOf(country).map(({ key, price }) => ({ key, price, isLetter: false })),
  ]
  return {
    key: 'examples',
    name: 'Examples of prices',
    currency,
    validFrom: '2025-01-01',
    organisation: null,
    lines: pieces.flatMap(({ key, price, isLetter }) =>
      zones.map(({ code }) => ({
        specification: key,
        zone: code,
        steps: steps.map(({ from, part }) => ({
          from,
          priceCents: Math.round(price * part) + (prices.more[code] ?? 0),
        })),
        ...(isLetter ? { sheets: { included: 1, extraCents: prices.sheet } } : {}),
      })),
    ),
    sources: [guess('All prices are examples. They don’t follow the tariff of a carrier or printer.')],
  }
}

/** Explains an envelope that has more room than the play allows for. */
const roomOf = ({ trim, fold, envelope, play }: Letter): Source[] => {
  const folded = foldedSize(trim, fold)
  const [x, y] = [envelope.w - folded.w, envelope.h - folded.h].map((room) => (room / 2).toFixed(1))
  if (Math.max(Number(x), Number(y)) <= play + 0.5) return []
  return [
    guess(
      `Play of ${play} mm: the ${envelope.name} envelope leaves ${x} mm at the sides and ${y} mm above and below. Have the inserter and the fold hold the piece, and shake filled envelopes before relying on it.`,
    ),
  ]
}

const letterKey = ({ key }: Letter, plex: string): string => `letter-${key}-${plex}`

const specificationsOf = (country: Country) => {
  const { cards, letters, side, stocks, deliveryDays } = country
  const common = { calendar: calendarKey, countryZones: zonesKey }
  const days = { productionDays: 1, deliveryDays }
  const paper = stocks.find(({ coated }) => !coated)!.key
  return [
    ...cards.map((card) => ({
      key: card.key,
      product: card.isFolded ? 'folded-card' : 'postcard',
      name: card.name,
      format: card.format,
      sheet: cardSheet(card, side),
      stock: card.stock,
      fold: card.isFolded ? 'half' : 'none',
      envelope: null,
      ...(card.isFolded ? { finishing: ['Crease', 'Glue dots at the open edges'] } : {}),
      ...common,
      postage: card.postage,
      ...days,
      sources: [...side.sources, ...(card.sources ?? [])],
    })),
    ...letters.flatMap((letter) =>
      plexes.map((plex) => ({
        key: letterKey(letter, plex),
        product: 'window-letter',
        name: `${letter.name}, ${plex === 'duplex' ? 'on both sides' : 'on one side'}`,
        format: letter.format,
        sheet: letterSheet(letter, plex),
        stock: paper,
        fold: letter.fold,
        envelope: { ...letter.envelope, window: letter.window, play: letter.play },
        ...common,
        postage: letter.postage,
        ...days,
        sources: [...letter.sources, ...roomOf(letter)],
      })),
    ),
    ...unfoldedOf(country).map((one) => unfoldedSpecification(one, { ...common, deliveryDays })),
  ]
}

/** The mail of the three shops: designs of one page and of several, and recipients in several countries. */

interface Place {
  streets: readonly string[]
  cities: readonly (readonly [postalCode: string, city: string, region?: string])[]
}

/** Real places, so that every address is valid in its country; the recipients are invented. */
const places: Readonly<Record<string, Place>> = {
  FR: {
    streets: ['Rue de la République', 'Avenue Jean Jaurès'],
    cities: [
      ['69002', 'Lyon'],
      ['75011', 'Paris'],
      ['13001', 'Marseille'],
    ],
  },
  RE: { streets: ['Rue de Paris'], cities: [['97400', 'Saint-Denis']] },
  BE: { streets: ['Rue Neuve'], cities: [['1000', 'Bruxelles']] },
  DE: {
    streets: ['Große Bleichen', 'Lindenallee'],
    cities: [
      ['10117', 'Berlin'],
      ['30159', 'Hannover'],
      ['80331', 'München'],
    ],
  },
  AT: { streets: ['Maria-Theresien-Straße'], cities: [['6020', 'Innsbruck']] },
  GB: {
    streets: ['Mill Lane', 'Station Road'],
    cities: [
      ['M1 1AE', 'Manchester'],
      ['EH1 1YZ', 'Edinburgh'],
      ['SW2 1AA', 'London'],
    ],
  },
  US: { streets: ['Santa Clara St'], cities: [['78701', 'Austin', 'TX']] },
}
const names = [
  'Zoë Öztürk',
  'Łukasz Żak',
  'François Garçon',
  'Anna Weiß',
  'Maximiliana-Theresia von Hohenfels',
]

export interface Recipient {
  name: string
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: string
  region?: string
}

/** Returns recipients spread over the countries; no two have the same address. */
export const recipientsIn = (countries: readonly string[], count: number): Recipient[] =>
  Array.from({ length: count }, (_, n) => {
    const country = countries[n % countries.length]!
    const { streets, cities } = places[country]!
    const round = Math.floor(n / countries.length)
    const [postalCode, city, region] = cities[round % cities.length]!
    return {
      name: names[n % names.length]!,
      street: streets[round % streets.length]!,
      houseNumber: String(n + 1),
      postalCode,
      city,
      country,
      ...(region === undefined ? {} : { region }),
    }
  })

/** A word on every page of a piece, which identifies its recipient without the mark. */
export const wordOf = (shop: string, n: number): string =>
  `${shop.toUpperCase()}-${String(n).padStart(4, '0')}`
export const anyWord = /\b[A-Z]{3,}-\d{4}\b/g

interface Sheet {
  trim: { w: number; h: number }
  bleed: number
  safe: number
  zones: readonly { kind: string; page: number }[]
}

/** Position of the word, outside all zones: below the fold of a letter, at the foot of a label, left of the address. */
const placeOf = ({ h }: { h: number }) => {
  if (h > 200) return { size: 10, x: 30, y: 160, w: 60, h: 12 }
  return h < 50 ? { size: 5, x: 16, y: 29.5, w: 60, h: 4 } : { size: 10, x: 8, y: 30, w: 60, h: 12 }
}

/** Designs a sheet with the given number of pages, with the recipient's word on each. */
export const designOf = ({ trim, bleed, safe, zones }: Sheet, pages: number, locale: string) => {
  const addressed = zones.find(({ kind }) => kind === 'address')!.page
  const text = { type: 'text', font: 'noto-sans', ...placeOf(trim) }
  return {
    schema: 1,
    trim,
    bleed,
    safe,
    fonts: [{ id: 'noto-sans' }],
    locale,
    variables: { word: { maxLength: 20, sample: 'SAMPLE-0000' } },
    pages: Array.from({ length: pages }, (_, index) => ({
      side: index % 2 === 0 ? 'front' : 'back',
      elements: [
        { ...text, text: `${index + 1} / ${pages} {{word}}` },
        ...(index + 1 === addressed
          ? [{ type: 'address', zone: 'product', font: 'noto-sans', size: 10 }]
          : []),
      ],
    })),
  }
}

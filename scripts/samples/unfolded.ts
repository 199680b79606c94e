import type { SheetZone } from '../../src/core/template/sheet.ts'
import { envelopes } from './common.ts'
import { type Country, guess, type Source } from './shape.ts'

/** Envelopes and labels that an office printer addresses, filled by hand. */
export const unfoldedProducts = [
  {
    key: 'envelope',
    name: 'Addressed envelope',
    kind: 'LETTER',
    description: 'An envelope with the address printed on it, for what is put in by hand.',
    sortOrder: 40,
  },
  {
    key: 'label',
    name: 'Address label',
    kind: 'LETTER',
    description: 'A label from the roll, for parcels and large envelopes.',
    sortOrder: 50,
  },
]

/** Papers of envelopes and labels, with the profile and ink limit of the country's uncoated paper. */
export const unfoldedStocks = ({ stocks }: Country) => {
  const { colourProfile, maxInkPercent } = stocks.find(({ coated }) => !coated)!
  const stock = (key: string, name: string, gsm: number) => ({
    key,
    name,
    gsm,
    coated: false,
    colourProfile,
    maxInkPercent,
  })
  return [
    stock('envelope-100', 'White envelope without a window', 100),
    stock('label-roll', 'White label from the roll', 80),
  ]
}

interface Unfolded {
  key: string
  product: string
  name: string
  format: string
  stock: string
  trim: { w: number; h: number }
  safe: number
  zones: SheetZone[]
  /** Example price of one domestic piece, in hundredths of the currency. */
  price: number
  sources: Source[]
}

const envelopeOf = ({ envelope = envelopes.dl, side, prices }: Country): Unfolded => {
  const { w, h } = envelope
  const { postage, right } = side
  const address = { w: 90, h: 30 }
  return {
    key: `envelope-${envelope.name.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
    product: 'envelope',
    name: `Envelope ${envelope.name}`,
    format: envelope.name,
    stock: 'envelope-100',
    trim: { w, h },
    safe: 4,
    zones: [
      { kind: 'sender', page: 1, x: 10, y: 10, w: 80, h: 5 },
      { kind: 'clear', page: 1, x: w - postage.w, y: 0, ...postage },
      { kind: 'address', page: 1, x: w - Math.max(40, right) - address.w, y: h - 28 - address.h, ...address },
      // Below the sender, away from the areas that sorting machines read.
      { kind: 'mark', page: 1, everySheet: true, x: 10, y: 17, w: 28, h: 9.6 },
    ],
    price: Math.round((Object.values(prices.domestic).at(0) ?? 100) * 0.8),
    sources: [
      guess(
        'The position of address, sender and stamp on an envelope: not confirmed by the carrier. Nothing is printed in the corner for the stamp.',
      ),
      guess('Which envelopes your printer feeds, and which side up: print one before printing many.'),
    ],
  }
}

const labelOf = ({ label = { name: '89 × 36 mm', w: 89, h: 36 } }: Country): Unfolded => ({
  key: 'label-89',
  product: 'label',
  name: `Label ${label.name}`,
  format: label.name,
  stock: 'label-roll',
  trim: { w: label.w, h: label.h },
  safe: 2,
  zones: [
    { kind: 'sender', page: 1, x: 16, y: 2, w: 70, h: 4 },
    { kind: 'address', page: 1, x: 16, y: 7, w: 70, h: 22 },
    { kind: 'mark', page: 1, everySheet: true, x: 3, y: 4, w: 10, h: 28 },
  ],
  price: 20,
  sources: [guess('The size of the label: measure your roll and the margin that your printer can’t print.')],
})

export const unfoldedOf = (country: Country): Unfolded[] => [envelopeOf(country), labelOf(country)]

/** Builds a specification for a catalogue; `common` has the fields that all its specifications share. */
export const unfoldedSpecification = (
  { key, product, name, format, stock, trim, safe, zones, sources }: Unfolded,
  common: object,
) => ({
  key,
  product,
  name,
  format,
  // An office does not trim: pages have the size of the envelope or label.
  sheet: { trim, bleed: 0, safe, plex: 'simplex', pages: { min: 1, max: 1 }, zones },
  stock,
  fold: 'none',
  envelope: null,
  ...common,
  postage: null,
  productionDays: 1,
  sources,
})

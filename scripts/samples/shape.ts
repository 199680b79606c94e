import type { BoxMm } from '../../src/core/kernel/finding.ts'

/** The source of an entry's rule, as in catalogue files. */
export interface Source {
  rule: string
  source: string | null
  verified: boolean
}

/** A rule read in a document. */
export const read = (source: string, rule: string): Source => ({ rule, source, verified: true })

/** A rule without a source, to be checked with the carrier or the printer. */
export const guess = (rule: string): Source => ({ rule, source: null, verified: false })

/** Areas that a carrier reserves on the address side of a card, in mm. */
export interface CardSide {
  /** The corner at the top right. */
  postage: { w: number; h: number }
  /** The strip at the bottom, from the right edge. */
  coding: { w: number; h: number }
  /** Clear from the bottom edge to the address, including the strip. */
  below: number
  /** Clear from the right edge to the address. */
  right: number
  /** Position of the sheet's mark: next to the address, or below the sender if only that is allowed. */
  mark: 'bottom' | 'top'
  /** True if the right half is reserved for the carrier and the address. */
  keepsHalf: boolean
  sources: Source[]
}

export interface Card {
  key: string
  name: string
  format: string
  trim: { w: number; h: number }
  /** Size of the address, which is as far to the bottom right as the carrier allows. */
  address: { w: number; h: number }
  safe: number
  stock: string
  postage: string
  /** Folded once across, with the address on the upper half of page 1. */
  isFolded?: boolean
  sources?: Source[]
}

/** A letter in a window envelope, offered for one and for both sides. */
export interface Letter {
  /** Middle of the specification's key, such as `dl` in `letter-dl-duplex`. */
  key: string
  name: string
  format: string
  trim: { w: number; h: number }
  fold: 'none' | 'half' | 'third'
  envelope: { name: string; w: number; h: number }
  /** In mm from the top left of page 1, with the piece centred in its envelope. */
  window: BoxMm
  play: number
  /** True if the return line is in the window, above the address. */
  hasSender: boolean
  /** Set if it differs from the full window. */
  address?: BoxMm
  sheetsMax: number
  postage: string
  sources: Source[]
}

export interface Stock {
  key: string
  name: string
  gsm: number
  coated: boolean
  colourProfile: string
  maxInkPercent: number
  sources?: Source[]
}

export interface Zone {
  code: string
  name: string
  countries: readonly string[] | '*'
}

/** Examples of prices, in hundredths of the currency. */
export interface Prices {
  /** For one domestic piece, by the key of a card or the format of a letter. */
  domestic: Record<string, number>
  /** Surcharge of a piece to another zone, by zone code. */
  more: Record<string, number>
  /** Surcharge for each further sheet of a letter. */
  sheet: number
}

/** Everything specific to a country's sample. */
export interface Country {
  /** Name of the sample: the country code in lower case. */
  name: string
  /** ISO 3166-1 alpha-2. */
  code: string
  currency: string
  calendar: {
    timeZone: string
    holidays: { country: string; region?: string }[]
    closedOn?: string[]
    sources: Source[]
  }
  carrier: string
  postageProducts: { key: string; name: string; sources?: Source[] }[]
  stocks: Stock[]
  side: CardSide
  cards: Card[]
  letters: Letter[]
  /** The usual envelope that an office addresses; DL by default. */
  envelope?: { name: string; w: number; h: number }
  /** The usual label on a roll; 89 × 36 mm by default. */
  label?: { name: string; w: number; h: number }
  zones: Zone[]
  zoneSources: Source[]
  prices: Prices
  /** Working days from the hand-over to the delivery. */
  deliveryDays: number
}

import type { BoxMm } from '../../src/core/kernel/finding.ts'

/** Where a rule of an entry is written down, as catalogue files say it. */
export interface Source {
  rule: string
  source: string | null
  verified: boolean
}

/** A rule that was read in a document. */
export const read = (source: string, rule: string): Source => ({ rule, source, verified: true })

/** A rule that was read nowhere: it is to be checked with the carrier or the printer. */
export const guess = (rule: string): Source => ({ rule, source: null, verified: false })

/** What a carrier keeps for itself on the address side of a card, in mm. */
export interface CardSide {
  /** The corner at the top right. */
  postage: { w: number; h: number }
  /** The strip at the bottom, from the right edge. */
  coding: { w: number; h: number }
  /** Free from the bottom edge to the address, the strip included. */
  below: number
  /** Free from the right edge to the address. */
  right: number
  /** Where the mark of the sheet stands: beside the address, or below the sender where only that is allowed. */
  mark: 'bottom' | 'top'
  /** Whether the right half is for the carrier and the address alone. */
  keepsHalf: boolean
  sources: Source[]
}

export interface Card {
  key: string
  name: string
  format: string
  trim: { w: number; h: number }
  /** Of the address: it stands as far to the bottom right as the carrier allows. */
  address: { w: number; h: number }
  safe: number
  stock: string
  postage: string
  /** Folded once across, with the address on the upper half of page 1. */
  isFolded?: boolean
  sources?: Source[]
}

/** A letter in a window envelope; it is offered on one side and on both. */
export interface Letter {
  /** The end of its key: `dl`, `c5-right`. */
  key: string
  name: string
  format: string
  trim: { w: number; h: number }
  fold: 'none' | 'half' | 'third'
  envelope: { name: string; w: number; h: number }
  /** From the top left of page 1, with the piece in the middle of its envelope. */
  window: BoxMm
  play: number
  /** Whether the return line stands in the window, above the address. */
  hasSender: boolean
  /** Where it differs from all that the window leaves. */
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
  /** Of one domestic piece, by the key of a card or the format of a letter. */
  domestic: Record<string, number>
  /** What a piece to another zone costs more. */
  more: Record<string, number>
  /** What a further sheet costs. */
  sheet: number
}

/** All by which the sample of a country differs from the others. */
export interface Country {
  /** The name of the sample: the code of the country in lower case. */
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
  /** The usual envelope that an office addresses; DL where nothing is said. */
  envelope?: { name: string; w: number; h: number }
  /** The usual label on a roll; 89 × 36 mm where nothing is said. */
  label?: { name: string; w: number; h: number }
  zones: Zone[]
  zoneSources: Source[]
  prices: Prices
  /** Working days from the hand-over to the letterbox. */
  deliveryDays: number
}

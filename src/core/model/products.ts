import type { PriceZone } from '../address/countries.ts'
import type { BoxMm } from '../kernel/finding.ts'
import { boolean, defineTable, integer, json, jsonOrNull, type RowOf, text } from '../kernel/table.ts'
import type { Sheet } from '../template/sheet.ts'

/** Products are shared and read-only for keys: `catalogue.ts` writes the sample ones at start. */
export const productsTable = defineTable(
  'products',
  'none',
  {
    id: text(),
    name: text(),
    kind: text<'POSTCARD' | 'LETTER'>(),
    description: text(),
    active: boolean(),
    sortOrder: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['sortOrder'], ['name']], folded: ['name'] },
)
export type ProductRow = RowOf<typeof productsTable>

export interface CutoffSchedule {
  /** Cron expression of the cutoff instants, e.g. `0 10 * * 1-5`. */
  cron: string
  timeZone: string
  /** Dates `YYYY-MM-DD` in that zone without a cutoff. */
  holidays: string[]
}

/** What a piece is folded to: not at all, or once across, so that the top half of page 1 stays outside. */
export const folds = ['none', 'half'] as const
export type Fold = (typeof folds)[number]

/** What a piece travels in, mm. */
export interface Envelope {
  /** `C5`: what people call it. */
  name: string
  w: number
  h: number
  /**
   * What the window shows, from the top left of page 1's trim as the folded piece lies where it should; null without
   * a window.
   */
  window: BoxMm | null
  /** How far the piece may slide from there, in every direction. */
  play: number
}

export interface ZonePrice {
  zone: PriceZone
  priceCents: number
}

export const specificationsTable = defineTable(
  'specifications',
  'none',
  {
    id: text(),
    productId: text(),
    name: text(),
    /** `A6`, `A5`, `C5`: what people call it. */
    format: text(),
    sheet: json<Sheet>(),
    paper: json<{ name: string; gsm: number }>(),
    fold: text<Fold>(),
    envelope: jsonOrNull<Envelope>(),
    prices: json<ZonePrice[]>(),
    currency: text(),
    cutoff: json<CutoffSchedule>(),
    /** Whole days from hand-over to printer until the carrier has it, and from there to the letterbox. */
    productionDays: integer(),
    deliveryDays: integer(),
    active: boolean(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['productId']] },
)
export type SpecificationRow = RowOf<typeof specificationsTable>

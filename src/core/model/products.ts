import type { PriceZone } from '../address/countries.ts'
import type { BoxMm } from '../kernel/finding.ts'
import { boolean, defineTable, integer, json, jsonOrNull, type RowOf, text } from '../kernel/table.ts'
import type { Sheet } from '../template/sheet.ts'

/** Products are shared and read-only for keys; `catalogue.ts` writes the sample ones at start. */
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

/** How a piece is folded: not at all, or once across, with the top half of page 1 outside. */
export const folds = ['none', 'half'] as const
export type Fold = (typeof folds)[number]

/** The envelope of a piece, in mm. */
export interface Envelope {
  /** The usual name, such as `C5`. */
  name: string
  w: number
  h: number
  /**
   * The part of page 1 that the window shows, from the top left of its trim, with the folded piece in its
   * nominal position; null without a window.
   */
  window: BoxMm | null
  /** How far the piece may slide from that position, in every direction. */
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
    /** The usual name of the format: `A6`, `A5`, `C5`. */
    format: text(),
    sheet: json<Sheet>(),
    paper: json<{ name: string; gsm: number }>(),
    fold: text<Fold>(),
    envelope: jsonOrNull<Envelope>(),
    prices: json<ZonePrice[]>(),
    currency: text(),
    cutoff: json<CutoffSchedule>(),
    /**
     * Days from the hand-over to the printer until the carrier has the mail, and from there to the letterbox.
     */
    productionDays: integer(),
    deliveryDays: integer(),
    active: boolean(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['productId']] },
)
export type SpecificationRow = RowOf<typeof specificationsTable>

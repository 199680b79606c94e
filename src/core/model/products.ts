import type { BoxMm } from '../kernel/finding.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Sheet } from '../template/sheet.ts'
import type { RuleSource, SpecificationDetails } from './catalogue.ts'

/** Products are shared and read-only for keys; operators change them as a part of the catalogue. */
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
    /** Its name in catalogue files, the same on every instance. Null until the first start of 0.3.0. */
    key: textOrNull(),
    /** Counts its changes; null is 1. */
    version: integerOrNull(),
    archivedAt: integerOrNull(),
    sources: jsonOrNull<RuleSource[]>(),
  },
  { unique: [['key']], indexes: [['sortOrder'], ['name']], folded: ['name'] },
)
export type ProductRow = RowOf<typeof productsTable>

export interface CutoffSchedule {
  /** Cron expression of the cutoff instants, e.g. `0 10 * * 1-5`. */
  cron: string
  timeZone: string
  /** Dates `YYYY-MM-DD` in that zone without a cutoff. */
  holidays: string[]
}

/**
 * How a piece is folded: not at all, once across with the top half of page 1 outside, or twice across into
 * thirds with the top third of page 1 outside.
 */
export const folds = ['none', 'half', 'third'] as const
export type Fold = (typeof folds)[number]
/** By how much each shrinks the height of a sheet. */
export const foldParts: Readonly<Record<Fold, number>> = { none: 1, half: 2, third: 3 }

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
  /** The code of a country zone. */
  zone: string
  priceCents: number
}

/**
 * The present state of each specification. What was sold and printed refers to one of its versions
 * (`specificationVersionsTable`).
 */
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
    /**
     * The prices for all organisations as they were when the catalogue was changed last, for servers of
     * versions before 0.3.0. Price lists hold what counts (`features/products/prices.ts`).
     */
    prices: json<ZonePrice[]>(),
    currency: text(),
    /** The schedule of its calendar, with the days on which that is closed. */
    cutoff: json<CutoffSchedule>(),
    /**
     * Days from the hand-over to the printer until the carrier has the mail, and from there to the letterbox.
     */
    productionDays: integer(),
    deliveryDays: integer(),
    active: boolean(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Its name in catalogue files, the same on every instance. Null until the first start of 0.3.0. */
    key: textOrNull(),
    /** The number of its newest version; null is 1. */
    version: integerOrNull(),
    archivedAt: integerOrNull(),
    /** Keys of its calendar and of its set of country zones. */
    calendarKey: textOrNull(),
    countryZonesKey: textOrNull(),
    details: jsonOrNull<SpecificationDetails>(),
    sources: jsonOrNull<RuleSource[]>(),
  },
  { unique: [['key']], indexes: [['productId']] },
)
export type SpecificationRow = RowOf<typeof specificationsTable>

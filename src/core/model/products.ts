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

/** Shared, and read-only for keys; operators change them with the catalogue. */
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
    /** Name in catalogue files, the same on every instance. Null until the first start of 0.3.0. */
    key: textOrNull(),
    /** Number of changes; null is 1. */
    version: integerOrNull(),
    archivedAt: integerOrNull(),
    sources: jsonOrNull<RuleSource[]>(),
  },
  { unique: [['key']], indexes: [['sortOrder'], ['name']], folded: ['name'] },
)
export type ProductRow = RowOf<typeof productsTable>

export interface CutoffSchedule {
  /** Cron expression, such as `0 10 * * 1-5`. */
  cron: string
  timeZone: string
  /** Dates `YYYY-MM-DD` in that zone without a cutoff. */
  holidays: string[]
}

/**
 * `half`: folded once across, with the top half of page 1 outside. `third`: folded twice across into thirds,
 * with the top third of page 1 outside.
 */
export const folds = ['none', 'half', 'third'] as const
export type Fold = (typeof folds)[number]
/** Factor by which each fold divides the height of a sheet. */
export const foldParts: Readonly<Record<Fold, number>> = { none: 1, half: 2, third: 3 }

/** In mm. */
export interface Envelope {
  /** Common name, such as `C5`. */
  name: string
  w: number
  h: number
  /**
   * The part of page 1 shown by the window, from the top left of its trim, with the folded piece in its
   * nominal position; null without a window.
   */
  window: BoxMm | null
  /** How far the piece may slide from that position in any direction. */
  play: number
}

export interface ZonePrice {
  /** Code of a country zone. */
  zone: string
  priceCents: number
}

/** The present state. Items and runs refer to versions (`specificationVersionsTable`). */
export const specificationsTable = defineTable(
  'specifications',
  'none',
  {
    id: text(),
    productId: text(),
    name: text(),
    /** Common name, such as `A6`, `A5`, `C5`. */
    format: text(),
    sheet: json<Sheet>(),
    paper: json<{ name: string; gsm: number }>(),
    fold: text<Fold>(),
    envelope: jsonOrNull<Envelope>(),
    /** Read by servers before 0.3.0. Price lists are authoritative (`features/products/prices.ts`). */
    prices: json<ZonePrice[]>(),
    currency: text(),
    /** Schedule of its calendar, with closed days. */
    cutoff: json<CutoffSchedule>(),
    /** Days from hand-over to the carrier, and from there to the letterbox. */
    productionDays: integer(),
    deliveryDays: integer(),
    active: boolean(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Name in catalogue files, the same on every instance. Null until the first start of 0.3.0. */
    key: textOrNull(),
    /** Number of its newest version; null is 1. */
    version: integerOrNull(),
    archivedAt: integerOrNull(),
    calendarKey: textOrNull(),
    countryZonesKey: textOrNull(),
    details: jsonOrNull<SpecificationDetails>(),
    sources: jsonOrNull<RuleSource[]>(),
  },
  { unique: [['key']], indexes: [['productId']] },
)
export type SpecificationRow = RowOf<typeof specificationsTable>

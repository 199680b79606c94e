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

/** Where a rule of an entry is written down. */
export interface RuleSource {
  rule: string
  source: string | null
  /** Whether the source was read and says so. */
  verified: boolean
}

/** Columns that every kind of catalogue entry has. Entries are archived and not removed: rows refer to them. */
const entryColumns = {
  id: text(),
  /** Its name in catalogue files, the same on every instance. */
  key: text(),
  name: text(),
  /** Where its rules come from. */
  sources: jsonOrNull<RuleSource[]>(),
  archivedAt: integerOrNull(),
  createdAt: integer(),
  updatedAt: integer(),
}

/** Something that lies in the envelope beside the piece. */
export interface Insert {
  key: string
  name: string
  /** Its weight in grams. */
  grams: number
}

/** What is printed on, as a version of a specification keeps it. */
export interface StockFacts {
  key: string
  name: string
  gsm: number
  coated: boolean
  colourProfile: string
  /** The most ink that it takes, as the sum of the four plates in percent. */
  maxInkPercent: number
}

/** How a piece is franked, as a version of a specification keeps it. */
export interface PostageFacts {
  key: string
  carrier: string
  name: string
  /** What stands in the postage zone; null where the printer franks. */
  indicia: string | null
  /** What the carrier asks for a piece; null where the operator does not say. */
  costCents: number | null
}

/** The parts of a specification that have no column of their own. */
export interface SpecificationDetails {
  stock: StockFacts | null
  postage: PostageFacts | null
  /** What is done to a piece after printing, besides its fold: `perforated`, `laminated`. */
  finishing: string[]
  inserts: Insert[]
  /** Keys of surcharges that every piece pays (`PriceListRow.extras`). */
  extras: string[]
}

/**
 * Every version of a specification, as it was when it was the newest. Rows are never changed: items and runs
 * refer to them by number.
 */
export const specificationVersionsTable = defineTable(
  'specification_versions',
  'none',
  {
    id: text(),
    specificationId: text(),
    version: integer(),
    /** The versioned fields of `SpecificationRow` (`features/products/specifications.ts`). */
    content: json<Record<string, unknown>>(),
    createdAt: integer(),
  },
  { unique: [['specificationId', 'version']] },
)
export type SpecificationVersionRow = RowOf<typeof specificationVersionsTable>

/** A price from some number of pieces on. */
export interface PriceStep {
  /** The least number of pieces; the first step begins at 1. */
  from: number
  priceCents: number
}

/** What a piece of a specification costs in a country zone. */
export interface PriceLine {
  /** The key of a specification. */
  specification: string
  /** The code of a zone of that specification's country zones. */
  zone: string
  steps: PriceStep[]
  /** The sheets that the steps include, and what each further one costs; absent where sheets cost nothing. */
  sheets?: { included: number; extraCents: number }
}

/** A surcharge for something that specifications name (`SpecificationDetails.extras`). */
export interface PriceExtra {
  extra: string
  name: string
  priceCents: number
}

/** What pieces cost from a day on, for one organisation or for all. */
export const priceListsTable = defineTable(
  'price_lists',
  'none',
  {
    ...entryColumns,
    currency: text(),
    /** `YYYY-MM-DD`: the first day, in the organisation's time zone. */
    validFrom: text(),
    /** Null: for every organisation. */
    organisationId: textOrNull(),
    lines: json<PriceLine[]>(),
    extras: json<PriceExtra[]>(),
  },
  { unique: [['key']] },
)
export type PriceListRow = RowOf<typeof priceListsTable>

/** Countries with one price. */
export interface CountryZone {
  code: string
  name: string
  /** ISO 3166-1 alpha-2; `*`: every country; `origin`: the one from which the mail comes. */
  countries: string[] | '*' | 'origin'
  /** Only for mail that comes from one of these countries. */
  fromWithinOnly?: boolean
}

/** A division of the world by price: the first zone that holds a country counts, and no other country is served. */
export const countryZonesTable = defineTable(
  'country_zones',
  'none',
  {
    ...entryColumns,
    /** Where the mail comes from: a country, or `organisation` for that of each organisation. */
    origin: text(),
    zones: json<CountryZone[]>(),
    /** Whether countries in no zone get no mail; otherwise each country is in one. */
    closed: boolean(),
  },
  { unique: [['key']] },
)
export type CountryZonesRow = RowOf<typeof countryZonesTable>

/** Holidays of a country, by the port `holidays`. */
export interface HolidaySource {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** A part of the country, as `BY` or `BY/A`. */
  region?: string
  /** The kinds of holidays: `public` by default. */
  types?: string[]
}

/** When runs close: a cron expression without closed days. */
export const calendarsTable = defineTable(
  'calendars',
  'none',
  {
    ...entryColumns,
    cron: text(),
    timeZone: text(),
    holidays: json<HolidaySource[]>(),
    /** Days `YYYY-MM-DD` without a cutoff besides the holidays, and holidays with one. */
    closedOn: json<string[]>(),
    openOn: json<string[]>(),
    /** The days of `holidays` as they were looked up, from this year until `daysUntil`. */
    days: json<string[]>(),
    /** The last year that was looked up, `YYYY`. */
    daysUntil: text(),
  },
  { unique: [['key']] },
)
export type CalendarRow = RowOf<typeof calendarsTable>

/** How pieces are franked, and what that costs. */
export const postageProductsTable = defineTable(
  'postage_products',
  'none',
  {
    ...entryColumns,
    carrier: text(),
    indicia: textOrNull(),
    costCents: integerOrNull(),
  },
  { unique: [['key']] },
)
export type PostageProductRow = RowOf<typeof postageProductsTable>

/** What is printed on, with the output intent of its print. */
export const stocksTable = defineTable(
  'stocks',
  'none',
  {
    ...entryColumns,
    gsm: integer(),
    coated: boolean(),
    colourProfile: text(),
    maxInkPercent: integer(),
  },
  { unique: [['key']] },
)
export type StockRow = RowOf<typeof stocksTable>

/** What the shop pays for something that pieces are made of. POSTAGE is not among them: postage products say it. */
export const costKinds = ['SHEETS', 'CLICKS', 'ENVELOPES', 'INSERTS', 'FINISHING'] as const
export type CostKind = (typeof costKinds)[number]

/**
 * What a thousand of something cost the shop: of everything of a kind, or of what the other columns name. Where
 * several say it, the one that names more counts (`features/runs/costs.ts`).
 */
export const costsTable = defineTable(
  'costs',
  'none',
  {
    ...entryColumns,
    kind: text<CostKind>(),
    /** Keys of a specification, a stock and a printer; the key of an insert; a finishing. */
    specification: textOrNull(),
    stock: textOrNull(),
    printer: textOrNull(),
    insert: textOrNull(),
    finishing: textOrNull(),
    centsPerThousand: integer(),
  },
  { unique: [['key']] },
)
export type CostRow = RowOf<typeof costsTable>

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

export interface RuleSource {
  rule: string
  source: string | null
  /** The source was read and confirms the rule. */
  verified: boolean
}

/** Entries are archived, never removed: rows refer to them. */
const entryColumns = {
  id: text(),
  /** Name in catalogue files, the same on every instance. */
  key: text(),
  name: text(),
  sources: jsonOrNull<RuleSource[]>(),
  archivedAt: integerOrNull(),
  createdAt: integer(),
  updatedAt: integer(),
}

/** An enclosure in the envelope besides the piece. */
export interface Insert {
  key: string
  name: string
  grams: number
}

/** As stored in a specification version. */
export interface StockFacts {
  key: string
  name: string
  gsm: number
  coated: boolean
  colourProfile: string
  /** Maximum ink coverage, the sum of the four plates in percent. */
  maxInkPercent: number
}

/** As stored in a specification version. */
export interface PostageFacts {
  key: string
  carrier: string
  name: string
  /** Content of the postage zone; null if the printer franks. */
  indicia: string | null
  /** The carrier's price per piece; null if unknown. */
  costCents: number | null
}

/** Parts of a specification without their own columns. */
export interface SpecificationDetails {
  stock: StockFacts | null
  postage: PostageFacts | null
  /** Finishing other than folding, such as `perforated` or `laminated`. */
  finishing: string[]
  inserts: Insert[]
  /** Keys of surcharges on every piece (`PriceListRow.extras`). */
  extras: string[]
}

/** Immutable: items and runs refer to versions by number. */
export const specificationVersionsTable = defineTable(
  'specification_versions',
  'none',
  {
    id: text(),
    specificationId: text(),
    version: integer(),
    /** Versioned fields of `SpecificationRow` (`features/products/specifications.ts`). */
    content: json<Record<string, unknown>>(),
    createdAt: integer(),
  },
  { unique: [['specificationId', 'version']] },
)

/** `from` is the minimum number of pieces; the first step starts at 1. */
export interface PriceStep {
  from: number
  priceCents: number
}

/** Price of a specification in a country zone, both by key. */
export interface PriceLine {
  specification: string
  zone: string
  steps: PriceStep[]
  /** Sheets included, and the price of each further one; absent if sheets are free. */
  sheets?: { included: number; extraCents: number }
}

/** A surcharge that specifications name (`SpecificationDetails.extras`). */
export interface PriceExtra {
  extra: string
  name: string
  priceCents: number
}

export const priceListsTable = defineTable(
  'price_lists',
  'none',
  {
    ...entryColumns,
    currency: text(),
    /** First day `YYYY-MM-DD`, in the organisation's time zone. */
    validFrom: text(),
    /** Null: all organisations. */
    organisationId: textOrNull(),
    lines: json<PriceLine[]>(),
    extras: json<PriceExtra[]>(),
  },
  { unique: [['key']] },
)
export type PriceListRow = RowOf<typeof priceListsTable>

export interface CountryZone {
  code: string
  name: string
  /** ISO 3166-1 alpha-2; `*`: every country; `origin`: the country of posting. */
  countries: string[] | '*' | 'origin'
  /** Only for mail posted in one of these countries. */
  fromWithinOnly?: boolean
}

/** The first zone that contains a country applies; countries without a zone are not served. */
export const countryZonesTable = defineTable(
  'country_zones',
  'none',
  {
    ...entryColumns,
    /** Country of posting; `organisation` for each organisation's own. */
    origin: text(),
    zones: json<CountryZone[]>(),
    /** True if countries outside all zones are refused; otherwise the zones contain every country. */
    closed: boolean(),
  },
  { unique: [['key']] },
)
export type CountryZonesRow = RowOf<typeof countryZonesTable>

/** A source of the port `holidays`. */
export interface HolidaySource {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** A region such as `BY` or `BY/A`. */
  region?: string
  /** Default `public`. */
  types?: string[]
}

/** Calendars of cutoffs: the times of a cron expression, except on closed days. */
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
    /** The days of `holidays`, from the year of the look-up until `daysUntil`. */
    days: json<string[]>(),
    /** Last year looked up, `YYYY`. */
    daysUntil: text(),
  },
  { unique: [['key']] },
)
export type CalendarRow = RowOf<typeof calendarsTable>

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

/** Papers, with the output intent for printing on them. */
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

/** Postage is not among them: postage products have its cost. */
export const costKinds = ['SHEETS', 'CLICKS', 'ENVELOPES', 'INSERTS', 'FINISHING'] as const
export type CostKind = (typeof costKinds)[number]

/** Cost per thousand; null columns match all. The most specific row applies (`features/runs/costs.ts`). */
export const costsTable = defineTable(
  'costs',
  'none',
  {
    ...entryColumns,
    kind: text<CostKind>(),
    /** Keys of a specification, stock and printer; the key of an insert; a finishing. */
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

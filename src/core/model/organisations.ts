import type { Recipient } from '../address/schema.ts'
import type { RateClass } from '../kernel/rate-classes.ts'
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

export const organisationStatuses = ['ACTIVE', 'SUSPENDED'] as const
export type OrganisationStatus = (typeof organisationStatuses)[number]
/**
 * `PREPAID` reserves from a balance; `MONTHLY` is invoiced afterwards; of `OWN_MAIL` the house prints its own mail and pays
 * itself: no balance, no invoices, no VAT, while analytics count what it costs.
 */
export const billingModes = ['PREPAID', 'MONTHLY', 'OWN_MAIL'] as const
export type BillingMode = (typeof billingModes)[number]
export const vatTreatments = ['NL_STANDARD', 'EU_REVERSE_CHARGE', 'NON_EU'] as const
export type VatTreatment = (typeof vatTreatments)[number]

export const organisationsTable = defineTable(
  'organisations',
  'none',
  {
    id: text(),
    name: text(),
    status: text<OrganisationStatus>(),
    /** ISO 3166-1 alpha-2: where its mail is posted, so what counts as domestic. */
    country: text(),
    /** Analytics days are days in this IANA zone. */
    timeZone: text(),
    billingMode: text<BillingMode>(),
    vatTreatment: text<VatTreatment>(),
    /** What the test clock is ahead of real time; only grows. */
    testClockOffsetMs: integer(),
    /** An administrator's requests a minute for some classes. */
    rateLimits: json<Partial<Record<RateClass, number>>>(),
    settings: jsonOrNull<Record<string, string>>(),
    /** Days after the end of an item until its personal data are erased; null keeps them. */
    addressRetentionDays: integerOrNull(),
    /** Days after the end of a run until its printed pages are deleted; null keeps them. */
    pdfRetentionDays: integerOrNull(),
    /** Scans keep the network address of whoever scanned. */
    keepScanAddresses: boolean(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['createdAt'], ['name']], folded: ['name'] },
)
/** An organisation as it is stored: the tenant that items, money and keys belong to. Times are ms since 1970. */
export type OrganisationRow = RowOf<typeof organisationsTable>

export const returnAddressesTable = defineTable(
  'return_addresses',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    name: text(),
    address: json<Recipient>(),
    isDefault: boolean(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'createdAt'],
      ['organisationId', 'name'],
    ],
  },
)
export type ReturnAddressRow = RowOf<typeof returnAddressesTable>

/** Small instance-wide facts by name (catalogue version, instance id). */
export const factsTable = defineTable('facts', 'none', { id: text(), value: text() })
export type FactRow = RowOf<typeof factsTable>

/** Sequences that are taken inside the transaction that uses them: event feeds, invoice numbers. */
export const countersTable = defineTable('counters', 'none', {
  id: text(),
  organisationId: textOrNull(),
  value: integer(),
})
export type CounterRow = RowOf<typeof countersTable>

import type { Recipient } from '../address/schema.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
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
 * `PREPAID` reserves from a balance; `MONTHLY` is invoiced afterwards; `OWN_MAIL` prints its own mail at its
 * own cost, without balance, invoices or VAT, while analytics still show its spending.
 */
export const billingModes = ['PREPAID', 'MONTHLY', 'OWN_MAIL'] as const
export type BillingMode = (typeof billingModes)[number]
/** The standard rate of each supported seller's country. */
export const standardTreatments = [
  'NL_STANDARD',
  'AT_STANDARD',
  'BE_STANDARD',
  'DE_STANDARD',
  'FR_STANDARD',
] as const
export type StandardTreatment = (typeof standardTreatments)[number]
export const vatTreatments = [...standardTreatments, 'EU_REVERSE_CHARGE', 'NON_EU', 'NOT_INVOICED'] as const
/** `NOT_INVOICED`: invoices are issued outside this server. */
export type VatTreatment = (typeof vatTreatments)[number]

export const organisationsTable = defineTable(
  'organisations',
  'none',
  {
    id: text(),
    name: text(),
    status: text<OrganisationStatus>(),
    /** Shown to members; null if none was given. */
    suspensionReason: textOrNull(),
    /** ISO 3166-1 alpha-2. The country of posting, which defines domestic mail. */
    country: text(),
    /** IANA time zone of its days in analytics. */
    timeZone: text(),
    billingMode: text<BillingMode>(),
    vatTreatment: text<VatTreatment>(),
    /** How far the test clock is ahead of real time, in ms; it only grows. */
    testClockOffsetMs: integer(),
    /** Requests per minute by class, set by an administrator. */
    rateLimits: json<Partial<Record<RateClass, number>>>(),
    settings: jsonOrNull<Record<string, string>>(),
    /** Days after an item has ended until its personal data are erased; null keeps them. */
    addressRetentionDays: integerOrNull(),
    /** Days after a run has ended until its printed pages are deleted; null keeps them. */
    pdfRetentionDays: integerOrNull(),
    /** Scans store the client's network address. */
    keepScanAddresses: boolean(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Monthly limit of live mail, in its time zone; null for none. */
    spendingCapCents: integerOrNull(),
    /** Number of its keys with a cap of their own; null is 0. Without caps, nothing is counted. */
    cappedKeys: integerOrNull(),
  },
  { indexes: [['createdAt'], ['name']], folded: ['name'] },
)
/** The tenant that owns items, money and keys. Times are ms since 1970. */
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

/** Small facts of the instance by name, such as catalogue version and instance id. */
export const factsTable = defineTable('facts', 'none', { id: text(), value: text() })

/** Advanced in the transaction that uses the number: event feeds, invoice numbers. */
export const countersTable = defineTable('counters', 'none', {
  id: text(),
  organisationId: textOrNull(),
  value: integer(),
})
export type CounterRow = RowOf<typeof countersTable>

/** A suspended organisation may still read. */
export const organisationLifecycle = defineLifecycle<OrganisationStatus>('organisation', {
  ACTIVE: ['SUSPENDED'],
  SUSPENDED: ['ACTIVE'],
})

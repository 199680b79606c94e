import type { Recipient } from '../address/schema.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
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
import type { VatTreatment } from './organisations.ts'

/**
 * `balanceCents - reservedCents` is available, never below zero while the organisation prepays. The id is the
 * organisation's; the first entry creates the row.
 */
export const accountsTable = defineTable('accounts', 'organisation', {
  id: text(),
  organisationId: text(),
  balanceCents: integer(),
  reservedCents: integer(),
  lowThresholdCents: integer(),
  /**
   * True if the organisation knows of its low balance: from `balance.low`, or because the account started low
   * or it set the threshold above the balance. Reset once the balance is no longer low.
   */
  lowBalanceNotified: boolean(),
  currency: text(),
})
export type AccountRow = RowOf<typeof accountsTable>

export const ledgerKinds = [
  'TOP_UP',
  /** A credit note on a top-up reduces the balance. */
  'WITHDRAWAL',
  'RESERVE',
  'CAPTURE',
  'RELEASE',
  'REFUND',
  /** A monthly invoice charges the amount below zero. */
  'INVOICE',
  /** A credit note on a monthly invoice. */
  'CREDIT',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
/** Accounts of the double-entry ledger. */
export const ledgerAccounts = ['CASH', 'RECEIVABLE', 'AVAILABLE', 'RESERVED', 'REVENUE'] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const ledgerEntriesTable = defineTable(
  'ledger_entries',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    kind: text<LedgerKind>(),
    debit: text<LedgerAccount>(),
    credit: text<LedgerAccount>(),
    /** Always positive. */
    amountCents: integer(),
    currency: text(),
    itemId: textOrNull(),
    /** Set for money reserved for a whole Postbatch, until its items have their own reservations. */
    postbatchId: textOrNull(),
    invoiceId: textOrNull(),
    createdAt: integer(),
    /** Cost centre of the item at that time. */
    billingGroup: textOrNull(),
  },
  { indexes: [['organisationId', 'createdAt'], ['itemId']] },
)
export type LedgerEntryRow = RowOf<typeof ledgerEntriesTable>

export const invoiceLanguages = ['en', 'nl', 'de', 'fr'] as const
export type InvoiceLanguage = (typeof invoiceLanguages)[number]

export const peppolNeeds = [
  'buyer.electronicAddress',
  'buyer.reference',
  'buyer.address',
  'buyer.companyNumber',
  'seller.electronicAddress',
  'seller.companyNumber',
  'seller.iban',
  'seller.contact',
  'seller.country',
] as const
export type PeppolNeed = (typeof peppolNeeds)[number]

/** The id is the organisation's; the first change creates the row. */
export const billingProfilesTable = defineTable('billing_profiles', 'organisation', {
  id: text(),
  organisationId: text(),
  /** Null for the organisation's own name. */
  name: textOrNull(),
  address: jsonOrNull<Recipient>(),
  email: textOrNull(),
  vatNumber: textOrNull(),
  companyNumber: textOrNull(),
  /** The customer's reference, printed on every invoice. */
  reference: textOrNull(),
  /** Order number of the customer, for invoices that require one. */
  orderReference: textOrNull(),
  /** In Peppol form: `0106:12345678`. */
  electronicAddress: textOrNull(),
  /** Null to derive it from the country. */
  language: textOrNull<InvoiceLanguage>(),
  /** Set by an operator; null to derive it from country and VAT number. */
  vatTreatment: textOrNull<VatTreatment>(),
  paymentTermDays: integer(),
  createdAt: integer(),
  updatedAt: integer(),
})
export type BillingProfileRow = RowOf<typeof billingProfilesTable>

/**
 * Captures of a MONTHLY organisation by month, specification, zone, price and billing group: the lines of its
 * next invoice, whatever the number of items. `open` is the quantity not invoiced yet.
 */
export const billingUsageTable = defineTable(
  'billing_usage',
  'organisation',
  {
    /**
     * `<organisation>|<month>|<specification>|<zone>|<unit price>`, and `|<billing group>` if there is one.
     */
    id: text(),
    organisationId: text(),
    /** `YYYY-MM` in the seller's time zone. */
    month: text(),
    specificationId: text(),
    /** Code of a country zone. */
    zone: text(),
    unitPriceCents: integer(),
    /** Captures minus refunds; may be negative. */
    quantity: integer(),
    open: integer(),
    billingGroup: textOrNull(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type BillingUsageRow = RowOf<typeof billingUsageTable>

export const topUpStatuses = ['REQUESTED', 'PAID', 'CANCELLED'] as const
export type TopUpStatus = (typeof topUpStatuses)[number]

/** Nothing is credited before an operator confirms the payment. */
export const topUpsTable = defineTable(
  'top_ups',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    status: text<TopUpStatus>(),
    amountCents: integer(),
    currency: text(),
    /** The bank transfer must quote it. */
    reference: text(),
    invoiceId: textOrNull(),
    /** The operator's note of a payment that no invoice records. */
    paymentId: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'createdAt'],
      ['organisationId', 'status'],
    ],
  },
)
export type TopUpRow = RowOf<typeof topUpsTable>

export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const
export const invoiceSources = ['TOP_UP', 'MONTHLY', 'CREDIT'] as const
export const invoiceStatuses = ['ISSUED', 'PAID', 'VOID'] as const
type InvoiceStatus = (typeof invoiceStatuses)[number]

export interface Payment {
  /** Including VAT. */
  amountCents: number
  /** ms */
  paidAt: number
  paymentId: string | null
}

export interface InvoiceLine {
  description: string
  quantity: number
  /** Never negative; credits have a negative quantity. */
  unitPriceCents: number
  vatRate: number
  amountCents: number
  productSpecificationId: string | null
  zone: string | null
  /** Absent in documents of earlier versions. */
  billingGroup?: string | null
  /** The number (starting at 1) of the line that a credit note credits. */
  creditsLine?: number
}

export const invoicesTable = defineTable(
  'invoices',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    number: text(),
    kind: text<(typeof invoiceKinds)[number]>(),
    source: text<(typeof invoiceSources)[number]>(),
    status: text<InvoiceStatus>(),
    issueDate: text(),
    dueDate: text(),
    periodFrom: textOrNull(),
    periodTo: textOrNull(),
    currency: text(),
    vatTreatment: text<VatTreatment>(),
    vatRate: integer(),
    subtotalCents: integer(),
    vatCents: integer(),
    totalCents: integer(),
    paidCents: integer(),
    paidAt: integerOrNull(),
    sentAt: integerOrNull(),
    creditNoteOfInvoiceId: textOrNull(),
    reason: textOrNull(),
    paymentId: textOrNull(),
    hasPdf: boolean(),
    lines: json<InvoiceLine[]>(),
    /** As of issue. */
    seller: json<Seller>(),
    buyer: json<Party>(),
    reference: textOrNull(),
    orderReference: textOrNull(),
    /** Null for invoices of earlier versions, which are in English. */
    language: textOrNull<InvoiceLanguage>(),
    payments: json<Payment[]>(),
    /** Sums of its credit notes, net and including VAT. */
    creditedNetCents: integer(),
    creditedCents: integer(),
    createdAt: integer(),
  },
  { unique: [['number']], indexes: [['organisationId', 'createdAt'], ['creditNoteOfInvoiceId']] },
)
export type InvoiceRow = RowOf<typeof invoicesTable>

/** A party of an invoice, as of issue. */
export interface Party {
  name: string
  /** Null for an organisation that stated only its country. */
  address: Recipient | null
  country: string
  vatNumber: string | null
  /** Trade register number (KvK). */
  companyNumber: string | null
  email: string | null
  /** `0106:12345678`; absent in documents of earlier versions. */
  electronicAddress?: string | null
}

/** One per instance, because invoice numbers run through all organisations. */
export interface Seller extends Party {
  iban: string | null
  bic: string | null
  timeZone: string
  /** Absent in documents of earlier versions. */
  contactName?: string | null
  phone?: string | null
  /** Details that the seller's law requires on documents: legal form, capital, register, directors. */
  legalNote?: string | null
}

/** VOID follows only a full credit note, also for a paid invoice, and is final. */
export const invoiceLifecycle = defineLifecycle<InvoiceStatus>('invoice', {
  ISSUED: ['PAID', 'VOID'],
  PAID: ['VOID'],
  VOID: [],
})

export const topUpLifecycle = defineLifecycle<TopUpStatus>('top-up', {
  REQUESTED: ['PAID', 'CANCELLED'],
  PAID: [],
  CANCELLED: [],
})

/** Cost centres of an organisation in a mode, created with their first use. */
export const billingGroupsTable = defineTable(
  'billing_groups',
  'mode',
  {
    /** `<organisation>|<mode>|<name>` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    createdAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'name'],
      ['organisationId', 'mode', 'createdAt'],
    ],
  },
)
export type BillingGroupRow = RowOf<typeof billingGroupsTable>

/** Use of spending caps by live mail, for organisations and key lines with a cap. */
export const spendingTable = defineTable(
  'spending',
  'organisation',
  {
    /** `<organisation>|<key line or empty>|<month>` */
    id: text(),
    organisationId: text(),
    apiKeyId: textOrNull(),
    /** `YYYY-MM` in the organisation's time zone. */
    month: text(),
    spentCents: integer(),
    /** Number of recounts, so that no count is added twice. */
    recounts: integer(),
    /** `spending_cap.reached` was emitted for the present cap. */
    reachedNotified: boolean(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type SpendingRow = RowOf<typeof spendingTable>

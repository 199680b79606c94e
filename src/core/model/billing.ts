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
 * An organisation's money: available is `balanceCents - reservedCents`, never below zero while it prepays.
 * Its id is the organisation's; the first entry creates the row.
 */
export const accountsTable = defineTable('accounts', 'organisation', {
  id: text(),
  organisationId: text(),
  balanceCents: integer(),
  reservedCents: integer(),
  lowThresholdCents: integer(),
  /**
   * Whether the organisation knows that its available money is below the threshold: by `balance.low`, or
   * because it began or set the threshold so. False again once the money is back above.
   */
  lowBalanceNotified: boolean(),
  currency: text(),
})
export type AccountRow = RowOf<typeof accountsTable>

export const ledgerKinds = [
  'TOP_UP',
  /** A credit note on a top-up: the money leaves the balance. */
  'WITHDRAWAL',
  'RESERVE',
  'CAPTURE',
  'RELEASE',
  'REFUND',
  /** A monthly invoice charges what is below zero. */
  'INVOICE',
  /** A credit note on a monthly invoice. */
  'CREDIT',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
/** The accounts of the double entry: received, owed, available, reserved and earned money. */
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
    /**
     * Set where money is reserved for a Postbatch as a whole, until its items have reservations of their own.
     */
    postbatchId: textOrNull(),
    invoiceId: textOrNull(),
    createdAt: integer(),
    /** The cost centre of the item, as it was then. */
    billingGroup: textOrNull(),
  },
  { indexes: [['organisationId', 'createdAt'], ['itemId']] },
)
export type LedgerEntryRow = RowOf<typeof ledgerEntriesTable>

export const invoiceLanguages = ['en', 'nl', 'de', 'fr'] as const
export type InvoiceLanguage = (typeof invoiceLanguages)[number]

/** What an electronic invoice lacks to be valid by Peppol BIS Billing 3. */
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

/** How an organisation is invoiced. Its id is the organisation's; the row exists from the first change on. */
export const billingProfilesTable = defineTable('billing_profiles', 'organisation', {
  id: text(),
  organisationId: text(),
  /** Null for the organisation's own name. */
  name: textOrNull(),
  address: jsonOrNull<Recipient>(),
  email: textOrNull(),
  vatNumber: textOrNull(),
  companyNumber: textOrNull(),
  /** The customer's own reference, printed on every invoice. */
  reference: textOrNull(),
  /** The number of the customer's order, for invoices that name one. */
  orderReference: textOrNull(),
  /** Where electronic invoices go, as Peppol writes it: `0106:12345678`. */
  electronicAddress: textOrNull(),
  /** The language of invoices; null where it follows from the country. */
  language: textOrNull<InvoiceLanguage>(),
  /** Set by an operator; null where it follows from country and VAT number. */
  vatTreatment: textOrNull<VatTreatment>(),
  paymentTermDays: integer(),
  createdAt: integer(),
  updatedAt: integer(),
})
export type BillingProfileRow = RowOf<typeof billingProfilesTable>

/**
 * The captures of a MONTHLY organisation, counted in the same transactions, by month, specification, zone,
 * price and billing group: the lines of its next invoice, regardless of the number of items. `open` is what
 * has not been invoiced.
 */
export const billingUsageTable = defineTable(
  'billing_usage',
  'organisation',
  {
    /** `<organisation>|<month>|<specification>|<zone>|<unit price>`, and `|<billing group>` where there is one. */
    id: text(),
    organisationId: text(),
    /** `YYYY-MM` in the seller's time zone. */
    month: text(),
    specificationId: text(),
    /** The code of a country zone. */
    zone: text(),
    unitPriceCents: integer(),
    /** Captures less refunds, so it may be below zero. */
    quantity: integer(),
    open: integer(),
    billingGroup: textOrNull(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type BillingUsageRow = RowOf<typeof billingUsageTable>

export const topUpStatuses = ['REQUESTED', 'PAID', 'CANCELLED'] as const
export type TopUpStatus = (typeof topUpStatuses)[number]

/** Requested top-ups. Nothing is credited before an operator has confirmed the payment. */
export const topUpsTable = defineTable(
  'top_ups',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    status: text<TopUpStatus>(),
    amountCents: integer(),
    currency: text(),
    /** The text that the transfer must carry. */
    reference: text(),
    invoiceId: textOrNull(),
    /** What an operator noted of the payment where no invoice could keep it. */
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
  /** With VAT. */
  amountCents: number
  /** ms */
  paidAt: number
  paymentId: string | null
}

export interface InvoiceLine {
  description: string
  quantity: number
  /** Never below zero; credits have a negative quantity. */
  unitPriceCents: number
  vatRate: number
  amountCents: number
  productSpecificationId: string | null
  zone: string | null
  /** The cost centre of the pieces; absent on documents of earlier versions. */
  billingGroup?: string | null
  /** On a credit note, the number (from 1) of the credited line. */
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
    /** Seller and buyer as they were at issue. */
    seller: json<Seller>(),
    buyer: json<Party>(),
    /** The customer's own reference. */
    reference: textOrNull(),
    orderReference: textOrNull(),
    /** The language in which it is written; null for an invoice of an earlier version, which is in English. */
    language: textOrNull<InvoiceLanguage>(),
    payments: json<Payment[]>(),
    /** The sums of its credit notes: net, and with VAT. */
    creditedNetCents: integer(),
    creditedCents: integer(),
    createdAt: integer(),
  },
  { unique: [['number']], indexes: [['organisationId', 'createdAt'], ['creditNoteOfInvoiceId']] },
)
export type InvoiceRow = RowOf<typeof invoicesTable>

/** A party of an invoice, as it was at issue. */
export interface Party {
  name: string
  /** Null for an organisation that has given only its country. */
  address: Recipient | null
  country: string
  vatNumber: string | null
  /** The number in the trade register (KvK). */
  companyNumber: string | null
  email: string | null
  /** Where electronic invoices go, `0106:12345678`; absent on documents of earlier versions. */
  electronicAddress?: string | null
}

/** The seller, one for the whole instance, because invoice numbers run through all organisations. */
export interface Seller extends Party {
  iban: string | null
  bic: string | null
  timeZone: string
  /** Whom to ask, and how; absent on documents of earlier versions. */
  contactName?: string | null
  phone?: string | null
  /** What the seller's own law wants on his papers: legal form, capital, register, managers. */
  legalNote?: string | null
}

/** VOID follows only a full credit note, also for a paid invoice. No move leads back. */
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

/** The billing groups (cost centres) that an organisation has used in a mode; each begins with its first use. */
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

/**
 * What live mail takes of a month's spending caps: a row for each month of an organisation or of a line of its
 * keys, where there is a cap.
 */
export const spendingTable = defineTable(
  'spending',
  'organisation',
  {
    /** `<organisation>|<line of keys, or nothing>|<month>` */
    id: text(),
    organisationId: text(),
    apiKeyId: textOrNull(),
    /** `YYYY-MM` in the organisation's time zone. */
    month: text(),
    spentCents: integer(),
    /** How often it was counted anew, so that no count is added twice. */
    recounts: integer(),
    /** Whether `spending_cap.reached` was emitted for the present cap. */
    reachedNotified: boolean(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type SpendingRow = RowOf<typeof spendingTable>

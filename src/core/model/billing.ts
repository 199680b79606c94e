import type { PriceZone } from '../address/countries.ts'
import type { Recipient } from '../address/schema.ts'
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
 * An organisation's money: available is `balanceCents - reservedCents`, never below zero while it prepays. Its id
 * is the organisation's; the row is made by the first entry.
 */
export const accountsTable = defineTable('accounts', 'organisation', {
  id: text(),
  organisationId: text(),
  balanceCents: integer(),
  reservedCents: integer(),
  lowThresholdCents: integer(),
  /** Below the threshold, and no crossing left to tell of. */
  lowTold: boolean(),
  currency: text(),
})
export type AccountRow = RowOf<typeof accountsTable>

export const ledgerKinds = [
  'TOP_UP',
  /** A credit note takes a top-up back: the money left the balance again. */
  'WITHDRAWAL',
  'RESERVE',
  'CAPTURE',
  'RELEASE',
  'REFUND',
  /** A monthly invoice asks for what is below zero. */
  'INVOICE',
  /** A credit note takes a monthly invoice back. */
  'CREDIT',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
/** The accounts of the double entry: what came in, what is owed, what may be spent, what is promised, what was earned. */
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
    /** Reserved for a Postbatch as a whole, until its items have reservations of their own. */
    postbatchId: textOrNull(),
    invoiceId: textOrNull(),
    createdAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt'], ['itemId']] },
)
export type LedgerEntryRow = RowOf<typeof ledgerEntriesTable>

/** How an organisation is invoiced, beside its account. Its id is the organisation's; there is none before the first change. */
export const billingProfilesTable = defineTable('billing_profiles', 'organisation', {
  id: text(),
  organisationId: text(),
  /** Null: the organisation's own name. */
  name: textOrNull(),
  address: jsonOrNull<Recipient>(),
  email: textOrNull(),
  vatNumber: textOrNull(),
  companyNumber: textOrNull(),
  /** The customer's own reference, printed on every invoice. */
  reference: textOrNull(),
  /** Set by an operator; null where it follows from country and VAT number. */
  vatTreatment: textOrNull<VatTreatment>(),
  paymentTermDays: integer(),
  createdAt: integer(),
  updatedAt: integer(),
})
export type BillingProfileRow = RowOf<typeof billingProfilesTable>

/**
 * What a MONTHLY organisation captured, counted in the transactions that captured it, by month, specification, zone
 * and price: the lines of its next invoice, whatever the number of items. `open` is what no invoice asked for yet.
 */
export const billingUsageTable = defineTable(
  'billing_usage',
  'organisation',
  {
    /** `<organisation>|<month>|<specification>|<zone>|<unit price>`. */
    id: text(),
    organisationId: text(),
    /** `YYYY-MM` of the seller. */
    month: text(),
    specificationId: text(),
    zone: text<PriceZone>(),
    unitPriceCents: integer(),
    /** Captured less refunded, so it may be below zero. */
    quantity: integer(),
    open: integer(),
  },
  { indexes: [['organisationId', 'month']] },
)
export type BillingUsageRow = RowOf<typeof billingUsageTable>

export const topUpStatuses = ['REQUESTED', 'PAID', 'CANCELLED'] as const
export type TopUpStatus = (typeof topUpStatuses)[number]

/** Top-ups that somebody asked for and has to pay; nothing is credited before an operator has seen the money. */
export const topUpsTable = defineTable(
  'top_ups',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    status: text<TopUpStatus>(),
    amountCents: integer(),
    currency: text(),
    /** What the transfer is to say. */
    reference: text(),
    invoiceId: textOrNull(),
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
export type InvoiceStatus = (typeof invoiceStatuses)[number]

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
  /** Never below zero; what goes back has a quantity below zero. */
  unitPriceCents: number
  vatRate: number
  amountCents: number
  productSpecificationId: string | null
  zone: PriceZone | null
  /** On a credit note: the line of the invoice that it takes back, from 1. */
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
    /** As they were at issue. */
    seller: json<Seller>(),
    buyer: json<Party>(),
    /** The customer's own reference. */
    reference: textOrNull(),
    payments: json<Payment[]>(),
    /** Taken back by credit notes: net, and with VAT. */
    creditedNetCents: integer(),
    creditedCents: integer(),
    createdAt: integer(),
  },
  { unique: [['number']], indexes: [['organisationId', 'createdAt'], ['creditNoteOfInvoiceId']] },
)
export type InvoiceRow = RowOf<typeof invoicesTable>

/** Who stands on an invoice, as it was when the invoice was issued. */
export interface Party {
  name: string
  /** Null for an organisation that has given no more than its country. */
  address: Recipient | null
  country: string
  vatNumber: string | null
  /** In the trade register (KvK). */
  companyNumber: string | null
  email: string | null
}

/** Who invoices: one for the whole instance, because the numbers of invoices run through all organisations. */
export interface Seller extends Party {
  iban: string | null
  bic: string | null
  timeZone: string
}

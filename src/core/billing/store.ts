import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../columns.ts'
import type { VatTreatment } from '../organisations/store.ts'

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

export const ledgerKinds = ['TOP_UP', 'CREDIT', 'RESERVE', 'CAPTURE', 'RELEASE', 'REFUND'] as const
export type LedgerKind = (typeof ledgerKinds)[number]
/** The accounts of the double entry: what came in, what may be spent, what is promised, what was earned. */
export const ledgerAccounts = ['CASH', 'AVAILABLE', 'RESERVED', 'REVENUE'] as const
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
    invoiceId: textOrNull(),
    createdAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt'], ['itemId']] },
)
export type LedgerEntryRow = RowOf<typeof ledgerEntriesTable>

export interface InvoiceLine {
  description: string
  quantity: number
  unitPriceCents: number
  vatRate: number
  amountCents: number
}

export const invoicesTable = defineTable(
  'invoices',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    number: text(),
    kind: text<'INVOICE' | 'CREDIT_NOTE'>(),
    source: text<'TOP_UP' | 'MONTHLY' | 'CREDIT'>(),
    status: text<'ISSUED' | 'PAID' | 'VOID'>(),
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
    createdAt: integer(),
  },
  { unique: [['number']], indexes: [['organisationId', 'createdAt']] },
)
export type InvoiceRow = RowOf<typeof invoicesTable>

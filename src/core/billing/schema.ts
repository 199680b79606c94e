import * as v from 'valibot'
import { vatTreatments } from '../organisations/store.ts'
import { ledgerAccounts, ledgerKinds } from './store.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const date = v.pipe(v.string(), v.isoDate())
const integer = v.pipe(v.number(), v.integer())

const invoiceEntries = {
  id: v.string(),
  /** `2026-000001`: gapless within a year. */
  number: v.string(),
  kind: v.picklist(['INVOICE', 'CREDIT_NOTE']),
  source: v.picklist(['TOP_UP', 'MONTHLY', 'CREDIT']),
  status: v.picklist(['ISSUED', 'PAID', 'VOID']),
  issueDate: date,
  dueDate: date,
  periodFrom: v.nullable(date),
  periodTo: v.nullable(date),
  currency: v.string(),
  vatTreatment: v.picklist(vatTreatments),
  /** Per cent. */
  vatRate: integer,
  subtotalCents: integer,
  vatCents: integer,
  totalCents: integer,
  paidCents: integer,
  paidAt: v.nullable(dateTime),
  sentAt: v.nullable(dateTime),
  creditNoteOfInvoiceId: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
  hasPdf: v.boolean(),
  createdAt: dateTime,
}

/** SPEC "Invoice (also credit notes)": all fields always present. */
export const invoiceSchema = v.object(invoiceEntries)
export type Invoice = v.InferOutput<typeof invoiceSchema>

/** Net of VAT, as every price is. */
const invoiceLineSchema = v.object({
  description: v.string(),
  quantity: integer,
  unitPriceCents: integer,
  /** Per cent. */
  vatRate: integer,
  amountCents: integer,
})

/** The single-invoice view: the invoice with its lines. */
export const invoiceDetailSchema = v.object({ ...invoiceEntries, lines: v.array(invoiceLineSchema) })
export type InvoiceDetail = v.InferOutput<typeof invoiceDetailSchema>

export const invoiceParams = v.strictObject({ id: v.string() })

/** What an organisation has, net of VAT. */
export const balanceSchema = v.object({
  billingMode: v.picklist(['PREPAID', 'MONTHLY']),
  currency: v.string(),
  /** All of it. */
  balanceCents: integer,
  /** Promised to items that are READY or SCHEDULED. */
  reservedCents: integer,
  /** Balance less reserved; below zero only for MONTHLY organisations: what they owe. */
  availableCents: integer,
  /** `balance.low` is told when available drops below it. */
  lowThresholdCents: integer,
})

export const ledgerEntrySchema = v.object({
  id: v.string(),
  kind: v.picklist(ledgerKinds),
  debit: v.picklist(ledgerAccounts),
  credit: v.picklist(ledgerAccounts),
  amountCents: integer,
  currency: v.string(),
  itemId: v.nullable(v.string()),
  invoiceId: v.nullable(v.string()),
  createdAt: dateTime,
})
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>

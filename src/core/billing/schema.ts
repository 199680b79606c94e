import * as v from 'valibot'
import { billingModes, vatTreatments } from '../organisations/store.ts'
import { invoiceKinds, invoiceSources, invoiceStatuses, ledgerAccounts, ledgerKinds } from './store.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const date = v.pipe(v.string(), v.isoDate())
const integer = v.pipe(v.number(), v.integer())
const priceZone = v.picklist(['domestic', 'europe', 'world'])

const invoiceEntries = {
  id: v.string(),
  /** `2026-000001`, of a credit note `CN2026-000001`: gapless within a year. */
  number: v.string(),
  kind: v.picklist(invoiceKinds),
  source: v.picklist(invoiceSources),
  status: v.picklist(invoiceStatuses),
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
  /** Below zero for what went back. */
  quantity: integer,
  unitPriceCents: integer,
  /** Per cent. */
  vatRate: integer,
  amountCents: integer,
  /** Null where the line is not about pieces: a top-up, a deduction. */
  productSpecificationId: v.nullable(v.string()),
  zone: v.nullable(priceZone),
})

/** The single-invoice view: the invoice with its lines. */
export const invoiceDetailSchema = v.object({ ...invoiceEntries, lines: v.array(invoiceLineSchema) })
export type InvoiceDetail = v.InferOutput<typeof invoiceDetailSchema>

export const invoiceParams = v.strictObject({ id: v.string() })

/** What an organisation has, net of VAT. */
export const balanceSchema = v.object({
  billingMode: v.picklist(billingModes),
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

/** What pieces cost this organisation, net of VAT, and the VAT that invoices add. */
export const pricesSchema = v.object({
  currency: v.string(),
  vatTreatment: v.picklist(vatTreatments),
  /** Per cent. */
  vatRate: integer,
  data: v.array(
    v.object({
      productId: v.string(),
      productName: v.string(),
      productSpecificationId: v.string(),
      specificationName: v.string(),
      /** Seen from the organisation's country. */
      zone: priceZone,
      unitPriceCents: integer,
    }),
  ),
})

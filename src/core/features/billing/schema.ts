import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'
import { isDateTime } from '../../kernel/time.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { topUpStatuses } from '../../model/billing.ts'
import {
  billingMode,
  invoiceKind,
  invoiceSource,
  invoiceStatus,
  ledgerAccount,
  ledgerKind,
  priceZone,
  vatTreatment,
} from '../../model/wire-enums.ts'
import { printable } from './party.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const date = v.pipe(v.string(), v.isoDate())
const integer = v.pipe(v.number(), v.integer())

const invoiceEntries = {
  id: v.string(),
  /** `2026-000001`, of a credit note `CN2026-000001`: gapless within a year. */
  number: v.string(),
  kind: invoiceKind,
  source: invoiceSource,
  status: invoiceStatus,
  issueDate: date,
  dueDate: date,
  periodFrom: v.nullable(date),
  periodTo: v.nullable(date),
  currency: v.string(),
  vatTreatment: vatTreatment,
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

export const invoiceSchema = namedObject('Invoice', 'An invoice or credit note.', invoiceEntries)
export type Invoice = v.InferOutput<typeof invoiceSchema>

const invoiceLineSchema = namedObject('InvoiceLine', 'A line of an invoice, net of VAT.', {
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

export const invoiceDetailSchema = namedObject('InvoiceDetail', 'An invoice or credit note with its lines.', {
  ...invoiceEntries,
  lines: v.array(invoiceLineSchema),
})
export type InvoiceDetail = v.InferOutput<typeof invoiceDetailSchema>

/** The most lines that one credit note names. */
export const maxCreditLines = 200
const positiveCents = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents))

export const creditNoteInput = namedStrictObject(
  'CreditNoteCreate',
  'What to credit. Without `lines` and `amountCents`: everything that is left of the invoice.',
  {
    /** Printed on the credit note. */
    reason: printable(500),
    lines: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            /** Of the invoice, from 1. */
            line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
            /** Net; without it, what is left of the line. */
            amountCents: v.optional(positiveCents),
          }),
        ),
        v.minLength(1),
        v.maxLength(maxCreditLines),
      ),
    ),
    /** Net, of the invoice as a whole. */
    amountCents: v.optional(positiveCents),
  },
)
export type CreditNoteInput = v.InferOutput<typeof creditNoteInput>

export const paymentReference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

export const markPaidInput = namedStrictObject('InvoiceMarkPaid', 'A payment of an invoice.', {
  /** With VAT; without it, everything that is open. */
  amountCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 * maxAmountCents))),
  /** Now, unless given. */
  paidAt: v.optional(
    v.pipe(v.string(), v.isoTimestamp(), v.check(isDateTime, 'There is no such day or time.')),
  ),
  /** The payment’s reference with whoever took it. */
  paymentId: v.optional(paymentReference),
})
export type MarkPaidInput = v.InferOutput<typeof markPaidInput>

export const issueMonthlyInput = namedStrictObject('MonthlyInvoiceCreate', 'The month to invoice.', {
  /** `YYYY-MM`, over by now; the last month unless given. */
  month: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write the month as YYYY-MM.'))),
})

export const topUpInput = namedStrictObject('TopUpCreate', 'A top-up to ask for.', {
  /** Net of VAT: what the balance is to grow by. */
  amountCents: positiveCents,
})

export const topUpSchema = namedObject(
  'TopUp',
  'A top-up of the balance: what is to be paid, where, and what became of it.',
  {
    id: v.string(),
    status: v.picklist(topUpStatuses),
    amountCents: integer,
    vatCents: integer,
    /** What is to be transferred. */
    totalCents: integer,
    currency: v.string(),
    /** What the transfer is to say. */
    reference: v.string(),
    /** Whom it is paid to; the account is null where the operator has not named one. */
    payTo: v.object({ name: v.string(), iban: v.nullable(v.string()), bic: v.nullable(v.string()) }),
    /** Once it was paid. */
    invoiceId: v.nullable(v.string()),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
export type TopUpWire = v.InferOutput<typeof topUpSchema>

export const confirmTopUpInput = namedStrictObject('TopUpConfirm', 'The payment that arrived for a top-up.', {
  paymentId: v.optional(paymentReference),
})

export const invoiceParams = v.strictObject({ id: v.pipe(v.string(), v.maxLength(40)) })

export const balanceSchema = namedObject(
  'Balance',
  'What an organisation has to spend, in cents net of VAT.',
  {
    billingMode: billingMode,
    currency: v.string(),
    /** All of it. */
    balanceCents: integer,
    /** Promised to items that are READY or SCHEDULED. */
    reservedCents: integer,
    /** Balance less reserved; below zero only for MONTHLY organisations: what they owe. */
    availableCents: integer,
    /** `balance.low` is told when available drops below it. */
    lowThresholdCents: integer,
  },
)

export const ledgerEntrySchema = namedObject('LedgerEntry', 'One double entry of the ledger.', {
  id: v.string(),
  kind: ledgerKind,
  debit: ledgerAccount,
  credit: ledgerAccount,
  amountCents: integer,
  currency: v.string(),
  itemId: v.pipe(
    v.nullable(v.string()),
    v.description('Always null in test mode: items in the ledger are live.'),
  ),
  /** What is reserved for a Postbatch as a whole, until its items have reservations of their own. */
  postbatchId: v.pipe(
    v.nullable(v.string()),
    v.description('Of what is reserved for a Postbatch as a whole. Always null in test mode, like itemId.'),
  ),
  invoiceId: v.nullable(v.string()),
  createdAt: dateTime,
})
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>

export const pricesSchema = namedObject(
  'PriceList',
  'What pieces cost this organisation, net of VAT, and the VAT that invoices add.',
  {
    currency: v.string(),
    vatTreatment: vatTreatment,
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
  },
)

import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isCalendarDay, isDateTime } from '../../kernel/time.ts'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { topUpStatuses } from '../../model/billing.ts'
import {
  billingMode,
  electronicFormat,
  invoiceKind,
  invoiceLanguage,
  invoiceSource,
  invoiceStatus,
  ledgerAccount,
  ledgerKind,
  priceZone,
  vatTreatment,
} from '../../model/wire-enums.ts'
import { printable } from './party.ts'
import { billingSentences } from './sentences.ts'

const date = v.pipe(v.string(), v.isoDate())

const invoiceEntries = {
  id: described(v.string(), 'The invoice, `inv_…`.'),
  number: described(
    v.string(),
    '`2026-000001`, of a credit note `CN2026-000001`: without gaps within a year.',
  ),
  kind: described(invoiceKind, 'Whether it is an invoice or a credit note.'),
  source: described(invoiceSource, 'What it is for.'),
  status: described(invoiceStatus, 'Whether it is paid.'),
  issueDate: described(date, 'Day of issue, `YYYY-MM-DD`.'),
  dueDate: described(date, 'Day by which it is to be paid, `YYYY-MM-DD`.'),
  periodFrom: described(
    v.nullable(date),
    'First day of the period that a monthly invoice covers, `YYYY-MM-DD`; null for others.',
  ),
  periodTo: described(v.nullable(date), 'Last day of that period, `YYYY-MM-DD`; null for others.'),
  currency: fields.currency,
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  vatRate: fields.vatRate,
  subtotalCents: described(integer, 'In cents, net of VAT.'),
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, with VAT.'),
  paidCents: described(integer, 'What was paid so far, in cents.'),
  paidAt: described(v.nullable(dateTime), 'When it was paid, RFC 3339 in UTC; null until then.'),
  sentAt: described(v.nullable(dateTime), 'When it was mailed, RFC 3339 in UTC; null if it was not.'),
  creditNoteOfInvoiceId: described(
    v.nullable(v.string()),
    'The invoice that this credit note takes back, `inv_…`; null for an invoice.',
  ),
  reason: described(v.nullable(v.string()), 'Why it was credited; null for an invoice.'),
  paymentId: described(
    v.nullable(v.string()),
    'The payment’s reference at the bank or payment provider; null if there is none.',
  ),
  hasPdf: described(v.boolean(), 'Whether it can be read as PDF.'),
  electronicFormat: described(electronicFormat, 'By which rules its electronic form is written.'),
  language: described(invoiceLanguage, 'The language in which it is written.'),
  createdAt: fields.createdAt,
}

export const invoiceSchema = namedObject('Invoice', 'An invoice or credit note.', invoiceEntries)
export type Invoice = v.InferOutput<typeof invoiceSchema>

const invoiceLineSchema = namedObject('InvoiceLine', 'A line of an invoice, net of VAT.', {
  description: described(v.string(), 'What the line is about, as it is printed.'),
  quantity: described(integer, 'How many pieces; below zero for what went back.'),
  unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
  vatRate: fields.vatRate,
  amountCents: described(integer, 'Price of the line in cents, net of VAT.'),
  productSpecificationId: described(
    v.nullable(v.string()),
    'What was produced, `psp_…`; null if the line is not about pieces: a top-up, a deduction.',
  ),
  zone: described(v.nullable(priceZone), 'Where the pieces went; null if the line is not about pieces.'),
  billingGroup: described(
    v.nullable(v.string()),
    'The cost centre of the pieces; null if they have none, or the line is not about pieces.',
  ),
})

export const invoiceDetailSchema = namedObject('InvoiceDetail', 'An invoice or credit note with its lines.', {
  ...invoiceEntries,
  lines: described(v.array(invoiceLineSchema), 'The lines in the order in which they are printed.'),
})
export type InvoiceDetail = v.InferOutput<typeof invoiceDetailSchema>

/** The most lines that one credit note names. */
export const maxCreditLines = 200
const positiveCents = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents))

export const creditNoteInput = namedStrictObject(
  'CreditNoteCreate',
  'What to credit. Without `lines` and `amountCents`: everything that is left of the invoice.',
  {
    reason: described(printable(500), 'Why; printed on the credit note.'),
    lines: described(
      v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              line: described(
                v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
                'The line of the invoice, counted from 1.',
              ),
              amountCents: described(
                v.optional(positiveCents),
                'In cents, net of VAT; if absent, what is left of the line.',
              ),
            }),
          ),
          v.minLength(1),
          v.maxLength(maxCreditLines),
        ),
      ),
      'The lines to credit. This, `amountCents` or neither.',
    ),
    amountCents: described(v.optional(positiveCents), 'In cents, net of VAT, of the invoice as a whole.'),
  },
)
export type CreditNoteInput = v.InferOutput<typeof creditNoteInput>

export const paymentReference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

export const markPaidInput = namedStrictObject('InvoiceMarkPaid', 'A payment of an invoice.', {
  amountCents: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 * maxAmountCents))),
    'What was paid, in cents with VAT; if absent, everything that is open.',
  ),
  paidAt: described(
    v.optional(
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.check(isDateTime, ruleSentences.message('invalid_value.date_time')),
      ),
    ),
    'When it was paid, RFC 3339; now if absent.',
  ),
  paymentId: described(
    v.optional(paymentReference),
    'The payment’s reference at the bank or payment provider.',
  ),
})
export type MarkPaidInput = v.InferOutput<typeof markPaidInput>

export const issueMonthlyInput = namedStrictObject('MonthlyInvoiceCreate', 'The month to invoice.', {
  month: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, billingSentences.message('invalid_format.month')),
      ),
    ),
    'The month, `YYYY-MM`, which is over; the last one if absent.',
  ),
})

export const topUpInput = namedStrictObject('TopUpCreate', 'A top-up to ask for.', {
  amountCents: described(positiveCents, 'What the balance is to grow by, in cents net of VAT.'),
})

export const topUpSchema = namedObject(
  'TopUp',
  'A top-up of the balance: what is to be paid, where, and what became of it.',
  {
    id: described(v.string(), 'The top-up, `top_…`.'),
    status: described(v.picklist(topUpStatuses), 'Whether it was paid.'),
    amountCents: described(integer, 'What the balance grows by, in cents net of VAT.'),
    vatCents: described(integer, 'VAT in cents.'),
    totalCents: described(integer, 'What is to be transferred, in cents with VAT.'),
    currency: fields.currency,
    reference: described(v.string(), 'What the transfer has to say, so that it is recognised.'),
    payTo: described(
      v.object({
        name: described(v.string(), 'Name of the account’s holder.'),
        iban: described(
          v.nullable(v.string()),
          'The account (IBAN); null if the operator has not named one.',
        ),
        bic: described(v.nullable(v.string()), 'The bank (BIC); null if the operator has not named one.'),
      }),
      'Whom it is paid to.',
    ),
    invoiceId: described(v.nullable(v.string()), 'Its invoice, `inv_…`; null until it is paid.'),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type TopUpWire = v.InferOutput<typeof topUpSchema>

export const confirmTopUpInput = namedStrictObject('TopUpConfirm', 'The payment that arrived for a top-up.', {
  paymentId: described(
    v.optional(paymentReference),
    'The payment’s reference at the bank or payment provider.',
  ),
})

export const topUpParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The top-up, `top_…`.'),
})
export const invoiceParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The invoice, `inv_…`.'),
})

export const balanceSchema = namedObject(
  'Balance',
  'What an organisation has to spend, in cents net of VAT.',
  {
    billingMode: described(billingMode, 'How the organisation pays.'),
    currency: fields.currency,
    balanceCents: described(integer, 'All of it, in cents net of VAT.'),
    reservedCents: described(integer, 'What is promised to items that are READY or SCHEDULED, in cents.'),
    availableCents: described(
      integer,
      'What may be spent, in cents: balance less reserved. Below zero only for MONTHLY organisations: what they owe.',
    ),
    lowThresholdCents: described(
      integer,
      '`balance.low` is sent when the available amount drops below it, in cents.',
    ),
  },
)

export const ledgerEntrySchema = namedObject('LedgerEntry', 'One double entry of the ledger.', {
  id: described(v.string(), 'The entry, `led_…`.'),
  kind: described(ledgerKind, 'What it is about.'),
  debit: described(ledgerAccount, 'The account that is debited.'),
  credit: described(ledgerAccount, 'The account that is credited.'),
  amountCents: described(integer, 'Amount in cents.'),
  currency: fields.currency,
  itemId: described(
    v.nullable(v.string()),
    'The live item whose money it moves, `itm_…`; null if it moves that of none, and always in test mode.',
  ),
  postbatchId: described(
    v.nullable(v.string()),
    'The Postbatch for which money is reserved as a whole, until its items have reservations of their own, `pbt_…`; null for other entries, and always in test mode.',
  ),
  invoiceId: described(
    v.nullable(v.string()),
    'The invoice that it belongs to, `inv_…`; null if it belongs to none.',
  ),
  billingGroup: described(
    v.nullable(v.string()),
    'The cost centre of the item, as it was then; null if there was none, and always in test mode.',
  ),
  createdAt: fields.createdAt,
})
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>

export const pricesQuery = v.strictObject({
  on: described(
    v.optional(v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))),
    'A day, `YYYY-MM-DD`: what pieces would cost then. Absent: today, in the organisation’s time zone.',
  ),
})

export const pricesSchema = namedObject(
  'PriceList',
  'What pieces cost this organisation, net of VAT, and the VAT that invoices add.',
  {
    currency: fields.currency,
    vatTreatment: described(vatTreatment, 'How VAT is charged.'),
    vatRate: fields.vatRate,
    changesOn: described(
      v.nullable(v.string()),
      'The next day after it on which another price list counts, `YYYY-MM-DD`; null if none is to come.',
    ),
    data: described(
      v.array(
        v.object({
          productId: fields.productId,
          productName: described(v.string(), 'Name of the product.'),
          productSpecificationId: fields.productSpecificationId,
          specificationName: described(v.string(), 'Name of the specification.'),
          zone: described(priceZone, 'Where the piece goes: the code of a country zone.'),
          zoneName: described(v.string(), 'The name of that zone, for people.'),
          unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
          steps: described(
            v.array(
              v.object({
                from: described(integer, 'The least number of pieces of a Postbatch; the first is 1.'),
                unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
              }),
            ),
            'Prices by quantity; an item of a Postflow pays the first.',
          ),
          sheets: described(
            v.nullable(
              v.object({
                included: described(integer, 'How many sheets of a piece cost nothing more.'),
                unitPriceCents: described(integer, 'Price of each further sheet in cents, net of VAT.'),
              }),
            ),
            'What further sheets of a piece cost; null if they cost nothing more.',
          ),
        }),
      ),
      'One row for each specification and price zone.',
    ),
  },
)

export const spendingSchema = namedObject('Spending', 'What a month has cost, beside the spending caps.', {
  month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
  currency: fields.currency,
  capCents: described(
    v.nullable(integer),
    'The organisation’s cap in cents, net of VAT; null if it has none.',
  ),
  spentCents: described(
    v.nullable(integer),
    'What live mail has cost so far, in cents; null where there is no cap and nothing is counted.',
  ),
  keys: described(
    v.array(
      v.object({
        apiKeyId: described(
          v.string(),
          'The API key, or the first of those that it took the place of, `key_…`.',
        ),
        newestApiKeyId: described(
          v.string(),
          'The key that has its place now, `key_…`; the same until it is rotated.',
        ),
        name: described(v.string(), 'Its name.'),
        capCents: described(integer, 'Its cap in cents, net of VAT.'),
        spentCents: described(integer, 'What mail that was created with it has cost so far, in cents.'),
      }),
    ),
    'The API keys that have a cap of their own: those that work, and those of which something was counted this month.',
  ),
})

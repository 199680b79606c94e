import * as v from 'valibot'
import { maxAmountCents } from '../../kernel/money.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isCalendarDay, isDateTime } from '../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
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
  id: described(v.string(), 'Id of the invoice, `inv_…`.'),
  number: described(
    v.string(),
    'Number: `2026-000001`, for a credit note `CN2026-000001`; gapless within a year.',
  ),
  kind: described(invoiceKind, 'Whether it is an invoice or a credit note.'),
  source: described(invoiceSource, 'Its source.'),
  status: described(invoiceStatus, 'Payment status.'),
  issueDate: described(date, 'Day of issue, `YYYY-MM-DD`.'),
  dueDate: described(date, 'Due date, `YYYY-MM-DD`.'),
  periodFrom: described(
    v.nullable(date),
    'First day of the period of a monthly invoice, `YYYY-MM-DD`; null for others.',
  ),
  periodTo: described(v.nullable(date), 'Last day of that period, `YYYY-MM-DD`; null for others.'),
  currency: fields.currency,
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  vatRate: fields.vatRate,
  subtotalCents: described(integer, 'In cents, net of VAT.'),
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'In cents, including VAT.'),
  paidCents: described(integer, 'Amount paid so far, in cents.'),
  paidAt: described(v.nullable(dateTime), 'When it was paid (RFC 3339, UTC); null before that.'),
  sentAt: described(v.nullable(dateTime), 'When it was mailed (RFC 3339, UTC); null if it was not.'),
  creditNoteOfInvoiceId: described(
    v.nullable(v.string()),
    'The invoice that this credit note credits, `inv_…`; null for an invoice.',
  ),
  reason: described(v.nullable(v.string()), 'Why it was credited; null for an invoice.'),
  paymentId: described(
    v.nullable(v.string()),
    'The payment’s reference at the bank or payment provider; null if there is none.',
  ),
  hasPdf: described(v.boolean(), 'Whether its PDF is available.'),
  electronicFormat: described(electronicFormat, 'Rules that its electronic form follows.'),
  language: described(invoiceLanguage, 'Language of the invoice.'),
  createdAt: fields.createdAt,
}

export const invoiceSchema = namedObject('Invoice', 'An invoice or credit note.', invoiceEntries)
export type Invoice = v.InferOutput<typeof invoiceSchema>

const invoiceLineSchema = namedObject('InvoiceLine', 'A line of an invoice, net of VAT.', {
  description: described(v.string(), 'Description as printed.'),
  quantity: described(integer, 'Number of pieces; negative for returns.'),
  unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
  vatRate: fields.vatRate,
  amountCents: described(integer, 'Price of the line in cents, net of VAT.'),
  productSpecificationId: described(
    v.nullable(v.string()),
    'Specification of the pieces, `psp_…`; null for other lines, such as a top-up or a deduction.',
  ),
  zone: described(v.nullable(priceZone), 'Price zone of the pieces; null for other lines.'),
  billingGroup: described(
    v.nullable(v.string()),
    'Cost centre of the pieces; null if they have none, or for other lines.',
  ),
})

export const invoiceDetailSchema = namedObject('InvoiceDetail', 'An invoice or credit note with its lines.', {
  ...invoiceEntries,
  lines: described(v.array(invoiceLineSchema), 'The lines, in printed order.'),
})
export type InvoiceDetail = v.InferOutput<typeof invoiceDetailSchema>

export const maxCreditLines = 200
const positiveCents = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents))

export const creditNoteInput = namedStrictObject(
  'CreditNoteCreate',
  'What to credit. Without `lines` and `amountCents`: everything left of the invoice.',
  {
    reason: described(printable(500), 'The reason; printed on the credit note.'),
    lines: described(
      v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              line: described(
                v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
                'Number of the line, counted from 1.',
              ),
              amountCents: described(
                v.optional(positiveCents),
                'In cents, net of VAT; if absent, everything left of the line.',
              ),
            }),
          ),
          v.minLength(1),
          v.maxLength(maxCreditLines),
        ),
      ),
      'The lines to credit. Alternative to `amountCents`.',
    ),
    amountCents: described(v.optional(positiveCents), 'In cents, net of VAT, of the whole invoice.'),
  },
)
export type CreditNoteInput = v.InferOutput<typeof creditNoteInput>

export const paymentReference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

export const markPaidInput = namedStrictObject('InvoiceMarkPaid', 'A payment of an invoice.', {
  amountCents: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 * maxAmountCents))),
    'Amount in cents, including VAT; if absent, the open amount.',
  ),
  paidAt: described(
    v.optional(
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.check(isDateTime, ruleSentences.message('invalid_value.date_time')),
      ),
    ),
    'When it was paid (RFC 3339); now if absent.',
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
    'An ended month, `YYYY-MM`; the previous one if absent.',
  ),
})

export const topUpInput = namedStrictObject('TopUpCreate', 'A requested top-up.', {
  amountCents: described(positiveCents, 'Amount to credit, in cents net of VAT.'),
})

export const topUpSchema = namedObject('TopUp', 'A top-up of the balance, with payment details and status.', {
  id: described(v.string(), 'Id of the top-up, `top_…`.'),
  status: described(v.picklist(topUpStatuses), 'Status of the top-up.'),
  amountCents: described(integer, 'Amount credited to the balance, in cents net of VAT.'),
  vatCents: described(integer, 'VAT in cents.'),
  totalCents: described(integer, 'Amount to transfer, in cents including VAT.'),
  currency: fields.currency,
  reference: described(v.string(), 'Reference of the transfer, by which it is recognised.'),
  payTo: described(
    v.object({
      name: described(v.string(), 'Account holder.'),
      iban: described(v.nullable(v.string()), 'The account (IBAN); null if not configured.'),
      bic: described(v.nullable(v.string()), 'The bank (BIC); null if not configured.'),
    }),
    'The payee.',
  ),
  invoiceId: described(v.nullable(v.string()), 'Its invoice, `inv_…`; null until it is paid.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type TopUpWire = v.InferOutput<typeof topUpSchema>

export const confirmTopUpInput = namedStrictObject('TopUpConfirm', 'The payment of a top-up.', {
  paymentId: described(
    v.optional(paymentReference),
    'The payment’s reference at the bank or payment provider.',
  ),
})

export const topUpParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'Id of the top-up, `top_…`.'),
})
export const invoiceParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'Id of the invoice, `inv_…`.'),
})

export const balanceSchema = namedObject('Balance', 'Balance of an organisation, in cents net of VAT.', {
  billingMode: described(billingMode, 'Billing mode of the organisation.'),
  currency: fields.currency,
  balanceCents: described(integer, 'Total, in cents net of VAT.'),
  reservedCents: described(integer, 'Reserved for items that are READY or SCHEDULED, in cents.'),
  availableCents: described(
    integer,
    'Available, in cents: balance less reserved. Negative only for MONTHLY organisations: the amount that they owe.',
  ),
  lowThresholdCents: described(
    integer,
    '`balance.low` is sent when the available amount drops below it, in cents.',
  ),
})

export const ledgerEntrySchema = namedObject('LedgerEntry', 'A double entry of the ledger.', {
  id: described(v.string(), 'Id of the entry, `led_…`.'),
  kind: described(ledgerKind, 'Kind of entry.'),
  debit: described(ledgerAccount, 'The account that is debited.'),
  credit: described(ledgerAccount, 'The account that is credited.'),
  amountCents: described(integer, 'Amount in cents.'),
  currency: fields.currency,
  itemId: described(
    v.nullable(v.string()),
    'The live item concerned, `itm_…`; null for other entries, and always in test mode.',
  ),
  postbatchId: described(
    v.nullable(v.string()),
    'The Postbatch for which money is reserved as a whole until its items have their own reservations, `pbt_…`; null for other entries, and always in test mode.',
  ),
  invoiceId: described(v.nullable(v.string()), 'The invoice concerned, `inv_…`; null for other entries.'),
  billingGroup: described(
    v.nullable(v.string()),
    'Cost centre of the item at that time; null if there was none, and always in test mode.',
  ),
  createdAt: fields.createdAt,
})
export type LedgerEntry = v.InferOutput<typeof ledgerEntrySchema>

export const pricesQuery = v.strictObject({
  on: described(
    v.optional(v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))),
    'The day of the prices, `YYYY-MM-DD`; today in the organisation’s time zone if absent.',
  ),
})

export const pricesSchema = namedObject(
  'PriceList',
  'Prices of an organisation, net of VAT, and the VAT of its invoices.',
  {
    currency: fields.currency,
    vatTreatment: described(vatTreatment, 'How VAT is charged.'),
    vatRate: fields.vatRate,
    changesOn: described(
      v.nullable(v.string()),
      'The next day on which another price list takes effect, `YYYY-MM-DD`; null if there is none.',
    ),
    data: described(
      v.array(
        v.object({
          productId: fields.productId,
          productName: described(v.string(), 'Name of the product.'),
          productSpecificationId: fields.productSpecificationId,
          specificationName: described(v.string(), 'Name of the specification.'),
          zone: described(priceZone, 'Price zone of the destination: the code of a country zone.'),
          zoneName: described(v.string(), 'Display name of that zone.'),
          unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
          steps: described(
            v.array(
              v.object({
                from: described(integer, 'Minimum number of pieces of a Postbatch; 1 for the first step.'),
                unitPriceCents: described(integer, 'Price of a piece in cents, net of VAT.'),
              }),
            ),
            'Prices by quantity; the first applies to items of a Postflow.',
          ),
          sheets: described(
            v.nullable(
              v.object({
                included: described(integer, 'Number of sheets included in the price.'),
                unitPriceCents: described(integer, 'Price of each further sheet in cents, net of VAT.'),
              }),
            ),
            'Price of further sheets; null if they cost nothing.',
          ),
        }),
      ),
      'A row for each specification and price zone.',
    ),
  },
)

export const spendingSchema = namedObject('Spending', 'Spending of a month, and spending caps.', {
  month: described(v.string(), 'The month, `YYYY-MM`, in the organisation’s time zone.'),
  currency: fields.currency,
  capCents: described(
    v.nullable(integer),
    'The organisation’s cap in cents, net of VAT; null if it has none.',
  ),
  spentCents: described(
    v.nullable(integer),
    'Spending of live mail so far, in cents; null without a cap, because nothing is counted then.',
  ),
  keys: described(
    v.array(
      v.object({
        apiKeyId: described(v.string(), 'Id of the API key, or of the first key of its rotations, `key_…`.'),
        newestApiKeyId: described(v.string(), 'Id of the current key after rotations, `key_…`.'),
        name: described(v.string(), 'Its name.'),
        capCents: described(integer, 'Its cap in cents, net of VAT.'),
        spentCents: described(integer, 'Spending of mail created with it so far, in cents.'),
      }),
    ),
    'API keys with a cap of their own: active ones, and those with spending this month.',
  ),
})

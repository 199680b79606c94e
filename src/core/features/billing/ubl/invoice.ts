import type { InvoiceLine, InvoiceRow } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import {
  categoryOf,
  decimal,
  paymentOf,
  peppolNorm,
  peppolProcess,
  plainNorm,
  prepaidCents,
  termsOf,
  typeCode,
} from '../en16931/facts.ts'
import { electronicFormat } from '../peppol.ts'
import { vatWording } from '../words/index.ts'
import { aggregate, basic, present } from './elements.ts'
import { customerElement, supplierElement, vatScheme } from './party.ts'

/** The names that differ between the two documents of UBL 2.1. */
const documents = {
  INVOICE: {
    root: 'Invoice',
    type: 'InvoiceTypeCode',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  CREDIT_NOTE: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const

/**
 * An invoice or credit note in UBL 2.1, in the order of the schema: by Peppol BIS Billing 3 where it has all
 * that this asks for, otherwise by plain EN 16931. `original` is the invoice that a credit note credits. The
 * document shows the invoice as issued, without later payments.
 */
export const ublOf = (invoice: InvoiceRow, original: InvoiceRow | undefined): XmlElement => {
  const kind = documents[invoice.kind]
  const isCredit = invoice.kind === 'CREDIT_NOTE'
  const isPeppol = electronicFormat(invoice) === 'PEPPOL_BIS_3'
  const category = categoryOf(invoice)
  return {
    name: kind.root,
    attributes: {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind.root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
    children: present([
      basic('CustomizationID', isPeppol ? peppolNorm : plainNorm),
      isPeppol && basic('ProfileID', peppolProcess),
      basic('ID', invoice.number),
      basic('IssueDate', invoice.issueDate),
      !isCredit && basic('DueDate', invoice.dueDate),
      basic(kind.type, typeCode(invoice)),
      basic('Note', invoice.reason),
      basic('DocumentCurrencyCode', invoice.currency),
      basic('BuyerReference', invoice.reference),
      aggregate('InvoicePeriod', basic('StartDate', invoice.periodFrom), basic('EndDate', invoice.periodTo)),
      aggregate('OrderReference', basic('ID', invoice.orderReference)),
      original && billingReference(original),
      supplierElement(invoice.seller, category),
      customerElement(invoice.buyer, category),
      payment(invoice),
      aggregate('PaymentTerms', basic('Note', termsOf(invoice))),
      taxTotal(invoice),
      monetaryTotal(invoice),
      ...invoice.lines.map((line, index) => lineElement(invoice, line, index + 1)),
    ]),
  }
}

const billingReference = ({ number, issueDate }: InvoiceRow) =>
  aggregate(
    'BillingReference',
    aggregate('InvoiceDocumentReference', basic('ID', number), basic('IssueDate', issueDate)),
  )

const payment = (invoice: InvoiceRow): XmlElement | undefined => {
  const means = paymentOf(invoice)
  return (
    means &&
    aggregate(
      'PaymentMeans',
      basic('PaymentMeansCode', means.code),
      basic('PaymentID', means.reference),
      aggregate(
        'PayeeFinancialAccount',
        basic('ID', means.iban),
        aggregate('FinancialInstitutionBranch', basic('ID', means.bic)),
      ),
    )
  )
}

const amount = (name: string, cents: number, { currency }: InvoiceRow) =>
  basic(name, decimal(cents), { currencyID: currency })

/** BR-48: every category has a rate, except what is not subject to VAT (BR-O-05). */
const rate = (invoice: InvoiceRow) =>
  categoryOf(invoice).id === 'O' ? undefined : basic('Percent', String(invoice.vatRate))

const taxTotal = (invoice: InvoiceRow): XmlElement | undefined => {
  const { id, exemption } = categoryOf(invoice)
  return aggregate(
    'TaxTotal',
    amount('TaxAmount', invoice.vatCents, invoice),
    aggregate(
      'TaxSubtotal',
      amount('TaxableAmount', invoice.subtotalCents, invoice),
      amount('TaxAmount', invoice.vatCents, invoice),
      aggregate(
        'TaxCategory',
        basic('ID', id),
        rate(invoice),
        basic('TaxExemptionReasonCode', exemption),
        basic('TaxExemptionReason', vatWording(invoice)),
        vatScheme,
      ),
    ),
  )
}

const monetaryTotal = (invoice: InvoiceRow): XmlElement | undefined => {
  const prepaid = prepaidCents(invoice)
  return aggregate(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', invoice.subtotalCents, invoice),
    amount('TaxExclusiveAmount', invoice.subtotalCents, invoice),
    amount('TaxInclusiveAmount', invoice.totalCents, invoice),
    prepaid === 0 ? undefined : amount('PrepaidAmount', prepaid, invoice),
    amount('PayableAmount', invoice.totalCents - prepaid, invoice),
  )
}

const lineElement = (invoice: InvoiceRow, line: InvoiceLine, number: number): XmlElement | undefined => {
  const kind = documents[invoice.kind]
  return aggregate(
    kind.line,
    basic('ID', String(number)),
    // C62 is the unit "one", for pieces.
    basic(kind.quantity, String(line.quantity), { unitCode: 'C62' }),
    amount('LineExtensionAmount', line.amountCents, invoice),
    basic('AccountingCost', line.billingGroup),
    aggregate(
      'Item',
      basic('Name', line.description),
      aggregate('ClassifiedTaxCategory', basic('ID', categoryOf(invoice).id), rate(invoice), vatScheme),
    ),
    aggregate('Price', amount('PriceAmount', line.unitPriceCents, invoice)),
  )
}

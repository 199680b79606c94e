import type { InvoiceLine, InvoiceRow } from '../../../model/billing.ts'
import type { VatTreatment } from '../../../model/organisations.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { vatWording } from '../../ledger/vat.ts'
import { aggregate, basic, decimal, present } from './elements.ts'
import { partyElement, vatScheme } from './party.ts'

/** The names that differ between the two documents of UBL 2.1. */
const documents = {
  INVOICE: {
    root: 'Invoice',
    type: 'InvoiceTypeCode',
    code: '380',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  CREDIT_NOTE: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    code: '381',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const

/** Categories of UNCL 5305, with the reason for an exemption (code list VATEX). */
const categories: Readonly<Record<VatTreatment, { id: 'S' | 'AE' | 'O'; exemption?: string }>> = {
  NL_STANDARD: { id: 'S' },
  EU_REVERSE_CHARGE: { id: 'AE', exemption: 'VATEX-EU-AE' },
  /**
   * Services to a buyer outside the Union are supplied there: not an export of goods (G), but out of scope.
   */
  NON_EU: { id: 'O', exemption: 'VATEX-EU-O' },
}

/**
 * An invoice or credit note as EN 16931 in UBL 2.1, in the order of the schema. `original` is the invoice
 * that a credit note credits. The document shows the invoice as issued, without later payments.
 */
export const ublOf = (invoice: InvoiceRow, original: InvoiceRow | undefined): XmlElement => {
  const kind = documents[invoice.kind]
  const isCredit = invoice.kind === 'CREDIT_NOTE'
  const vatless = categories[invoice.vatTreatment].id === 'O'
  return {
    name: kind.root,
    attributes: {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind.root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
    children: present([
      basic('CustomizationID', 'urn:cen.eu:en16931:2017'),
      basic('ID', invoice.number),
      basic('IssueDate', invoice.issueDate),
      isCredit ? undefined : basic('DueDate', invoice.dueDate),
      basic(kind.type, kind.code),
      basic('Note', invoice.reason),
      basic('DocumentCurrencyCode', invoice.currency),
      basic('BuyerReference', invoice.reference),
      aggregate('InvoicePeriod', basic('StartDate', invoice.periodFrom), basic('EndDate', invoice.periodTo)),
      original ? billingReference(original) : undefined,
      partyElement('AccountingSupplierParty', invoice.seller, vatless),
      partyElement('AccountingCustomerParty', invoice.buyer, vatless),
      payment(invoice),
      isCredit
        ? aggregate('PaymentTerms', basic('Note', 'Set against what is open; what was paid is paid back.'))
        : undefined,
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

/** A transfer (58: SEPA) to the seller's account, where an amount is due. */
const payment = ({ kind, source, seller, number }: InvoiceRow): XmlElement | undefined =>
  kind === 'INVOICE' && source === 'MONTHLY' && seller.iban !== null
    ? aggregate(
        'PaymentMeans',
        basic('PaymentMeansCode', '58'),
        basic('PaymentID', number),
        aggregate(
          'PayeeFinancialAccount',
          basic('ID', seller.iban),
          aggregate('FinancialInstitutionBranch', basic('ID', seller.bic)),
        ),
      )
    : undefined

const amount = (name: string, cents: number, { currency }: InvoiceRow) =>
  basic(name, decimal(cents), { currencyID: currency })

/** BR-48: every category has a rate, except what is not subject to VAT (BR-O-05). */
const rate = ({ vatTreatment, vatRate }: InvoiceRow) =>
  categories[vatTreatment].id === 'O' ? undefined : basic('Percent', String(vatRate))

const taxTotal = (invoice: InvoiceRow): XmlElement | undefined => {
  const { id, exemption } = categories[invoice.vatTreatment]
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
        basic('TaxExemptionReason', vatWording[invoice.vatTreatment]),
        vatScheme,
      ),
    ),
  )
}

const monetaryTotal = (invoice: InvoiceRow): XmlElement | undefined => {
  // A top-up is invoiced after it has been paid.
  const prepaidCents = invoice.source === 'TOP_UP' ? invoice.totalCents : 0
  return aggregate(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', invoice.subtotalCents, invoice),
    amount('TaxExclusiveAmount', invoice.subtotalCents, invoice),
    amount('TaxInclusiveAmount', invoice.totalCents, invoice),
    prepaidCents === 0 ? undefined : amount('PrepaidAmount', prepaidCents, invoice),
    amount('PayableAmount', invoice.totalCents - prepaidCents, invoice),
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
    aggregate(
      'Item',
      basic('Name', line.description),
      aggregate(
        'ClassifiedTaxCategory',
        basic('ID', categories[invoice.vatTreatment].id),
        rate(invoice),
        vatScheme,
      ),
    ),
    aggregate('Price', amount('PriceAmount', line.unitPriceCents, invoice)),
  )
}

import { streetLineOf } from '../../../address/index.ts'
import type { InvoiceLine, InvoiceRow, Party, Seller } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { type InvoiceTexts, vatStatement } from '../invoice-words.ts'
import { addressParts, electronicFormat } from './address.ts'
import {
  type Category,
  categoryOf,
  decimal,
  group,
  identifiersOf,
  type Part,
  paymentOf,
  peppolNorm,
  peppolProcess,
  plainNorm,
  prepaidCents,
  present,
  termsOf,
  textElement,
  typeCode,
  type ValueOf,
} from './en16931.ts'

const basic = (name: string, ...rest: ValueOf) => textElement(`cbc:${name}`, ...rest)
const aggregate = (name: string, ...parts: readonly Part[]) => group(`cac:${name}`, ...parts)

const supplierElement = (seller: Seller, category: Category): XmlElement | undefined =>
  aggregate('AccountingSupplierParty', partyElement(seller, category, seller))

const customerElement = (buyer: Party, category: Category): XmlElement | undefined =>
  aggregate('AccountingCustomerParty', partyElement(buyer, category, undefined))

const partyElement = (
  party: Party,
  category: Category,
  seller: Seller | undefined,
): XmlElement | undefined => {
  const { other, vatNumber, registration } = identifiersOf(party, seller !== undefined, category)
  return aggregate(
    'Party',
    endpoint(party),
    aggregate('PartyIdentification', basic('ID', other)),
    address(party),
    vatNumber === null ? undefined : aggregate('PartyTaxScheme', basic('CompanyID', vatNumber), vatScheme),
    aggregate(
      'PartyLegalEntity',
      basic('RegistrationName', party.name),
      basic(
        'CompanyID',
        registration?.id,
        registration?.scheme === undefined ? undefined : { schemeID: registration.scheme },
      ),
      basic('CompanyLegalForm', seller?.legalNote),
    ),
    aggregate(
      'Contact',
      basic('Name', seller?.contactName),
      basic('Telephone', seller?.phone),
      basic('ElectronicMail', party.email),
    ),
  )
}

const endpoint = ({ electronicAddress }: Party): XmlElement | undefined => {
  if (!electronicAddress) return undefined
  const { scheme, id } = addressParts(electronicAddress)
  return basic('EndpointID', id, { schemeID: scheme })
}

const vatScheme = aggregate('TaxScheme', basic('ID', 'VAT'))

const address = ({ address, country }: Party): XmlElement | undefined => {
  return aggregate(
    'PostalAddress',
    basic('StreetName', address && streetLineOf(address)),
    basic('AdditionalStreetName', address?.addressLine2),
    basic('CityName', address?.city),
    basic('PostalZone', address?.postalCode),
    basic('CountrySubentity', address?.region),
    aggregate('Country', basic('IdentificationCode', country)),
  )
}

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
 * UBL 2.1 in the order of the schema: Peppol BIS Billing 3 if the invoice has everything required, otherwise
 * plain EN 16931. `original` is the credited invoice. Shows the invoice as issued, without later payments.
 */
export const ublOf = (
  texts: InvoiceTexts,
  invoice: InvoiceRow,
  original: InvoiceRow | undefined,
): XmlElement => {
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
      aggregate('PaymentTerms', basic('Note', termsOf(texts, invoice))),
      taxTotal(texts, invoice),
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

/** BR-48: every category has a rate, except one that is not subject to VAT (BR-O-05). */
const rate = (invoice: InvoiceRow) =>
  categoryOf(invoice).id === 'O' ? undefined : basic('Percent', String(invoice.vatRate))

const taxTotal = (texts: InvoiceTexts, invoice: InvoiceRow): XmlElement | undefined => {
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
        basic('TaxExemptionReason', vatStatement(texts, invoice)),
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

import { streetLineOf } from '../../../address/index.ts'
import type { InvoiceLine, InvoiceRow, Party, Seller } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { type InvoiceTexts, vatStatement } from '../invoice-words.ts'
import { addressParts } from './address.ts'
import {
  type Category,
  categoryOf,
  decimal,
  group,
  identifiersOf,
  type Part,
  paymentOf,
  plainNorm,
  prepaidCents,
  termsOf,
  textElement,
  typeCode,
  type ValueOf,
} from './en16931.ts'

const ram = (name: string, ...parts: readonly Part[]) => group(`ram:${name}`, ...parts)
const value = (name: string, ...rest: ValueOf) => textElement(`ram:${name}`, ...rest)

/** Format 102 of UN/CEFACT: `20260401`. References to documents use another namespace. */
const day = (namespace: 'udt' | 'qdt', date: string): XmlElement => ({
  name: `${namespace}:DateTimeString`,
  attributes: { format: '102' },
  text: date.replaceAll('-', ''),
})

const sellerElement = (seller: Seller, category: Category) => {
  const { other, vatNumber, registration } = identifiersOf(seller, true, category)
  return ram(
    'SellerTradeParty',
    value('ID', other),
    value('Name', seller.name),
    value('Description', seller.legalNote),
    organisation(registration),
    ram(
      'DefinedTradeContact',
      value('PersonName', seller.contactName),
      ram('TelephoneUniversalCommunication', value('CompleteNumber', seller.phone)),
      ram('EmailURIUniversalCommunication', value('URIID', seller.email)),
    ),
    ...placeAndTax(seller, vatNumber),
  )
}

const buyerElement = (buyer: Party, category: Category) => {
  const { vatNumber, registration } = identifiersOf(buyer, false, category)
  return ram(
    'BuyerTradeParty',
    value('Name', buyer.name),
    organisation(registration),
    ram('DefinedTradeContact', ram('EmailURIUniversalCommunication', value('URIID', buyer.email))),
    ...placeAndTax(buyer, vatNumber),
  )
}

const organisation = (registration: { id: string; scheme?: string } | undefined) =>
  registration &&
  ram(
    'SpecifiedLegalOrganization',
    value(
      'ID',
      registration.id,
      registration.scheme === undefined ? undefined : { schemeID: registration.scheme },
    ),
  )

const placeAndTax = ({ address, country, electronicAddress }: Party, vatNumber: string | null) => {
  const endpoint = electronicAddress ? addressParts(electronicAddress) : undefined
  return [
    ram(
      'PostalTradeAddress',
      value('PostcodeCode', address?.postalCode),
      value('LineOne', address && streetLineOf(address)),
      value('LineTwo', address?.addressLine2),
      value('CityName', address?.city),
      value('CountryID', country),
      value('CountrySubDivisionName', address?.region),
    ),
    endpoint && ram('URIUniversalCommunication', value('URIID', endpoint.id, { schemeID: endpoint.scheme })),
    vatNumber === null
      ? undefined
      : ram('SpecifiedTaxRegistration', value('ID', vatNumber, { schemeID: 'VA' })),
  ]
}

/** Cross Industry Invoice (D16B, EN 16931) for Factur-X and ZUGFeRD. Elements in schema order. */
export const ciiOf = (
  texts: InvoiceTexts,
  invoice: InvoiceRow,
  original: InvoiceRow | undefined,
): XmlElement => ({
  name: 'rsm:CrossIndustryInvoice',
  attributes: {
    'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  },
  children: [
    group(
      'rsm:ExchangedDocumentContext',
      ram('GuidelineSpecifiedDocumentContextParameter', value('ID', plainNorm)),
    ),
    group(
      'rsm:ExchangedDocument',
      value('ID', invoice.number),
      value('TypeCode', typeCode(invoice)),
      ram('IssueDateTime', day('udt', invoice.issueDate)),
      ram('IncludedNote', value('Content', invoice.reason)),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map((line, index) => lineElement(invoice, line, index + 1)),
      agreement(invoice),
      // Required by the schema even without a delivery.
      { name: 'ram:ApplicableHeaderTradeDelivery' },
      settlementElement(texts, invoice, original),
    ),
  ].filter((element) => element !== undefined),
})

const lineElement = (invoice: InvoiceRow, line: InvoiceLine, number: number) =>
  ram(
    'IncludedSupplyChainTradeLineItem',
    ram('AssociatedDocumentLineDocument', value('LineID', String(number))),
    ram('SpecifiedTradeProduct', value('Name', line.description)),
    ram(
      'SpecifiedLineTradeAgreement',
      ram('NetPriceProductTradePrice', value('ChargeAmount', decimal(line.unitPriceCents))),
    ),
    ram('SpecifiedLineTradeDelivery', value('BilledQuantity', String(line.quantity), { unitCode: 'C62' })),
    ram(
      'SpecifiedLineTradeSettlement',
      ram(
        'ApplicableTradeTax',
        value('TypeCode', 'VAT'),
        value('CategoryCode', categoryOf(invoice).id),
        rate(invoice),
      ),
      ram(
        'SpecifiedTradeSettlementLineMonetarySummation',
        value('LineTotalAmount', decimal(line.amountCents)),
      ),
      ram('ReceivableSpecifiedTradeAccountingAccount', value('ID', line.billingGroup)),
    ),
  )

/** BR-48: every category has a rate, except one that is not subject to VAT (BR-O-05). */
const rate = (invoice: InvoiceRow) =>
  categoryOf(invoice).id === 'O' ? undefined : value('RateApplicablePercent', String(invoice.vatRate))

const agreement = (invoice: InvoiceRow) => {
  const category = categoryOf(invoice)
  return ram(
    'ApplicableHeaderTradeAgreement',
    value('BuyerReference', invoice.reference),
    sellerElement(invoice.seller, category),
    buyerElement(invoice.buyer, category),
    ram('BuyerOrderReferencedDocument', value('IssuerAssignedID', invoice.orderReference)),
  )
}

const settlementElement = (texts: InvoiceTexts, invoice: InvoiceRow, original: InvoiceRow | undefined) =>
  ram(
    'ApplicableHeaderTradeSettlement',
    value('PaymentReference', paymentOf(invoice)?.reference),
    value('InvoiceCurrencyCode', invoice.currency),
    paymentElement(invoice),
    taxElement(texts, invoice),
    ram(
      'BillingSpecifiedPeriod',
      invoice.periodFrom !== null && ram('StartDateTime', day('udt', invoice.periodFrom)),
      invoice.periodTo !== null && ram('EndDateTime', day('udt', invoice.periodTo)),
    ),
    ram(
      'SpecifiedTradePaymentTerms',
      value('Description', termsOf(texts, invoice)),
      invoice.kind === 'INVOICE' && ram('DueDateDateTime', day('udt', invoice.dueDate)),
    ),
    totals(invoice),
    original &&
      ram(
        'InvoiceReferencedDocument',
        value('IssuerAssignedID', original.number),
        ram('FormattedIssueDateTime', day('qdt', original.issueDate)),
      ),
  )

const paymentElement = (invoice: InvoiceRow) => {
  const means = paymentOf(invoice)
  return (
    means &&
    ram(
      'SpecifiedTradeSettlementPaymentMeans',
      value('TypeCode', means.code),
      ram('PayeePartyCreditorFinancialAccount', value('IBANID', means.iban)),
      ram('PayeeSpecifiedCreditorFinancialInstitution', value('BICID', means.bic)),
    )
  )
}

const taxElement = (texts: InvoiceTexts, invoice: InvoiceRow) => {
  const { id, exemption } = categoryOf(invoice)
  return ram(
    'ApplicableTradeTax',
    value('CalculatedAmount', decimal(invoice.vatCents)),
    value('TypeCode', 'VAT'),
    value('ExemptionReason', vatStatement(texts, invoice)),
    value('BasisAmount', decimal(invoice.subtotalCents)),
    value('CategoryCode', id),
    value('ExemptionReasonCode', exemption),
    rate(invoice),
  )
}

const totals = (invoice: InvoiceRow) => {
  const prepaid = prepaidCents(invoice)
  return ram(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    value('LineTotalAmount', decimal(invoice.subtotalCents)),
    value('TaxBasisTotalAmount', decimal(invoice.subtotalCents)),
    value('TaxTotalAmount', decimal(invoice.vatCents), { currencyID: invoice.currency }),
    value('GrandTotalAmount', decimal(invoice.totalCents)),
    prepaid === 0 ? undefined : value('TotalPrepaidAmount', decimal(prepaid)),
    value('DuePayableAmount', decimal(invoice.totalCents - prepaid)),
  )
}

import type { InvoiceLine, InvoiceRow } from '../../../model/billing.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import {
  categoryOf,
  decimal,
  paymentOf,
  plainNorm,
  prepaidCents,
  termsOf,
  typeCode,
} from '../en16931/facts.ts'
import { vatWording } from '../words/index.ts'
import { day, group, ram, value } from './elements.ts'
import { buyerElement, sellerElement } from './party.ts'

/**
 * An invoice or credit note as EN 16931 in the syntax of UN/CEFACT (Cross Industry Invoice, D16B), which is
 * what Factur-X and ZUGFeRD put into a PDF. The order is the schema's.
 */
export const ciiOf = (invoice: InvoiceRow, original: InvoiceRow | undefined): XmlElement => ({
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
      // The schema wants it, also where nothing is said of a delivery.
      { name: 'ram:ApplicableHeaderTradeDelivery' },
      settlementElement(invoice, original),
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

/** BR-48: every category has a rate, except what is not subject to VAT (BR-O-05). */
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

const settlementElement = (invoice: InvoiceRow, original: InvoiceRow | undefined) =>
  ram(
    'ApplicableHeaderTradeSettlement',
    value('PaymentReference', paymentOf(invoice)?.reference),
    value('InvoiceCurrencyCode', invoice.currency),
    paymentElement(invoice),
    taxElement(invoice),
    ram(
      'BillingSpecifiedPeriod',
      invoice.periodFrom !== null && ram('StartDateTime', day('udt', invoice.periodFrom)),
      invoice.periodTo !== null && ram('EndDateTime', day('udt', invoice.periodTo)),
    ),
    ram(
      'SpecifiedTradePaymentTerms',
      value('Description', termsOf(invoice)),
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

const taxElement = (invoice: InvoiceRow) => {
  const { id, exemption } = categoryOf(invoice)
  return ram(
    'ApplicableTradeTax',
    value('CalculatedAmount', decimal(invoice.vatCents)),
    value('TypeCode', 'VAT'),
    value('ExemptionReason', vatWording(invoice)),
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

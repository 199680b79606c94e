import { describe, expect, test } from 'vitest'
import { createXml } from '../../../src/adapters/xml/xml.ts'
import { electronicFormat, peppolMissing } from '../../../src/core/features/billing/electronic/address.ts'
import { ciiOf } from '../../../src/core/features/billing/electronic/cii.ts'
import { ublOf } from '../../../src/core/features/billing/electronic/ubl.ts'
import { allInvoiceTexts, invoiceLanguage } from '../../../src/core/features/billing/invoice-words.ts'
import type { PeppolNeed } from '../../../src/core/model/billing.ts'
import type { XmlElement } from '../../../src/core/ports/xml.ts'
import { invoiceKinds, shops } from '../../support/invoice-kinds.ts'

const textsIn = await allInvoiceTexts()

/** Returns every text below an element, by its path without prefixes. */
const texts = (element: XmlElement, path = ''): [path: string, text: string][] => {
  const here = `${path}/${element.name.replace(/^\w+:/, '')}`
  const own: [string, string][] = element.text === undefined ? [] : [[here, element.text]]
  return [...own, ...(element.children ?? []).flatMap((child) => texts(child, here))]
}
const ends = (element: XmlElement, path: string): string[] =>
  texts(element).flatMap(([at, text]) => (at.endsWith(path) ? [text] : []))
const elements = (element: XmlElement): XmlElement[] => [
  element,
  ...(element.children ?? []).flatMap(elements),
]

test('a line names its cost centre in both syntaxes, as the buyer’s accounting reference (BT-133)', () => {
  const { invoice } = invoiceKinds[0]!
  const ubl = ublOf(textsIn('en'), invoice, undefined)
  const cii = ciiOf(textsIn('en'), invoice, undefined)
  const groups = ['Marketing & Sales <EU>', 'Ø'.repeat(64)]
  expect(ends(ubl, 'Line/AccountingCost')).toEqual(groups)
  expect(ends(cii, '/ReceivableSpecifiedTradeAccountingAccount/ID')).toEqual(groups)
  // The elements of BG-25, an invoice line, in the order of the UBL schema.
  const isLine = ({ name }: XmlElement) => name === 'cac:InvoiceLine'
  const line = elements(ubl).filter(isLine)[1]!
  expect(line.children!.map(({ name }) => name)).toEqual([
    'cbc:ID',
    'cbc:InvoicedQuantity',
    'cbc:LineExtensionAmount',
    'cbc:AccountingCost',
    'cac:Item',
    'cac:Price',
  ])
})

describe.each(invoiceKinds.map((kind) => [kind.what, kind] as const))('%s', (what, { invoice, original }) => {
  const inItsLanguage = textsIn(invoiceLanguage(invoice))
  const ubl = ublOf(inItsLanguage, invoice, original)
  const cii = ciiOf(inItsLanguage, invoice, original)
  const isPeppol = !what.endsWith('can be set')

  test('states its rules and contains everything that they require', () => {
    expect(electronicFormat(invoice)).toBe(isPeppol ? 'PEPPOL_BIS_3' : 'EN_16931')
    expect(ends(ubl, '/CustomizationID')).toEqual([
      isPeppol
        ? 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
        : 'urn:cen.eu:en16931:2017',
    ])
    // Peppol's R001 and R007; R010 and R020; R003.
    expect(ends(ubl, '/ProfileID')).toEqual(isPeppol ? ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'] : [])
    expect(ends(ubl, '/EndpointID')).toHaveLength(isPeppol ? 2 : 0)
    expect(ends(ubl, '/OrderReference/ID')).toHaveLength(isPeppol ? 1 : 0)
    // Peppol's R008 and R002.
    for (const { text, children = [], name } of elements(ubl)) expect(text ?? children[0], name).toBeDefined()
    expect(ends(ubl, 'e/Note').length).toBeLessThanOrEqual(1)
    // Peppol's R080, and NL-R-001 for credit notes.
    expect(ends(ubl, '/BillingReference/InvoiceDocumentReference/ID')).toEqual(
      original ? [original.number] : [],
    )
  })

  test('has the same content in both syntaxes', () => {
    const pairs: [ofUbl: string, ofCii: string][] = [
      ['/LegalMonetaryTotal/TaxExclusiveAmount', '/TaxBasisTotalAmount'],
      ['/LegalMonetaryTotal/TaxInclusiveAmount', '/GrandTotalAmount'],
      ['/LegalMonetaryTotal/PrepaidAmount', '/TotalPrepaidAmount'],
      ['/LegalMonetaryTotal/PayableAmount', '/DuePayableAmount'],
      ['/TaxSubtotal/TaxAmount', '/ApplicableHeaderTradeSettlement/ApplicableTradeTax/CalculatedAmount'],
      ['/TaxSubtotal/TaxCategory/ID', '/ApplicableHeaderTradeSettlement/ApplicableTradeTax/CategoryCode'],
      ['/TaxExemptionReason', '/ExemptionReason'],
      ['/TaxExemptionReasonCode', '/ExemptionReasonCode'],
      ['/PartyTaxScheme/CompanyID', '/SpecifiedTaxRegistration/ID'],
      ['/PartyLegalEntity/CompanyID', '/SpecifiedLegalOrganization/ID'],
      ['/PartyLegalEntity/RegistrationName', 'TradeParty/Name'],
      ['/EndpointID', 'Party/URIUniversalCommunication/URIID'],
      ['/BuyerReference', '/BuyerReference'],
      ['/OrderReference/ID', '/BuyerOrderReferencedDocument/IssuerAssignedID'],
      ['/PayeeFinancialAccount/ID', '/IBANID'],
      ['/PaymentTerms/Note', '/SpecifiedTradePaymentTerms/Description'],
      ['/Item/Name', '/SpecifiedTradeProduct/Name'],
      ['/Price/PriceAmount', '/NetPriceProductTradePrice/ChargeAmount'],
      [invoice.kind === 'INVOICE' ? '/InvoicedQuantity' : '/CreditedQuantity', '/BilledQuantity'],
    ]
    for (const [ofUbl, ofCii] of pairs) expect(ends(cii, ofCii), ofCii).toEqual(ends(ubl, ofUbl))
    expect(ends(cii, '/ExchangedDocument/TypeCode')).toEqual(
      ends(ubl, 'TypeCode').filter((code) => code !== 'VAT'),
    )
  })

  test('uses the scheme of a register number if the country determines it', () => {
    const schemes = elements(ubl).flatMap(({ name, attributes }) =>
      name === 'cbc:CompanyID' && attributes?.schemeID ? [attributes.schemeID] : [],
    )
    for (const scheme of schemes) expect(['0002', '0106', '0208']).toContain(scheme)
    // NL-R-003 and NL-R-005.
    if (invoice.seller.country === 'NL' && isPeppol) expect(schemes[0]).toBe('0106')
  })

  test('names the means of payment of its country', () => {
    const means = ends(ubl, '/PaymentMeansCode')
    // NL-R-007: amounts due have a means of payment. DE-R-001: so has every document between German parties.
    const isBetweenGermans = invoice.seller.country === 'DE' && invoice.buyer.country === 'DE'
    const isCredit = invoice.kind === 'CREDIT_NOTE'
    if (isPeppol) expect(means).toEqual(isCredit ? (isBetweenGermans ? ['1'] : []) : ['58'])
  })

  test('is XML', async () => {
    expect(await createXml().write(cii)).toContain('<rsm:CrossIndustryInvoice')
  })
})

describe('what an invoice lacks for Peppol', () => {
  const [nl, , de] = shops.map(({ seller, home }) => ({
    seller,
    buyer: home,
    reference: 'R',
    orderReference: null,
  }))
  const facts = { nl: nl!, de: de! }
  const cases: [
    what: string,
    of: 'nl' | 'de',
    change: (f: typeof facts.nl) => object,
    missing: PeppolNeed[],
  ][] = [
    ['nothing', 'nl', () => ({}), []],
    [
      'no buyer address',
      'nl',
      ({ buyer }) => ({ buyer: { ...buyer, electronicAddress: null } }),
      ['buyer.electronicAddress'],
    ],
    ['no reference', 'nl', () => ({ reference: null }), ['buyer.reference']],
    ['an order reference instead', 'nl', () => ({ reference: null, orderReference: 'PO' }), []],
    [
      'an order reference, which is not enough in Germany',
      'de',
      () => ({ reference: null, orderReference: 'PO' }),
      ['buyer.reference'],
    ],
    [
      'no street for a Dutch buyer',
      'nl',
      ({ buyer }) => ({ buyer: { ...buyer, address: null } }),
      ['buyer.address'],
    ],
    [
      'a company number of no register',
      'nl',
      ({ buyer }) => ({ buyer: { ...buyer, companyNumber: 'X1' } }),
      ['buyer.companyNumber'],
    ],
    ['no account', 'nl', ({ seller }) => ({ seller: { ...seller, iban: null } }), ['seller.iban']],
    [
      'no contact, between German parties',
      'de',
      ({ seller }) => ({ seller: { ...seller, phone: null } }),
      ['seller.contact'],
    ],
    [
      'a seller in a country without verified rules',
      'nl',
      ({ seller }) => ({ seller: { ...seller, country: 'IT' } }),
      ['seller.country'],
    ],
  ]
  test.each(cases)('%s', (_what, of, change, missing) => {
    expect(peppolMissing({ ...facts[of], ...change(facts[of]) })).toEqual(missing)
  })
})

import { describe, expect, test } from 'vitest'
import { create } from 'xmlbuilder2'
import { createXml } from '../../../src/adapters/xml/xml.ts'
import { ublOf } from '../../../src/core/features/billing/electronic/ubl.ts'
import { allInvoiceTexts, invoiceLanguage } from '../../../src/core/features/billing/invoice-words.ts'
import type { InvoiceRow } from '../../../src/core/model/billing.ts'
import type { XmlElement } from '../../../src/core/ports/xml.ts'
import { nameSeller, operate, pay } from '../../support/billing.ts'
import { line, sampleInvoice } from '../../support/invoices.ts'
import { createTestShop } from '../../support/shop.ts'

const textsIn = await allInvoiceTexts()
const ubl = (invoice: InvoiceRow, original?: InvoiceRow) =>
  ublOf(textsIn(invoiceLanguage(invoice)), invoice, original)

/** Returns all elements of a path below an element. */
const all = (element: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children = [] }) => children.filter((child) => child.name.slice(4) === name)),
      [element],
    )
const textOf = (element: XmlElement, path: string) => all(element, path)[0]?.text
const cents = (element: XmlElement, path: string): number => {
  const text = textOf(element, path) ?? '0.00'
  expect(text).toMatch(/^-?\d+\.\d\d$/)
  return Math.round(Number(text) * 100)
}

const german = {
  ...sampleInvoice().buyer,
  name: 'Käse GmbH',
  country: 'DE',
  vatNumber: 'DE123456789',
  companyNumber: 'HRB 1',
}
const swiss = { ...german, name: 'Käse AG', country: 'CH', vatNumber: 'CHE123456788' }
const untaxed = { vatRate: 0, vatCents: 0, totalCents: 256_700 }

const cases: [what: string, invoice: Partial<InvoiceRow>, category: string][] = [
  ['a monthly invoice', {}, 'S'],
  ['a top-up, paid at issue', { source: 'TOP_UP', status: 'PAID', paidCents: 310_607 }, 'S'],
  [
    'a credit note',
    { kind: 'CREDIT_NOTE', source: 'CREDIT', number: 'CN2026-000001', reason: 'Misprint' },
    'S',
  ],
  ['a reverse charge', { vatTreatment: 'EU_REVERSE_CHARGE', buyer: german, ...untaxed }, 'AE'],
  [
    'a credit note with reverse charge',
    { kind: 'CREDIT_NOTE', source: 'CREDIT', vatTreatment: 'EU_REVERSE_CHARGE', buyer: german, ...untaxed },
    'AE',
  ],
  ['an invoice to a buyer outside the EU', { vatTreatment: 'NON_EU', buyer: swiss, ...untaxed }, 'O'],
  ['half a cent of VAT', { lines: [line('x', 1, 50)], subtotalCents: 50, vatCents: 11, totalCents: 61 }, 'S'],
]

describe.each(cases)('EN 16931: %s', (_what, changes, category) => {
  const invoice = sampleInvoice(changes)
  const isCredit = invoice.kind === 'CREDIT_NOTE'
  const document = ubl(invoice, isCredit ? sampleInvoice() : undefined)
  const lines = all(document, isCredit ? 'CreditNoteLine' : 'InvoiceLine')
  const total = (name: string) => cents(document, `LegalMonetaryTotal/${name}`)

  test('BR-1 to BR-16: required fields of every document', () => {
    for (const path of [
      'CustomizationID',
      'ID',
      'IssueDate',
      isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode',
      'DocumentCurrencyCode',
      'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName',
      'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName',
      'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode',
      'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode',
    ]) {
      expect(textOf(document, path), path).toBeTruthy()
    }
    expect(textOf(document, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode')).toBe(
      isCredit ? '381' : '380',
    )
    expect(lines.length).toBeGreaterThan(0)
  })

  test('BR-CO-10: the sum of the lines', () => {
    expect(lines.reduce((sum, each) => sum + cents(each, 'LineExtensionAmount'), 0)).toBe(
      total('LineExtensionAmount'),
    )
  })

  test('BR-CO-11 to BR-CO-13: the total without VAT is the sum of the lines; no allowances or charges', () => {
    expect(all(document, 'AllowanceCharge')).toEqual([])
    expect(total('TaxExclusiveAmount')).toBe(total('LineExtensionAmount'))
  })

  test('BR-CO-14: VAT equals its breakdown', () => {
    const parts = all(document, 'TaxTotal/TaxSubtotal').map((each) => cents(each, 'TaxAmount'))
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(cents(document, 'TaxTotal/TaxAmount'))
  })

  test('BR-CO-15: the total with VAT is the sum of both', () => {
    expect(total('TaxInclusiveAmount')).toBe(
      total('TaxExclusiveAmount') + cents(document, 'TaxTotal/TaxAmount'),
    )
  })

  test('BR-CO-16: the amount due is the unpaid amount', () => {
    expect(total('PayableAmount')).toBe(total('TaxInclusiveAmount') - total('PrepaidAmount'))
  })

  test('BR-CO-17: VAT is the rate of the taxable amount, rounded to cents', () => {
    const [part] = all(document, 'TaxTotal/TaxSubtotal')
    const percent = Number(textOf(part!, 'TaxCategory/Percent') ?? 0)
    expect(cents(part!, 'TaxAmount')).toBe(Math.round((cents(part!, 'TaxableAmount') * percent) / 100))
    expect(cents(part!, 'TaxableAmount')).toBe(total('TaxExclusiveAmount'))
  })

  test('BR-CO-25: an amount due has a due date or terms', () => {
    if (total('PayableAmount') > 0) {
      expect(textOf(document, 'DueDate') ?? textOf(document, 'PaymentTerms/Note')).toBeTruthy()
    }
  })

  test('BR-CO-26: the seller is identified', () => {
    const party = 'AccountingSupplierParty/Party'
    const ids = ['PartyIdentification/ID', 'PartyLegalEntity/CompanyID', 'PartyTaxScheme/CompanyID']
    expect(ids.some((path) => textOf(document, `${party}/${path}`))).toBe(true)
  })

  test(`the category of document and lines is ${category}, with its required fields`, () => {
    const [part] = all(document, 'TaxTotal/TaxSubtotal/TaxCategory')
    expect(textOf(part!, 'ID')).toBe(category)
    for (const each of lines) {
      expect(textOf(each, 'Item/ClassifiedTaxCategory/ID')).toBe(category)
      expect(textOf(each, 'Item/ClassifiedTaxCategory/Percent')).toBe(
        category === 'S' ? '21' : category === 'AE' ? '0' : undefined,
      )
    }
    const vatNumbers = ['AccountingSupplierParty', 'AccountingCustomerParty'].map((role) =>
      textOf(document, `${role}/Party/PartyTaxScheme/CompanyID`),
    )
    // EN 16931: BR-S-02, BR-AE-02, BR-O-02; BR-S-10, BR-AE-10, BR-O-10.
    expect(vatNumbers).toEqual(
      { S: ['NL123456789B01', undefined], AE: ['NL123456789B01', 'DE123456789'], O: [undefined, undefined] }[
        category
      ],
    )
    expect(textOf(part!, 'TaxExemptionReasonCode')).toBe(
      { S: undefined, AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }[category],
    )
  })

  test('BR-26, BR-27: prices are not negative; refunds have a negative quantity', () => {
    for (const each of lines) {
      expect(cents(each, 'Price/PriceAmount')).toBeGreaterThanOrEqual(0)
      const quantity = Number(textOf(each, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'))
      expect(quantity * cents(each, 'Price/PriceAmount')).toBe(cents(each, 'LineExtensionAmount'))
    }
  })

  test('no element is empty, and the text is well-formed XML that parses back', async () => {
    const visit = ({ name, text, children }: XmlElement): void => {
      expect(text === undefined ? children?.length : text.length, name).toBeGreaterThan(0)
      for (const child of children ?? []) visit(child)
    }
    visit(document)
    const text = await createXml().write(document)
    const read = create(text).end({ format: 'object' }) as Record<string, Record<string, unknown>>
    const root = read[isCredit ? 'CreditNote' : 'Invoice']!
    expect(root['@xmlns']).toBe(
      `urn:oasis:names:specification:ubl:schema:xsd:${isCredit ? 'CreditNote' : 'Invoice'}-2`,
    )
    expect(root['cbc:ID']).toBe(invoice.number)
  })
})

test('a credit note refers to the credited invoice', () => {
  const note = sampleInvoice({ kind: 'CREDIT_NOTE', source: 'CREDIT' })
  const document = ubl(note, sampleInvoice({ number: '2026-000007', issueDate: '2026-02-01' }))
  const reference = 'BillingReference/InvoiceDocumentReference'
  expect([textOf(document, `${reference}/ID`), textOf(document, `${reference}/IssueDate`)]).toEqual([
    '2026-000007',
    '2026-02-01',
  ])
})

test('XML contains the text without characters that XML does not allow', async () => {
  const text = `<a> & "b" ]]> \u0000\u0008\uFFFF\uD800 Zo\u00eb \u{1F600}`
  const written = await createXml().write({ name: 'x', attributes: { y: text }, text })
  const read = create(written).root().node as unknown as {
    textContent: string
    getAttribute(name: string): string
  }
  const left = `<a> & "b" ]]> \uFFFD Zo\u00eb \u{1F600}`
  expect([read.getAttribute('y'), read.textContent]).toEqual([left, left])
})

describe('GET /billing/invoices/{id}/ubl', () => {
  test('returns the document of an invoice and of a credit note', async () => {
    const shop = await createTestShop()
    await nameSeller(shop)
    const { id, number } = await pay(shop, 12_345)
    const answer = await shop.call('invoices.ubl', { params: { id } })
    expect([answer.status, answer.headers['Content-Type']]).toEqual([200, 'application/xml'])
    const text = new TextDecoder().decode(answer.body)
    expect(text).toContain(`<cbc:ID>${number}</cbc:ID>`)
    expect(text).toContain('<cbc:PayableAmount currencyID="EUR">0.00</cbc:PayableAmount>')
    const note = await operate(shop, 'invoices.credit', { params: { id }, body: { reason: 'x' } })
    const credited = await shop.call('invoices.ubl', { params: { id: note.id } })
    expect(new TextDecoder().decode(credited.body)).toContain('<CreditNote')
  })

  test('is a 409 while no seller is configured', async () => {
    const shop = await createTestShop()
    const { id } = await pay(shop, 100)
    expect((await shop.call('invoices.ubl', { params: { id } })).body).toMatchObject({
      code: 'invalid_state',
    })
  })
})

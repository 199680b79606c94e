import type { InvoiceRow, Party } from '../../../model/billing.ts'
import type { VatTreatment } from '../../../model/organisations.ts'
import type { XmlElement } from '../../../ports/xml.ts'
import { type InvoiceTexts, legalTerms, settlement } from '../invoice-words.ts'
import { registration } from './address.ts'

/** EN 16931 content shared by both syntaxes, so that they agree. */

export const plainNorm = 'urn:cen.eu:en16931:2017'
export const peppolNorm = `${plainNorm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
export const peppolProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** Uses codes of UNCL 1001. */
export const typeCode = ({ kind }: InvoiceRow): string => (kind === 'INVOICE' ? '380' : '381')

/** A category of UNCL 5305, with the reason for an exemption (code list VATEX). */
export interface Category {
  id: 'S' | 'AE' | 'O'
  exemption?: string
}

export const categoryOf = ({ vatTreatment }: { vatTreatment: VatTreatment }): Category => {
  if (vatTreatment === 'EU_REVERSE_CHARGE') return { id: 'AE', exemption: 'VATEX-EU-AE' }
  // Services to a buyer outside the EU are supplied there: out of scope rather than an export of goods (G).
  if (vatTreatment === 'NON_EU') return { id: 'O', exemption: 'VATEX-EU-O' }
  return { id: 'S' }
}

/**
 * If an invoice is not subject to VAT, no party may show a VAT number (BR-O-02 to BR-O-04); the seller's then
 * becomes another identifier, because BR-CO-26 requires one.
 */
export const identifiersOf = (party: Party, isSeller: boolean, category: Category) => {
  const vatless = category.id === 'O'
  return {
    other: vatless && isSeller ? party.vatNumber : null,
    vatNumber: vatless ? null : party.vatNumber,
    registration: party.companyNumber === null ? undefined : registration(party.country, party.companyNumber),
  }
}

/** A transfer to the seller's account (58: SEPA), or none (1). */
export interface Payment {
  code: '58' | '1'
  reference?: string
  iban?: string
  bic?: string | null
}

/** Between German parties a credit note needs a means of payment as well (DE-R-001). */
export const paymentOf = ({ kind, seller, buyer, number }: InvoiceRow): Payment | undefined => {
  if (kind === 'INVOICE' && seller.iban !== null) {
    return { code: '58', reference: number, iban: seller.iban, bic: seller.bic }
  }
  return seller.country === 'DE' && buyer.country === 'DE' ? { code: '1' } : undefined
}

/** Returns the terms of payment; undefined if the due date is sufficient. */
export const termsOf = (texts: InvoiceTexts, invoice: InvoiceRow): string | undefined =>
  invoice.kind === 'CREDIT_NOTE' ? settlement(texts, invoice) : (legalTerms(invoice) ?? undefined)

/** A top-up is invoiced after payment. */
export const prepaidCents = ({ source, totalCents }: InvoiceRow): number =>
  source === 'TOP_UP' ? totalCents : 0

/** `-1234` → `-12.34`. */
export const decimal = (cents: number): string => {
  const absolute = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** An element, unless it is absent: UBL allows no empty elements. */
export type Part = XmlElement | undefined | false

export const present = (parts: readonly Part[]): XmlElement[] =>
  parts.filter((part): part is XmlElement => Boolean(part))

/** Undefined if all children are absent. */
export const group = (name: string, ...parts: readonly Part[]): XmlElement | undefined => {
  const children = present(parts)
  return children.length === 0 ? undefined : { name, children }
}

export type ValueOf = [text: string | null | undefined, attributes?: XmlElement['attributes']]

/** Undefined for an absent value. */
export const textElement = (name: string, ...[text, attributes]: ValueOf): XmlElement | undefined =>
  text === null || text === undefined || text === ''
    ? undefined
    : { name, text, ...(attributes ? { attributes } : {}) }

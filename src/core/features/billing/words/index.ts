import { formatCents } from '../../../kernel/money.ts'
import { dayIn } from '../../../kernel/time.ts'
import type { InvoiceLanguage, InvoiceRow } from '../../../model/billing.ts'
import { sellerCountry } from '../../ledger/vat-countries.ts'
import { de, fr } from './further.ts'
import { en, type InvoiceWords, nl } from './words.ts'

export type { InvoiceWords } from './words.ts'

export const invoiceWords: Readonly<Record<InvoiceLanguage, InvoiceWords>> = { en, nl, de, fr }

/** The words of an invoice's language; English on those of earlier versions. */
export const wordsOf = ({ language }: Pick<InvoiceRow, 'language'>): InvoiceWords =>
  invoiceWords[language ?? 'en']

/** An amount as the language writes it: `1.234,56`. */
export const written = (words: InvoiceWords, cents: number): string => {
  const [thousands, decimal] = words.separators
  return formatCents(cents).replace(/[.,]/g, (mark) => (mark === ',' ? thousands : decimal))
}

/** The title of an invoice or credit note. */
export const titleOf = (invoice: Pick<InvoiceRow, 'kind' | 'language'>): string =>
  wordsOf(invoice)[invoice.kind === 'INVOICE' ? 'invoice' : 'creditNote']

/** The statement that an invoice without VAT must carry (Directive 2006/112/EC, article 226). */
export const vatWording = (
  invoice: Pick<InvoiceRow, 'vatTreatment' | 'language' | 'seller'>,
): string | null => {
  const words = wordsOf(invoice)
  if (invoice.vatTreatment === 'NON_EU') return words.outsideUnion
  if (invoice.vatTreatment !== 'EU_REVERSE_CHARGE') return null
  // Sellers elsewhere get no invoices from here; one of an earlier version was Dutch.
  return words.reverseCharge((sellerCountry(invoice.seller.country) ?? sellerCountry('NL')!).reverseCharge)
}

/** How the invoice is to be paid, or that it is paid. */
export const settlement = (invoice: InvoiceRow): string => {
  const words = wordsOf(invoice)
  const { kind, source, seller, currency, totalCents } = invoice
  if (kind === 'CREDIT_NOTE') return words.settled
  if (source === 'TOP_UP') return words.paidOn(dayIn(seller.timeZone, invoice.createdAt))
  const account = seller.iban === null ? '' : words.toAccount(seller.iban, seller.bic)
  const sum = `${currency} ${written(words, totalCents)}`
  return words.transfer(sum, account, invoice.dueDate, invoice.number)
}

/** What the law of the seller's country wants on an invoice that is still to be paid. */
export const legalTerms = ({ kind, source, seller }: InvoiceRow): string | null =>
  kind === 'INVOICE' && source === 'MONTHLY'
    ? (sellerCountry(seller.country)?.whileUnpaid?.text ?? null)
    : null

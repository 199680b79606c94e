import { Problem } from '../../kernel/errors.ts'
import { formatCents } from '../../kernel/money.ts'
import { dayIn } from '../../kernel/time.ts'
import { languages, type Messages, messagesIn } from '../../messages/invoices.gen.ts'
import type { InvoiceLanguage, InvoiceRow } from '../../model/billing.ts'
import { sellerCountry } from '../ledger/vat.ts'
import { billingProblems } from './sentences.ts'

/** Texts on paper, in electronic form and in mail. Amounts are formatted, dates are `YYYY-MM-DD`. */
export interface InvoiceTexts extends Messages {
  separators: readonly [thousands: string, cents: string]
}

/** Returns the texts of a language. Throws `TextsNotLoaded`. */
export type TextsIn = (language: InvoiceLanguage) => InvoiceTexts

const load = async (language: InvoiceLanguage): Promise<InvoiceTexts> => ({
  ...(await messagesIn(language)),
  separators: separatorsIn(language),
})

/** U+00A0 replaces U+202F, the French separator of thousands, which fewer fonts have. */
const separatorsIn = (language: InvoiceLanguage): InvoiceTexts['separators'] => {
  const parts = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).formatToParts(1_234_567)
  const mark = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)!.value
  return [mark('group').replace('\u202F', '\u00A0'), mark('decimal')]
}

/** A 503. The next attempt loads the texts again; if files of the program were replaced, only a restart helps. */
export class TextsNotLoaded extends Problem {
  constructor(cause: unknown) {
    super(billingProblems.sentence('storage_unavailable.invoice_texts'), {
      private: String(cause),
      cause,
      headers: { 'Retry-After': '5' },
    })
  }
}

/**
 * Loads the texts of all languages, for a transaction: it reads the organisation's language, and must wait
 * for nothing but rows. A language that can't be loaded fails only those invoices that need it.
 */
export const allInvoiceTexts = async (): Promise<TextsIn> => {
  const names = Object.keys(languages) as InvoiceLanguage[]
  const outcomes = await Promise.allSettled(names.map(load))
  return (language) => {
    const outcome = outcomes[names.indexOf(language)]!
    if (outcome.status === 'rejected') throw new TextsNotLoaded(outcome.reason)
    return outcome.value
  }
}

/** English for invoices of earlier versions. */
export const invoiceLanguage = ({ language }: Pick<InvoiceRow, 'language'>): InvoiceLanguage =>
  language ?? 'en'

/** Loads the texts of an invoice's language. Throws `TextsNotLoaded`. */
export const textsOf = async (invoice: Pick<InvoiceRow, 'language'>): Promise<InvoiceTexts> => {
  const language = invoiceLanguage(invoice)
  try {
    return await load(language)
  } catch (error) {
    throw new TextsNotLoaded(error)
  }
}

/** `1.234,56`, in the notation of the language. */
export const formatAmount = (texts: InvoiceTexts, cents: number): string => {
  const [thousands, decimal] = texts.separators
  return formatCents(cents).replace(/[.,]/g, (mark) => (mark === ',' ? thousands : decimal))
}

export const titleOf = (texts: InvoiceTexts, { kind }: Pick<InvoiceRow, 'kind'>): string =>
  texts[kind === 'INVOICE' ? 'invoice' : 'creditNote']

/** Returns the name of a zone of the sample catalogue; other zones use their own names. */
export const zoneName = ({ zones }: InvoiceTexts, zone: string): string =>
  Object.hasOwn(zones, zone) ? zones[zone as keyof typeof zones] : zone

/** Returns what an invoice without VAT must state (Directive 2006/112/EC, article 226). */
export const vatStatement = (
  texts: InvoiceTexts,
  { vatTreatment, seller }: Pick<InvoiceRow, 'vatTreatment' | 'seller'>,
): string | null => {
  if (vatTreatment === 'NON_EU') return texts.outsideUnion
  if (vatTreatment !== 'EU_REVERSE_CHARGE') return null
  // Sellers elsewhere can't issue invoices here; those of earlier versions were Dutch.
  const { reverseCharge: law } = (sellerCountry(seller.country) ?? sellerCountry('NL'))!
  return texts.reverseCharge({ law, isOwnTerm: law === texts.reverseChargeTerm })
}

/** Returns how the invoice is to be paid, or that it is paid. */
export const settlement = (texts: InvoiceTexts, invoice: InvoiceRow): string => {
  const { kind, source, seller, currency, totalCents, dueDate: due, number } = invoice
  if (kind === 'CREDIT_NOTE') return texts.settled
  if (source === 'TOP_UP') return texts.paidOn({ date: dayIn(seller.timeZone, invoice.createdAt) })
  const { iban, bic } = seller
  const account = iban === null ? 'none' : bic === null ? 'iban' : 'bic'
  const sum = `${currency} ${formatAmount(texts, totalCents)}`
  return texts.transfer({ sum, account, iban: iban ?? '', bic: bic ?? '', due, number })
}

/** Returns what the law of the seller's country requires on an unpaid invoice. */
export const legalTerms = ({ kind, source, seller }: InvoiceRow): string | null =>
  kind === 'INVOICE' && source === 'MONTHLY'
    ? (sellerCountry(seller.country)?.whileUnpaid?.text ?? null)
    : null

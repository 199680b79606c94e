import { formatCents } from '../../kernel/money.ts'
import { dayIn } from '../../kernel/time.ts'
import type { InvoiceLanguage, InvoiceRow } from '../../model/billing.ts'
import { sellerCountry } from '../ledger/vat.ts'

/** Texts on paper, in electronic form and in mail. Amounts are formatted, dates are `YYYY-MM-DD`. */
export interface InvoiceTexts {
  separators: readonly [thousands: string, cents: string]
  invoice: string
  creditNote: string
  date: string
  due: string
  supplied: string
  period: (from: string, to: string) => string
  takesBack: string
  invoiceOf: (number: string, date: string) => string
  yourVatNumber: string
  yourCompanyNumber: string
  yourReference: string
  yourOrder: string
  vatNumber: (number: string) => string
  companyNumber: (number: string) => string
  description: string
  quantity: string
  unitPrice: string
  vat: string
  amount: string
  subtotal: string
  vatOf: (rate: number, amount: string) => string
  total: (currency: string) => string
  reason: (text: string) => string
  page: (number: number, pages: number) => string
  noSeller: string
  settled: string
  paidOn: (date: string) => string
  transfer: (sum: string, account: string, due: string, number: string) => string
  toAccount: (iban: string, bic: string | null) => string
  /** `law` is the term of the seller's national law. */
  reverseCharge: (law: string) => string
  outsideUnion: string
  topUp: (sum: string) => string
  fromBalance: string
  carriedOver: string
  partOf: (number: string) => string
  notSent: string
  billingGroup: (name: string) => string
  /** Zones of the sample catalogue, by code; other zones use their own names. */
  zones: Readonly<Record<string, string>>
  mailSubject: (title: string, seller: string) => string
  mailText: (title: string, buyer: string, sum: string) => string
  mailPlace: (address: string) => string
}

const bank = (iban: string, bic: string | null): string => (bic === null ? iban : `${iban} (${bic})`)

const en: InvoiceTexts = {
  separators: [',', '.'],
  invoice: 'Invoice',
  creditNote: 'Credit note',
  date: 'Date',
  due: 'Due',
  supplied: 'Supplied',
  period: (from, to) => `${from} to ${to}`,
  takesBack: 'Takes back',
  invoiceOf: (number, date) => `Invoice ${number} of ${date}`,
  yourVatNumber: 'Your VAT no.',
  yourCompanyNumber: 'Your company no.',
  yourReference: 'Your reference',
  yourOrder: 'Your order',
  vatNumber: (number) => `VAT no. ${number}`,
  companyNumber: (number) => `Company no. ${number}`,
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  vat: 'VAT',
  amount: 'Amount',
  subtotal: 'Subtotal without VAT',
  vatOf: (rate, amount) => `VAT ${rate}% of ${amount}`,
  total: (currency) => `Total ${currency}`,
  reason: (text) => `Reason: ${text}`,
  page: (number, pages) => `Page ${number} of ${pages}`,
  noSeller: 'Not a tax document: no seller is configured on this server yet.',
  settled: 'Set against what is open; what was paid is paid back.',
  paidOn: (date) => `Paid on ${date}. Nothing is to be paid.`,
  transfer: (sum, account, due, number) => `Please transfer ${sum}${account} by ${due}, naming ${number}.`,
  toAccount: (iban, bic) => ` to ${bank(iban, bic)}`,
  reverseCharge: (law) =>
    `Reverse charge (${law}): VAT is due by the recipient, articles 44 and 196 of Directive 2006/112/EC.`,
  outsideUnion:
    'Outside the scope of EU VAT: supplied outside the European Union, article 44 of Directive 2006/112/EC.',
  topUp: (sum) => `Balance top-up of ${sum}`,
  fromBalance: 'Paid from the balance',
  carriedOver: 'Carried over from the balance',
  partOf: (number) => `Part of invoice ${number}`,
  notSent: 'not sent',
  billingGroup: (name) => `Cost centre: ${name}`,
  zones: { domestic: 'domestic', europe: 'europe', world: 'world' },
  mailSubject: (title, seller) => `${title} of ${seller}`,
  mailText: (title, buyer, sum) => `${title} for ${buyer}: ${sum} with VAT.`,
  mailPlace: (address) => `The PDF is in the portal, under billing: ${address}`,
}

const nl: InvoiceTexts = {
  separators: ['.', ','],
  invoice: 'Factuur',
  creditNote: 'Creditnota',
  date: 'Datum',
  due: 'Vervalt op',
  supplied: 'Geleverd',
  period: (from, to) => `${from} tot en met ${to}`,
  takesBack: 'Corrigeert',
  invoiceOf: (number, date) => `Factuur ${number} van ${date}`,
  yourVatNumber: 'Uw btw-nummer',
  yourCompanyNumber: 'Uw KvK-nummer',
  yourReference: 'Uw referentie',
  yourOrder: 'Uw order',
  vatNumber: (number) => `Btw-nr. ${number}`,
  companyNumber: (number) => `Handelsregister ${number}`,
  description: 'Omschrijving',
  quantity: 'Aantal',
  unitPrice: 'Stukprijs',
  vat: 'Btw',
  amount: 'Bedrag',
  subtotal: 'Subtotaal zonder btw',
  vatOf: (rate, amount) => `Btw ${rate}% over ${amount}`,
  total: (currency) => `Totaal ${currency}`,
  reason: (text) => `Reden: ${text}`,
  page: (number, pages) => `Pagina ${number} van ${pages}`,
  noSeller: 'Geen fiscaal document: de beheerder van deze server heeft nog niet gezegd wie factureert.',
  settled: 'Wordt verrekend met wat openstaat; wat betaald was, wordt terugbetaald.',
  paidOn: (date) => `Betaald op ${date}. U hoeft niets te betalen.`,
  transfer: (sum, account, due, number) =>
    `Wij verzoeken u ${sum} uiterlijk ${due} over te maken${account}, onder vermelding van ${number}.`,
  toAccount: (iban, bic) => ` naar ${bank(iban, bic)}`,
  reverseCharge: (law) =>
    `Btw verlegd (${law}): de btw is verschuldigd door de afnemer, artikelen 44 en 196 van Richtlijn 2006/112/EG.`,
  outsideUnion:
    'Buiten de heffing van btw: verricht buiten de Europese Unie, artikel 44 van Richtlijn 2006/112/EG.',
  topUp: (sum) => `Opwaardering van het saldo met ${sum}`,
  fromBalance: 'Betaald uit het saldo',
  carriedOver: 'Overgenomen van het saldo',
  partOf: (number) => `Deel van factuur ${number}`,
  notSent: 'niet verzonden',
  billingGroup: (name) => `Kostenplaats: ${name}`,
  zones: { domestic: 'binnenland', europe: 'Europa', world: 'wereld' },
  mailSubject: (title, seller) => `${title} van ${seller}`,
  mailText: (title, buyer, sum) => `${title} voor ${buyer}: ${sum} met btw.`,
  mailPlace: (address) => `De pdf staat in het portaal, bij Saldo: ${address}`,
}

const furtherBank = (iban: string, bic: string | null): string => (bic === null ? iban : `${iban} (${bic})`)

const de: InvoiceTexts = {
  separators: ['.', ','],
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  date: 'Datum',
  due: 'Fällig am',
  supplied: 'Leistungszeit',
  period: (from, to) => `${from} bis ${to}`,
  takesBack: 'Berichtigt',
  invoiceOf: (number, date) => `Rechnung ${number} vom ${date}`,
  yourVatNumber: 'Ihre USt-IdNr.',
  yourCompanyNumber: 'Ihre Registernr.',
  yourReference: 'Ihre Referenz',
  yourOrder: 'Ihre Bestellung',
  vatNumber: (number) => `USt-IdNr. ${number}`,
  companyNumber: (number) => `Registernr. ${number}`,
  description: 'Bezeichnung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  vat: 'USt.',
  amount: 'Betrag',
  subtotal: 'Zwischensumme ohne USt.',
  vatOf: (rate, amount) => `USt. ${rate} % von ${amount}`,
  total: (currency) => `Gesamtbetrag ${currency}`,
  reason: (text) => `Grund: ${text}`,
  page: (number, pages) => `Seite ${number} von ${pages}`,
  noSeller:
    'Keine Rechnung im Sinne des Steuerrechts: Der Betreiber hat noch nicht angegeben, wer sie stellt.',
  settled: 'Wird mit offenen Beträgen verrechnet; was bezahlt war, wird zurückgezahlt.',
  paidOn: (date) => `Bezahlt am ${date}. Es ist nichts zu zahlen.`,
  transfer: (sum, account, due, number) =>
    `Bitte überweisen Sie ${sum} bis zum ${due}${account}; Verwendungszweck: ${number}.`,
  toAccount: (iban, bic) => ` auf ${furtherBank(iban, bic)}`,
  reverseCharge: (law) =>
    `Steuerschuldnerschaft des Leistungsempfängers${
      law === 'Steuerschuldnerschaft des Leistungsempfängers' ? '' : ` (${law})`
    }: Artikel 44 und 196 der Richtlinie 2006/112/EG.`,
  outsideUnion:
    'Nicht steuerbar: außerhalb der Europäischen Union erbracht, Artikel 44 der Richtlinie 2006/112/EG.',
  topUp: (sum) => `Aufladung des Guthabens um ${sum}`,
  fromBalance: 'Aus dem Guthaben bezahlt',
  carriedOver: 'Übertrag vom Guthaben',
  partOf: (number) => `Teil der Rechnung ${number}`,
  notSent: 'nicht versandt',
  billingGroup: (name) => `Kostenstelle: ${name}`,
  zones: { domestic: 'Inland', europe: 'Europa', world: 'Welt' },
  mailSubject: (title, seller) => `${title} von ${seller}`,
  mailText: (title, buyer, sum) => `${title} für ${buyer}: ${sum} mit USt.`,
  mailPlace: (address) => `Das PDF steht im Portal unter Guthaben: ${address}`,
}

const fr: InvoiceTexts = {
  separators: ['\u00A0', ','],
  invoice: 'Facture',
  creditNote: 'Avoir',
  date: 'Date',
  due: 'Échéance',
  supplied: 'Prestation',
  period: (from, to) => `du ${from} au ${to}`,
  takesBack: 'Annule',
  invoiceOf: (number, date) => `Facture ${number} du ${date}`,
  yourVatNumber: 'Votre n° TVA',
  yourCompanyNumber: 'Votre n° registre',
  yourReference: 'Votre référence',
  yourOrder: 'Votre commande',
  vatNumber: (number) => `N° TVA ${number}`,
  companyNumber: (number) => `N° au registre ${number}`,
  description: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  vat: 'TVA',
  amount: 'Montant',
  subtotal: 'Total hors TVA',
  vatOf: (rate, amount) => `TVA ${rate} % sur ${amount}`,
  total: (currency) => `Total TTC ${currency}`,
  reason: (text) => `Motif : ${text}`,
  page: (number, pages) => `Page ${number} sur ${pages}`,
  noSeller: 'Sans valeur fiscale : l’exploitant de ce serveur n’a pas encore indiqué qui facture.',
  settled: 'Imputé sur ce qui reste dû ; ce qui a été payé est remboursé.',
  paidOn: (date) => `Payé le ${date}. Il n’y a rien à payer.`,
  transfer: (sum, account, due, number) =>
    `Veuillez virer ${sum}${account} au plus tard le ${due}, en rappelant ${number}.`,
  toAccount: (iban, bic) => ` sur ${furtherBank(iban, bic)}`,
  reverseCharge: (law) =>
    `Autoliquidation${law === 'Autoliquidation' ? '' : ` (${law})`} : la TVA est due par le preneur, articles 44 et 196 de la directive 2006/112/CE.`,
  outsideUnion:
    'Hors du champ de la TVA : prestation fournie hors de l’Union européenne, article 44 de la directive 2006/112/CE.',
  topUp: (sum) => `Approvisionnement du solde de ${sum}`,
  fromBalance: 'Payé sur le solde',
  carriedOver: 'Report du solde',
  partOf: (number) => `Partie de la facture ${number}`,
  notSent: 'non envoyé',
  billingGroup: (name) => `Centre de coûts : ${name}`,
  zones: { domestic: 'national', europe: 'Europe', world: 'monde' },
  mailSubject: (title, seller) => `${title} de ${seller}`,
  mailText: (title, buyer, sum) => `${title} pour ${buyer} : ${sum} TTC.`,
  mailPlace: (address) => `Le PDF est sur le portail, sous Solde : ${address}`,
}

export const invoiceTexts: Readonly<Record<InvoiceLanguage, InvoiceTexts>> = { en, nl, de, fr }

/** English for invoices of earlier versions. */
export const textsOf = ({ language }: Pick<InvoiceRow, 'language'>): InvoiceTexts =>
  invoiceTexts[language ?? 'en']

/** `1.234,56`, in the notation of the language. */
export const formatAmount = (texts: InvoiceTexts, cents: number): string => {
  const [thousands, decimal] = texts.separators
  return formatCents(cents).replace(/[.,]/g, (mark) => (mark === ',' ? thousands : decimal))
}

export const titleOf = (invoice: Pick<InvoiceRow, 'kind' | 'language'>): string =>
  textsOf(invoice)[invoice.kind === 'INVOICE' ? 'invoice' : 'creditNote']

/** Returns what an invoice without VAT must state (Directive 2006/112/EC, article 226). */
export const vatStatement = (
  invoice: Pick<InvoiceRow, 'vatTreatment' | 'language' | 'seller'>,
): string | null => {
  const texts = textsOf(invoice)
  if (invoice.vatTreatment === 'NON_EU') return texts.outsideUnion
  if (invoice.vatTreatment !== 'EU_REVERSE_CHARGE') return null
  // Sellers elsewhere can't issue invoices here; those of earlier versions were Dutch.
  return texts.reverseCharge((sellerCountry(invoice.seller.country) ?? sellerCountry('NL')!).reverseCharge)
}

/** Returns how the invoice is to be paid, or that it is paid. */
export const settlement = (invoice: InvoiceRow): string => {
  const texts = textsOf(invoice)
  const { kind, source, seller, currency, totalCents } = invoice
  if (kind === 'CREDIT_NOTE') return texts.settled
  if (source === 'TOP_UP') return texts.paidOn(dayIn(seller.timeZone, invoice.createdAt))
  const account = seller.iban === null ? '' : texts.toAccount(seller.iban, seller.bic)
  const sum = `${currency} ${formatAmount(texts, totalCents)}`
  return texts.transfer(sum, account, invoice.dueDate, invoice.number)
}

/** Returns what the law of the seller's country requires on an unpaid invoice. */
export const legalTerms = ({ kind, source, seller }: InvoiceRow): string | null =>
  kind === 'INVOICE' && source === 'MONTHLY'
    ? (sellerCountry(seller.country)?.whileUnpaid?.text ?? null)
    : null

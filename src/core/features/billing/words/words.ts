/**
 * Everything that an invoice says in words of ours: on paper, in its lines, in its electronic form and in the
 * mail about it. Amounts come written, dates as `YYYY-MM-DD`.
 */
export interface InvoiceWords {
  /** What stands between thousands, and before cents. */
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
  /** `law` is what the law of the seller's country calls it. */
  reverseCharge: (law: string) => string
  outsideUnion: string
  topUp: (sum: string) => string
  fromBalance: string
  carriedOver: string
  partOf: (number: string) => string
  notSent: string
  /** The cost centre of a line. */
  billingGroup: (name: string) => string
  /** The zones of the sample catalogue by code; others are called by theirs. */
  zones: Readonly<Record<string, string>>
  mailSubject: (title: string, seller: string) => string
  mailText: (title: string, buyer: string, sum: string) => string
  mailPlace: (address: string) => string
}

const bank = (iban: string, bic: string | null): string => (bic === null ? iban : `${iban} (${bic})`)

export const en: InvoiceWords = {
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
  noSeller: 'Not a tax document: the operator of this server has not said yet who invoices.',
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

export const nl: InvoiceWords = {
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

import type { InvoiceLanguage, InvoiceRow, Party, Seller } from '../../src/core/model/billing.ts'
import type { VatTreatment } from '../../src/core/model/organisations.ts'
import { address, line, sampleInvoice } from './invoices.ts'

interface Shop {
  language: InvoiceLanguage
  treatment: VatTreatment
  rate: number
  seller: Seller
  /** A customer in the same country, and one in another country of the EU. */
  home: Party
  abroad: Party
}

const buyer = (party: Pick<Party, 'name' | 'address' | 'country'> & Partial<Party>): Party => ({
  vatNumber: null,
  companyNumber: null,
  email: 'ap@buyer.example',
  ...party,
})

const amsterdam = buyer({
  name: 'Kaas & Co <Noord> B.V.',
  address: address('Damrak', '12', '1012 LG', 'Amsterdam', 'NL'),
  country: 'NL',
  vatNumber: 'NL987654321B01',
  companyNumber: '87654321',
  electronicAddress: '0106:87654321',
})
const berlin = buyer({
  name: 'Käse GmbH',
  address: address('Unter den Linden', '77', '10117', 'Berlin', 'DE'),
  country: 'DE',
  vatNumber: 'DE123456789',
  companyNumber: 'HRB 1',
  electronicAddress: '9930:DE123456789',
})
const brussels = buyer({
  name: 'Kaas NV',
  address: address('Wetstraat', '16', '1000', 'Brussel', 'BE'),
  country: 'BE',
  vatNumber: 'BE0403170701',
  companyNumber: '0403.170.701',
  electronicAddress: '0208:0403170701',
})
const vienna = buyer({
  name: 'Käse Wien GmbH',
  address: address('Ring', '1', '1010', 'Wien', 'AT'),
  country: 'AT',
  vatNumber: 'ATU12345678',
  electronicAddress: '9914:ATU12345678',
})
const lyon = buyer({
  name: 'Fromages SARL',
  address: address('Rue de la République', '3', '69001', 'Lyon', 'FR'),
  country: 'FR',
  vatNumber: 'FR12345678901',
  companyNumber: '345 678 901',
  electronicAddress: '0009:34567890100012',
})
const zurich = buyer({
  name: 'Käse AG',
  address: address('Bahnhofstrasse', '1', '8001', 'Zürich', 'CH'),
  country: 'CH',
  vatNumber: 'CHE123456788',
  electronicAddress: '0088:7300010000001',
})

const sellerAs = (party: Party, iban: string, legalNote: string | null): Seller => ({
  ...party,
  name: `Lettershop of ${party.address?.city}`,
  email: 'invoices@lettershop.example',
  iban,
  bic: null,
  timeZone: 'Europe/Amsterdam',
  contactName: 'Ada de Vries',
  phone: '+31 20 123 45 67',
  legalNote,
})

/** One shop for each country in which sellers can issue invoices. */
export const shops: readonly Shop[] = [
  {
    language: 'nl',
    treatment: 'NL_STANDARD',
    rate: 21,
    seller: sellerAs(amsterdam, 'NL91ABNA0417164300', null),
    home: { ...amsterdam, vatNumber: null },
    abroad: berlin,
  },
  {
    language: 'nl',
    treatment: 'BE_STANDARD',
    rate: 21,
    seller: sellerAs(brussels, 'BE68539007547034', 'RPR Brussel'),
    home: brussels,
    abroad: lyon,
  },
  {
    language: 'de',
    treatment: 'DE_STANDARD',
    rate: 19,
    seller: sellerAs(berlin, 'DE89370400440532013000', 'Geschäftsführerin: Ada de Vries'),
    home: berlin,
    abroad: amsterdam,
  },
  {
    language: 'de',
    treatment: 'AT_STANDARD',
    rate: 20,
    seller: sellerAs(vienna, 'AT611904300234573201', null),
    home: vienna,
    abroad: brussels,
  },
  {
    language: 'fr',
    treatment: 'FR_STANDARD',
    rate: 20,
    seller: sellerAs(lyon, 'FR1420041010050500013M02606', 'SAS au capital de 10 000 €, RCS Lyon 345 678 901'),
    home: lyon,
    abroad: amsterdam,
  },
]

export interface InvoiceKind {
  what: string
  invoice: InvoiceRow
  original: InvoiceRow | undefined
}

/**
 * Lines of a monthly invoice: pieces with and without a billing group, pieces not sent, the prepaid amount.
 */
const lines = (rate: number) => [
  line('Postcard A6, domestic', 2_500, 89, rate),
  { ...line('Postcard A6, domestic', 120, 89, rate), billingGroup: 'Marketing & Sales <EU>' },
  { ...line('Postcard A6, domestic', 1, 89, rate), billingGroup: 'Ø'.repeat(64) },
  line('Window letter C5, world', 300, 199, rate),
  line('Postcard A6, domestic, not sent (2026-02)', -2, 89, rate),
  line('Paid from the balance', -1, 25_500, rate),
]

const summed = (invoiceLines: InvoiceRow['lines'], vatRate: number) => {
  const subtotalCents = invoiceLines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const vatCents = Math.floor((subtotalCents * vatRate + 50) / 100)
  return { lines: invoiceLines, vatRate, subtotalCents, vatCents, totalCents: subtotalCents + vatCents }
}

const paid = { source: 'TOP_UP', status: 'PAID', periodFrom: null, periodTo: null } as const

const kindsOf = ({ language, treatment, rate, seller, home, abroad }: Shop): InvoiceKind[] => {
  const vat = { treatment, buyer: home, rate }
  const charged: [string, { treatment: VatTreatment; buyer: Party; rate: number }][] = [
    ['at the standard rate', vat],
    ['with a reverse charge', { treatment: 'EU_REVERSE_CHARGE', buyer: abroad, rate: 0 }],
    ['outside the Union', { treatment: 'NON_EU', buyer: zurich, rate: 0 }],
  ]
  return charged.flatMap(([how, { treatment: vatTreatment, buyer: to, rate: vatRate }]) => {
    const common = { language, seller, vatTreatment, buyer: to, orderReference: 'PO-2026/7' }
    const month = sampleInvoice({ ...common, ...summed(lines(vatRate), vatRate) })
    const topUp = sampleInvoice({ ...common, ...paid, ...summed([line('Top-up', 1, 50, vatRate)], vatRate) })
    const note = (of: InvoiceRow, changes: Partial<InvoiceRow> = {}) =>
      sampleInvoice({
        ...of,
        kind: 'CREDIT_NOTE',
        source: 'CREDIT',
        number: 'CN2026-000001',
        reason: 'Misprint',
        ...changes,
      })
    return [
      { what: `a month ${how}`, invoice: month, original: undefined },
      { what: `a top-up ${how}`, invoice: topUp, original: undefined },
      { what: `a credit note of a month ${how}`, invoice: note(month), original: month },
      {
        what: `a credit note of a part ${how}`,
        invoice: note(
          month,
          summed(
            [{ ...line(`Part of invoice ${month.number}`, 1, 333, vatRate), billingGroup: 'Marketing' }],
            vatRate,
          ),
        ),
        original: month,
      },
      { what: `a credit note of a top-up ${how}`, invoice: note(topUp), original: topUp },
    ]
  })
}

/** Returns the document without the fields that the seller and the buyer may leave empty. */
const bare = ({ what, invoice, original }: InvoiceKind): InvoiceKind => {
  const plain = (row: InvoiceRow): InvoiceRow => ({
    ...row,
    reference: null,
    orderReference: null,
    buyer: {
      name: row.buyer.name,
      country: row.buyer.country,
      address: null,
      email: null,
      companyNumber: null,
      vatNumber: row.vatTreatment === 'EU_REVERSE_CHARGE' ? row.buyer.vatNumber : null,
    },
    seller: {
      ...row.seller,
      electronicAddress: null,
      contactName: null,
      phone: null,
      legalNote: null,
      iban: null,
      companyNumber: null,
      email: null,
    },
  })
  return {
    what: `${what}, with the least that can be set`,
    invoice: plain(invoice),
    original: original && plain(original),
  }
}

/** Every kind of document that each shop can issue, once with all fields and once with the fewest. */
export const invoiceKinds: readonly InvoiceKind[] = shops.flatMap((shop) =>
  kindsOf(shop).flatMap((kind) => {
    const named = { ...kind, what: `${shop.seller.country}: ${kind.what}` }
    return [named, bare(named)]
  }),
)

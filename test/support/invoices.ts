import type { InvoiceRow } from '../../src/core/model/billing.ts'

const party = {
  companyNumber: null,
  email: null,
  vatNumber: null,
}

/** Returns an issued monthly invoice of 2,800 pieces. */
export const sampleInvoice = (changes: Partial<InvoiceRow> = {}): InvoiceRow => ({
  id: 'inv_01JGFJJZ00SAMPLE00000000001',
  organisationId: 'org_1',
  number: '2026-000042',
  kind: 'INVOICE',
  source: 'MONTHLY',
  status: 'ISSUED',
  issueDate: '2026-04-01',
  dueDate: '2026-04-15',
  periodFrom: '2026-03-01',
  periodTo: '2026-03-31',
  currency: 'EUR',
  vatTreatment: 'NL_STANDARD',
  vatRate: 21,
  subtotalCents: 256_700,
  vatCents: 53_907,
  totalCents: 310_607,
  paidCents: 0,
  paidAt: null,
  sentAt: null,
  creditNoteOfInvoiceId: null,
  reason: null,
  paymentId: null,
  hasPdf: false,
  lines: [
    line('Postcard A6, domestic', 2_500, 89),
    line('Window letter C5, world', 300, 199),
    line('Paid from the balance', -1, 25_500),
  ],
  seller: {
    ...party,
    name: 'Lettershop Amsterdam B.V.',
    address: address('Keizersgracht', '1', '1015 CC', 'Amsterdam', 'NL'),
    country: 'NL',
    vatNumber: 'NL123456789B01',
    companyNumber: '12345678',
    email: 'invoices@lettershop.example',
    iban: 'NL91ABNA0417164300',
    bic: null,
    timeZone: 'Europe/Amsterdam',
  },
  buyer: {
    ...party,
    name: 'Kaas & Co <Noord> B.V.',
    address: address('Damrak', '12', '1012 LG', 'Amsterdam', 'NL'),
    country: 'NL',
  },
  reference: 'PO 7',
  orderReference: null,
  language: 'en',
  payments: [],
  creditedNetCents: 0,
  creditedCents: 0,
  createdAt: Date.parse('2026-04-01T01:00:00Z'),
  ...changes,
})

export const line = (description: string, quantity: number, unitPriceCents: number, vatRate = 21) => ({
  description,
  quantity,
  unitPriceCents,
  vatRate,
  amountCents: quantity * unitPriceCents,
  productSpecificationId: null,
  zone: null,
})

export const address = (
  street: string,
  houseNumber: string,
  postalCode: string,
  city: string,
  country: string,
) => ({ street, houseNumber, postalCode, city, country })

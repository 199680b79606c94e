import { toDateTime } from '../time.ts'
import type { Organisation } from './schema.ts'
import type { OrganisationRow, VatTreatment } from './store.ts'

export const toWire = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  status: row.status,
  country: row.country,
  timeZone: row.timeZone,
  billingMode: row.billingMode,
  vatTreatment: row.vatTreatment,
  addressRetentionDays: row.addressRetentionDays,
  pdfRetentionDays: row.pdfRetentionDays,
  keepScanAddresses: row.keepScanAddresses,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** How invoices to a business in this country are taxed, seen from the Netherlands (SPEC "Invoice"). */
export const vatTreatmentOf = (country: string): VatTreatment =>
  country === 'NL' ? 'NL_STANDARD' : euCountries.has(country) ? 'EU_REVERSE_CHARGE' : 'NON_EU'

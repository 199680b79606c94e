import { toDateTime } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Organisation } from './schema.ts'

export const toWire = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  status: row.status,
  suspensionReason: row.suspensionReason,
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

import { maxCsvItems } from '../analytics/items-csv.ts'
import { defaultDays, maxDays } from '../analytics/schema.ts'
import { maxCreditLines } from '../billing/schema.ts'
import { maxPaymentTermDays } from '../billing/settings-schema.ts'
import { maxOpenTopUps } from '../billing/top-up-request.ts'
import { idempotencyMs, maxKeyLength } from '../idempotency/idempotency.ts'
import { importLimits } from '../imports/limits.ts'
import { maxParameters } from '../input.ts'
import { itemLimits } from '../items/limits.ts'
import { limits as listLimits } from '../list/fields.ts'
import { maxAmountCents, maxBalanceCents } from '../money.ts'
import type { Services } from '../services.ts'
import { hourMs } from '../time.ts'
import { maxEndpoints } from '../webhooks/endpoint.ts'
import { maxConsecutiveExhausted } from '../webhooks/finish.ts'

/** SPEC "Limits" and those that this document adds, from the rules that enforce them. */
export const publishedLimits = (
  services: Services,
): readonly (readonly [name: string, value: number, unit: string])[] => [
  ['queryParameters', maxParameters, 'parameters'],
  ['pageSize', listLimits.pageSize, 'rows'],
  ['pageSizeDefault', listLimits.defaultPageSize, 'rows'],
  ['filterValues', listLimits.inValues, 'values'],
  ['analyticsDays', maxDays, 'days'],
  ['analyticsDaysDefault', defaultDays, 'days'],
  ['analyticsCsvItems', maxCsvItems, 'rows'],
  ['amount', maxAmountCents, 'cents'],
  ['balance', maxBalanceCents, 'cents'],
  ['openTopUps', maxOpenTopUps, 'top-ups'],
  ['paymentTerm', maxPaymentTermDays, 'days'],
  ['creditNoteLines', maxCreditLines, 'lines'],
  ['webhookEndpoints', maxEndpoints, 'endpoints'],
  ['webhookExhaustedInARow', maxConsecutiveExhausted, 'events'],
  ['eventRetention', services.config.eventRetentionDays, 'days'],
  ['idempotencyKeyLength', maxKeyLength, 'characters'],
  ['idempotencyRetention', idempotencyMs / hourMs, 'hours'],
  ['importRows', importLimits.rows, 'rows'],
  ['mappedFields', importLimits.mappedFields, 'fields'],
  ['mappingPresets', importLimits.presets, 'presets'],
  ['bulkItems', itemLimits.bulkItems, 'items'],
  ['itemDataFields', itemLimits.dataFields, 'fields'],
  ['itemDataValueLength', itemLimits.dataValueLength, 'characters'],
  ['itemMetadataEntries', itemLimits.metadataEntries, 'entries'],
  ['itemReferenceLength', itemLimits.referenceLength, 'characters'],
]

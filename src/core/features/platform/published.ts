import { idempotencyMs, maxKeyLength } from '../../engine/idempotency/idempotency.ts'
import { maxParameters } from '../../engine/input.ts'
import { limits as listLimits } from '../../engine/list/fields.ts'
import type { Services } from '../../engine/services.ts'
import { maxAmountCents, maxBalanceCents } from '../../kernel/money.ts'
import { rateClasses } from '../../kernel/rate-classes.ts'
import { hourMs } from '../../kernel/time.ts'
import {
  invoiceKinds,
  invoiceSources,
  invoiceStatuses,
  ledgerKinds,
  topUpStatuses,
} from '../../model/billing.ts'
import { exportFormats, exportKinds, exportStatuses } from '../../model/exports.ts'
import { importStatuses } from '../../model/imports.ts'
import { itemActionKinds, itemActionStatuses } from '../../model/item-actions.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { heldReasons, itemStatuses } from '../../model/items.ts'
import { importLimits } from '../../model/mapping.ts'
import { billingModes, organisationStatuses, vatTreatments } from '../../model/organisations.ts'
import { postbatchStatuses } from '../../model/postbatches.ts'
import { postflowStatuses } from '../../model/postflows.ts'
import { callbackEvents, liveFindingCodes, pieceOutcomes, runStatuses } from '../../model/runs.ts'
import { ticketStatuses } from '../../model/support.ts'
import { deliveryKinds, deliveryStatuses, undeliveredReasons } from '../../model/webhooks.ts'
import { maxCsvItems } from '../analytics/items-csv.ts'
import { defaultDays, maxDays } from '../analytics/schema.ts'
import { maxCreditLines } from '../billing/schema.ts'
import { maxPaymentTermDays } from '../billing/settings-schema.ts'
import { maxOpenTopUps } from '../billing/top-ups.ts'
import { maxConsecutiveExhausted } from '../webhooks/delivery/finish.ts'
import { maxEndpoints } from '../webhooks/endpoints/endpoint.ts'
import { explainReasons } from '../webhooks/schema.ts'
import { computationFindings, signatureFindings } from '../webhooks/signing/signature-schema.ts'

/** Every closed list of values in the API, by the name of its schema. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  billingMode: billingModes,
  deliveryKind: deliveryKinds,
  deliveryStatus: deliveryStatuses,
  explainReason: explainReasons,
  exportFormat: exportFormats,
  exportKind: exportKinds,
  exportStatus: exportStatuses,
  heldReason: heldReasons,
  invoiceKind: invoiceKinds,
  invoiceSource: invoiceSources,
  invoiceStatus: invoiceStatuses,
  importStatus: importStatuses,
  itemActionKind: itemActionKinds,
  itemActionStatus: itemActionStatuses,
  itemStatus: itemStatuses,
  ledgerKind: ledgerKinds,
  liveFinding: liveFindingCodes,
  mode: ['live', 'test'],
  organisationStatus: organisationStatuses,
  pieceOutcome: Object.keys(pieceOutcomes),
  postbatchStatus: postbatchStatuses,
  postflowStatus: postflowStatuses,
  rateClass: Object.keys(rateClasses),
  runCallbackEvent: callbackEvents,
  runStatus: runStatuses,
  topUpStatus: topUpStatuses,
  signatureFinding: signatureFindings,
  signatureMistake: computationFindings,
  ticketStatus: ticketStatuses,
  undeliveredReason: undeliveredReasons,
  vatTreatment: vatTreatments,
}

/** Returns limits of the API, read from the rules that enforce them. */
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
  ['itemActionItems', itemLimits.actionIds, 'items'],
  ['itemActionItemsByFilters', services.config.itemsByFilters, 'items'],
  ['unfinishedItemActions', itemLimits.unfinishedActions, 'item actions'],
  ['itemActionRetention', itemLimits.actionDays, 'days'],
  ['countedItems', itemLimits.countedItems, 'items'],
  ['itemDataFields', itemLimits.dataFields, 'fields'],
  ['itemDataValueLength', itemLimits.dataValueLength, 'characters'],
  ['itemMetadataEntries', itemLimits.metadataEntries, 'entries'],
  ['itemReferenceLength', itemLimits.referenceLength, 'characters'],
  ['billingGroupLength', itemLimits.billingGroupLength, 'characters'],
  ['billingGroups', itemLimits.billingGroups, 'billing groups'],
]

import { rateClasses } from '../../kernel/rate-limit-classes.ts'
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
import { heldReasons, itemStatuses } from '../../model/items.ts'
import { billingModes, organisationStatuses, vatTreatments } from '../../model/organisations.ts'
import { postbatchStatuses } from '../../model/postbatches.ts'
import { postflowStatuses } from '../../model/postflows.ts'
import { callbackEvents, liveFindingCodes, pieceOutcomes, runStatuses } from '../../model/runs.ts'
import { ticketStatuses } from '../../model/support.ts'
import { deliveryKinds, deliveryStatuses, undeliveredReasons } from '../../model/webhooks.ts'
import { explainReasons } from '../webhooks/explain/explain-texts.ts'
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

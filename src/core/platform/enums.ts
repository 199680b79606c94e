import {
  invoiceKinds,
  invoiceSources,
  invoiceStatuses,
  ledgerKinds,
  topUpStatuses,
} from '../billing/store.ts'
import { exportStatuses } from '../exports/lifecycle.ts'
import { exportFormats, exportKinds } from '../exports/store.ts'
import { importStatuses } from '../imports/lifecycle.ts'
import { heldReasons, itemStatuses } from '../items/lifecycle.ts'
import { billingModes, organisationStatuses, vatTreatments } from '../organisations/store.ts'
import { postbatchStatuses } from '../postbatches/lifecycle.ts'
import { postflowStatuses } from '../postflows/lifecycle.ts'
import { rateClasses } from '../rate-limit/classes.ts'
import { callbackEvents, pieceOutcomes, runStatuses } from '../runs/lifecycle.ts'
import { liveFindingCodes } from '../runs/store.ts'
import { ticketStatuses } from '../support/lifecycle.ts'
import { explainReasons } from '../webhooks/explain-texts.ts'
import { computationFindings, signatureFindings } from '../webhooks/signature-schema.ts'
import { deliveryKinds, deliveryStatuses, undeliveredReasons } from '../webhooks/store.ts'

/** Every closed list of values that programs meet, by the name of what has them. */
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

import { ledgerKinds } from '../billing/store.ts'
import { heldReasons, itemStatuses } from '../items/lifecycle.ts'
import { organisationStatuses, vatTreatments } from '../organisations/store.ts'
import { postflowStatuses } from '../postflows/lifecycle.ts'
import { rateClasses } from '../rate-limit/classes.ts'
import { runStatuses } from '../runs/lifecycle.ts'
import { deliveryKinds, deliveryStatuses } from '../webhooks/store.ts'

/** Every closed list of values that programs meet, by the name of what has them. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  deliveryKind: deliveryKinds,
  deliveryStatus: deliveryStatuses,
  heldReason: heldReasons,
  itemStatus: itemStatuses,
  ledgerKind: ledgerKinds,
  mode: ['live', 'test'],
  organisationStatus: organisationStatuses,
  postflowStatus: postflowStatuses,
  rateClass: Object.keys(rateClasses),
  runStatus: runStatuses,
  vatTreatment: vatTreatments,
}

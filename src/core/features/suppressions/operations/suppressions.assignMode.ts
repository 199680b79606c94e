import { defineOperation } from '../../../engine/operation.ts'
import { changedSuppressionToWire, entryById } from '../entry.ts'
import { keepTermsLive } from '../live-terms.ts'
import { modeInput, suppressionParams, suppressionSchema } from '../schema.ts'

export const assignSuppressionMode = defineOperation({
  id: 'suppressions.assignMode',
  method: 'POST',
  path: '/suppressions/test-entries/{id}/mode',
  summary: 'Decide whether an entry of test mode is a wish of a person',
  description:
    '`isTest: false` makes it live under its id, with its reason: it then suppresses live mail too. `isTest: true` leaves it in test mode. A live entry cannot become one of test mode.',
  permission: 'suppressions.manage',
  audience: 'portal',
  effect: 'write',
  params: suppressionParams,
  body: modeInput,
  output: suppressionSchema,
  errors: ['not_found'],
  async handler({ rows, services, shared, caller }, { params, body }) {
    const scope = { ...shared, mode: 'test' as const }
    const entry = await entryById(rows, scope, params.id)
    // Deleting test data must not lead from a live entry to what is gone.
    const decided = body.isTest
      ? { isUndecided: null }
      : { isUndecided: null, mode: 'live' as const, itemId: null }
    if (!body.isTest) await keepTermsLive(services, rows, entry)
    await rows.suppressions.update(shared, entry.id, decided, { mode: 'test' })
    return changedSuppressionToWire(caller, { ...entry, ...decided })
  },
})

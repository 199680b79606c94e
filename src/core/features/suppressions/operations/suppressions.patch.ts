import { defineOperation } from '../../../engine/operation.ts'
import { problem, validationFailed } from '../../../kernel/errors.ts'
import { changedSuppressionToWire, entryById, entryErrors, newEntry } from '../entry.ts'
import { equalEntries } from '../match.ts'
import { stopsOf } from '../reasons.ts'
import { suppressionParams, suppressionPatch, suppressionSchema } from '../schema.ts'
import { suppressionProblems } from '../sentences.ts'
import { termErrors } from '../terms.ts'

export const patchSuppression = defineOperation({
  id: 'suppressions.patch',
  method: 'PATCH',
  path: '/suppressions/{id}',
  summary: 'Change a suppression entry, or accept a proposed one',
  description:
    'A reason or category chosen before stays allowed after it was archived. Items that were suppressed stay so.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  params: suppressionParams,
  body: suppressionPatch,
  output: suppressionSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ rows, scope, organisation, now, caller }, { params, body }) {
    const present = await entryById(rows, scope, params.id)
    const matchName = body.matchName ?? present.nameKey !== null
    const { reason = present.reason, advertisingCategory = present.advertisingCategory } = body
    const errors = [
      ...(body.matchName ? entryErrors(present.recipient, organisation.country, true) : []),
      ...(await termErrors(rows, scope, {
        reason: reason === present.reason ? undefined : reason,
        advertisingCategory: advertisingCategory === present.advertisingCategory ? null : advertisingCategory,
      })),
    ]
    if (errors.length > 0) throw validationFailed(errors)
    const fields = {
      ...present,
      matchName,
      reason,
      advertisingCategory,
      stops: await stopsOf(rows, scope, reason),
      status: body.status ?? present.status,
    }
    const { id, createdAt, isUndecided, ...changes } = newEntry(present.id, scope, fields, now)
    const changed = { id, createdAt, isUndecided, ...changes }
    // Entries that are equal since the keys changed stay two.
    if (changes.matchKeyV2 !== present.matchKeyV2) {
      const [same] = (await equalEntries(rows, scope, [changed]))(changed).filter((other) => other.id !== id)
      if (same) throw problem(suppressionProblems.say('invalid_state.same_mail', { id: same.id }))
    }
    await rows.suppressions.update(scope, id, changes)
    return changedSuppressionToWire(caller, { ...present, ...changes })
  },
})

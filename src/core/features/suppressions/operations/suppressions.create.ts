import { defineOperation } from '../../../engine/operation.ts'
import { validationFailed } from '../../../kernel/errors.ts'
import { entryErrors, newEntry, putEntry, suppressionToWire } from '../entry.ts'
import { entryFindings } from '../import/remarks.ts'
import { stopsOf } from '../reasons.ts'
import { suppressionInput, suppressionSchema } from '../schema.ts'
import { termErrors } from '../terms.ts'

export const createSuppression = defineOperation({
  id: 'suppressions.create',
  method: 'POST',
  path: '/suppressions',
  summary: 'Put an address on the suppression list',
  description:
    'Items to it are SUPPRESSED, at validation and again at the cutoff of their run. Its reason says whether ' +
    'it stops all mail or advertising only (mail without an advertising category is transactional, and goes). An entry may ' +
    'be narrowed to a name or to one advertising category. Where an entry for the same address, name and category is there already, ' +
    'that one takes the new reason and keeps its id. `findings` has what is doubtful about the values: the entry is made anyway.',
  permission: 'suppressions.manage',
  effect: 'write',
  liveForMembers: true,
  body: suppressionInput,
  output: suppressionSchema,
  status: 201,
  location: '/suppressions/{id}',
  async handler({ rows, scope, services, organisation, now }, { body }) {
    const errors = [
      ...entryErrors(body.recipient, organisation.country, body.matchName),
      ...(await termErrors(rows, scope, body)),
    ]
    if (errors.length > 0) throw validationFailed(errors)
    const stops = await stopsOf(rows, scope, body.reason)
    const fields = { ...body, stops, status: 'ACTIVE' as const, source: 'API' as const, itemId: null }
    const entry = newEntry(services.ids.next('sup'), scope, fields, now)
    const kept = await putEntry(rows, scope, entry, 'anew')
    const { country: originCountry } = organisation
    const findings = entryFindings(body.recipient, { originCountry, matchName: body.matchName })
    return { ...suppressionToWire(kept.entry), findings }
  },
})

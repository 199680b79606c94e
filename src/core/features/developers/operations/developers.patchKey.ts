import { scopesOf } from '../../../engine/access/scopes.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { capChanged } from '../../ledger/spending-caps.ts'
import { assertHolds } from '../../people/granting.ts'
import { assertCapFits, countCappedKeys } from '../key-cap.ts'
import { apiKeyById } from '../key-rows.ts'
import { apiKeyPatch, apiKeySchema, apiKeyToWire } from '../key-schema.ts'

export const patchApiKey = defineOperation({
  id: 'developers.patchKey',
  method: 'PATCH',
  path: '/developers/keys/{id}',
  summary: 'Change an API key’s spending cap',
  description:
    'It counts for the keys that this one took the place of, and for those that take its place. A higher cap, or none, lets items go on that wait for it. Only a caller who may create the key, and so has all of its scopes, may change it.',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The key, `key_…`.'),
  body: apiKeyPatch,
  output: apiKeySchema,
  errors: ['not_found'],
  async handler(context, { params, body }) {
    const { rows, shared, services, caller } = context
    const key = await apiKeyById(rows, shared, params.id)
    const { spendingCapCents = key.spendingCapCents } = body
    assertCapFits(key.mode, spendingCapCents)
    if (spendingCapCents !== key.spendingCapCents) {
      // A caller who could not create the key must not widen what it may spend.
      assertHolds(caller, scopesOf(key))
      const { lineId: apiKeyId } = key
      await rows.apiKeys.updateWhere(shared, { lineId: apiKeyId }, { spendingCapCents })
      await countCappedKeys(context)
      await capChanged(context, shared.organisationId, { apiKeyId, capCents: spendingCapCents })
    }
    return apiKeyToWire({ ...key, spendingCapCents }, services.clock.now())
  },
})

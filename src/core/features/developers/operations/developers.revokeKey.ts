import { markRevoked } from '../../../engine/access/revoke.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { apiKeyById, assertMayEnd } from '../key-rows.ts'
import { apiKeySchema, apiKeyToWire } from '../key-schema.ts'

export const revokeApiKey = defineOperation({
  id: 'developers.revokeKey',
  method: 'POST',
  path: '/developers/keys/{id}/revoke',
  summary: 'Revoke an API key',
  description:
    'From this answer on it is refused. Revoking again changes nothing. One’s own keys, or with `organisation.manage` any.',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'write',
  params: idParams('The key, `key_…`.'),
  output: apiKeySchema,
  errors: ['not_found'],
  async handler({ rows, shared, services, caller }, { params }) {
    const key = await apiKeyById(rows, shared, params.id)
    assertMayEnd(caller, key)
    return apiKeyToWire(await markRevoked(services, rows, key), services.clock.now())
  },
})

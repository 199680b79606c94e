import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { apiKeyById } from '../key-rows.ts'
import { apiKeySchema, apiKeyToWire } from '../key-schema.ts'

export const getApiKey = defineOperation({
  id: 'developers.getKey',
  method: 'GET',
  path: '/developers/keys/{id}',
  summary: 'Get an API key, without its text',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  params: idParams('The key, `key_…`.'),
  output: apiKeySchema,
  errors: ['not_found'],
  async handler({ rows, shared, services }, { params }) {
    return apiKeyToWire(await apiKeyById(rows, shared, params.id), services.clock.now())
  },
})

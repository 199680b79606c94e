import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { apiKeysTable } from '../../../model/api-keys.ts'
import { apiKeySchema, apiKeyToWire } from '../key-schema.ts'

export const listApiKeys = defineOperation({
  id: 'developers.listKeys',
  method: 'GET',
  path: '/developers/keys',
  summary: 'List API keys of both modes',
  permission: 'apikeys.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(apiKeysTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      mode: { type: 'enum', values: ['live', 'test'], operators: ['eq'] },
      createdById: { type: 'text', maxLength: 40, operators: ['eq'] },
      createdAt: periodFilter,
      revokedAt: { type: 'dateTime', operators: ['null', 'gte', 'gt', 'lte', 'lt'] },
    },
  }),
  output: listOf(apiKeySchema),
  async handler({ rows, shared, services }, { list }) {
    const now = services.clock.now()
    return toList(list, await rows.apiKeys.list(shared, list), (row) => apiKeyToWire(row, now))
  },
})

import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { webhookEndpointsTable } from '../../../model/webhooks.ts'
import { toWire, visibleTo } from '../endpoints/endpoint.ts'
import { webhookSchema } from '../schema.ts'

export const listWebhooks = defineOperation({
  id: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  description: 'A test key sees the endpoints that get test events only.',
  permission: 'webhooks.manage',
  effect: 'read',
  list: defineList(webhookEndpointsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: { active: { type: 'boolean', operators: ['eq', 'ne'] } },
  }),
  output: listOf(webhookSchema),
  async handler({ rows, scope, shared }, { list }) {
    const where = [list.where, visibleTo(scope.mode)]
    return toList(list, await rows.webhookEndpoints.list(shared, { ...list, where }), toWire)
  },
})

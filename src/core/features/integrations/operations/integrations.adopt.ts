import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { acceptingMailing } from '../../items/accept.ts'
import { Lookups } from '../../items/lookups.ts'
import { connectorById, connectorToWire, madeBy } from '../connector.ts'
import { connectorParams, connectorSchema } from '../schema.ts'
import { makeStoredJob } from '../stored.ts'

export const adoptConnector = defineOperation({
  id: 'integrations.adopt',
  method: 'POST',
  path: '/integrations/inbound/{id}/adopt',
  summary: 'Take over an inbound connector',
  description:
    'From now on it creates items in the caller’s name. One that was stopped works again, and a job makes the items of what it has stored, under the ids that its sender was told; `integrations.deliveries` lists those that were refused. The caller needs `postflows.write` and `items.write` as well.',
  permission: 'organisation.manage',
  effect: 'write',
  params: connectorParams,
  output: connectorSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created'],
  async prepare({ caller }) {
    requireScope(caller, 'postflows.write')
    requireScope(caller, 'items.write')
  },
  async handler({ rows, scope, work, now, caller }, { params }) {
    const row = await connectorById(rows, scope, params.id)
    // What is stored would be refused otherwise.
    await acceptingMailing(new Lookups(rows, scope), { postflowId: row.postflowId, postbatchId: null })
    const adopted = { ...madeBy(caller), revision: row.revision + 1, updatedAt: now }
    await rows.connectors.update(scope, row.id, adopted)
    const after = { ...row, ...adopted }
    work.enqueue(makeStoredJob(after, now, caller))
    return connectorToWire(after)
  },
})

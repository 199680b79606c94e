import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { connectorById, connectorToWire, newAddress } from '../connector.ts'
import { addressAgain, connectorParams, connectorWithUrl } from '../schema.ts'

export const rotateConnector = defineOperation({
  id: 'integrations.rotateSecret',
  method: 'POST',
  path: '/integrations/inbound/{id}/rotate-secret',
  summary: 'Give an inbound connector a new secret address',
  description:
    'Shown this once; the old address leads nowhere from now on. The caller needs `items.write` as well.',
  permission: 'postflows.write',
  effect: 'write',
  params: connectorParams,
  output: connectorWithUrl,
  shownOnce: addressAgain,
  errors: ['not_found'],
  async prepare({ caller }) {
    requireScope(caller, 'items.write')
  },
  async handler({ rows, scope, services, now }, { params }) {
    const row = await connectorById(rows, scope, params.id)
    const { tokenHash, url } = newAddress(services)
    const changed = { tokenHash, revision: row.revision + 1, updatedAt: now }
    await rows.connectors.update(scope, row.id, changed)
    return { ...connectorToWire({ ...row, ...changed }), url }
  },
})

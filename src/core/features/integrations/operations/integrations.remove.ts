import { defineOperation } from '../../../engine/operation.ts'
import { connectorById } from '../connector.ts'
import { connectorParams } from '../schema.ts'

export const removeConnector = defineOperation({
  id: 'integrations.remove',
  method: 'DELETE',
  path: '/integrations/inbound/{id}',
  summary: 'Remove an inbound connector',
  description:
    'Its address leads nowhere from now on; its items stay, and payloads that it has stored are removed.',
  permission: 'postflows.write',
  effect: 'write',
  params: connectorParams,
  output: 'empty',
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { id } = await connectorById(rows, scope, params.id)
    await rows.connectorDeliveries.remove(scope, { connectorId: id })
    await rows.connectorPayloads.remove(scope, { connectorId: id })
    await rows.connectors.remove(scope, { id })
    return undefined
  },
})

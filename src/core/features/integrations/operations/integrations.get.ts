import { defineOperation } from '../../../engine/operation.ts'
import { connectorById, connectorToWire } from '../connector.ts'
import { connectorParams, connectorSchema } from '../schema.ts'

export const getConnector = defineOperation({
  id: 'integrations.get',
  method: 'GET',
  path: '/integrations/inbound/{id}',
  summary: 'Get an inbound connector',
  permission: 'items.read',
  effect: 'read',
  params: connectorParams,
  output: connectorSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    return connectorToWire(await connectorById(rows, scope, params.id))
  },
})

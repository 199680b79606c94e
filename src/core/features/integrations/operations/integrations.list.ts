import { defineOperation } from '../../../engine/operation.ts'
import { catalogue } from '../catalogue.ts'
import { connectorToWire } from '../connector.ts'
import { integrationsSchema } from '../schema.ts'

export const listIntegrations = defineOperation({
  id: 'integrations.list',
  method: 'GET',
  path: '/integrations',
  summary: 'List what can be connected, and the connectors there are',
  permission: 'items.read',
  effect: 'read',
  output: integrationsSchema,
  async handler({ rows, scope }) {
    const connectors = await rows.connectors.find(scope, {}, { order: [{ field: 'createdAt' }] })
    return { catalogue: [...catalogue], connectors: connectors.map(connectorToWire) }
  },
})

import { createConnector } from './operations/integrations.create.ts'
import { listConnectorDeliveries } from './operations/integrations.deliveries.ts'
import { getConnector } from './operations/integrations.get.ts'
import { takeInboundPayload } from './operations/integrations.inbound.ts'
import { listIntegrations } from './operations/integrations.list.ts'
import { patchConnector } from './operations/integrations.patch.ts'
import { removeConnector } from './operations/integrations.remove.ts'
import { rotateConnector } from './operations/integrations.rotateSecret.ts'
import { tryConnector } from './operations/integrations.try.ts'

export const integrationOperations = [
  listIntegrations,
  createConnector,
  getConnector,
  patchConnector,
  removeConnector,
  rotateConnector,
  listConnectorDeliveries,
  tryConnector,
  takeInboundPayload,
]

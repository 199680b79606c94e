import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { connectorById } from '../connector.ts'
import { connectorDeliveries, connectorParams } from '../schema.ts'

export const listConnectorDeliveries = defineOperation({
  id: 'integrations.deliveries',
  method: 'GET',
  path: '/integrations/inbound/{id}/deliveries',
  summary: 'List the last deliveries to an inbound connector',
  description: 'The last 50, newest first, with what became of each. What was sent is not kept.',
  permission: 'items.read',
  effect: 'read',
  params: connectorParams,
  output: connectorDeliveries,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { id } = await connectorById(rows, scope, params.id)
    const deliveries = await rows.connectorDeliveries.find(
      scope,
      { connectorId: id },
      { order: [{ field: 'sequence', descending: true }] },
    )
    return {
      data: deliveries.map(
        ({ id: _, organisationId: __, mode: ___, connectorId: ____, receivedAt, ...delivery }) => ({
          ...delivery,
          receivedAt: toDateTime(receivedAt),
        }),
      ),
    }
  },
})

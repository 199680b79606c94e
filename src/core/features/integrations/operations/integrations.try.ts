import { defineOperation } from '../../../engine/operation.ts'
import { connectorById } from '../connector.ts'
import { textAt } from '../mapping.ts'
import { readerOf, readPayload } from '../reader.ts'
import { connectorParams, tryInput, tryResult } from '../schema.ts'

export const tryConnector = defineOperation({
  id: 'integrations.try',
  method: 'POST',
  path: '/integrations/inbound/{id}/try',
  summary: 'See what a payload would become',
  description: 'Writes nothing. `items.validate` tells the rest: findings, suppression and price.',
  permission: 'items.read',
  effect: 'read',
  params: connectorParams,
  body: tryInput,
  output: tryResult,
  errors: ['not_found'],
  async handler({ rows, scope, organisation }, { params, body }) {
    const connector = await connectorById(rows, scope, params.id)
    const { postflowId, idempotencyPath } = connector
    const reader = await readerOf(rows, connector, organisation)
    const { input, errors } = readPayload(reader, postflowId, body.payload)
    const own = idempotencyPath === null ? undefined : textAt(body.payload, idempotencyPath)
    return {
      valid: input !== undefined,
      item: input ?? null,
      idempotencyId: own ?? null,
      errors: [...errors],
    }
  },
})

import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { connectorById, connectorToWire, madeBy, newAddress } from '../connector.ts'
import { addressAgain, connectorParams, connectorWithUrl } from '../schema.ts'
import { inboundProblems } from '../sentences.ts'

export const rotateConnector = defineOperation({
  id: 'integrations.rotateSecret',
  method: 'POST',
  path: '/integrations/inbound/{id}/rotate-secret',
  summary: 'Give an inbound connector a new secret address',
  description:
    'Shown this once; the old address stops working immediately. From now on the connector creates items in the name of the caller, who knows the new address. A stopped connector has to be adopted first. The caller needs `items.write` as well.',
  permission: 'postflows.write',
  effect: 'write',
  params: connectorParams,
  output: connectorWithUrl,
  shownOnce: addressAgain,
  errors: ['not_found', 'invalid_state'],
  async prepare({ caller }) {
    requireScope(caller, 'items.write')
  },
  async handler({ rows, scope, services, now, caller }, { params }) {
    const row = await connectorById(rows, scope, params.id)
    if (row.stoppedAt !== null) throw problem(inboundProblems.say('invalid_state.address_stopped'))
    const { tokenHash, url } = newAddress(services)
    const changed = { ...madeBy(caller), tokenHash, revision: row.revision + 1, updatedAt: now }
    await rows.connectors.update(scope, row.id, changed)
    return { ...connectorToWire({ ...row, ...changed }), url }
  },
})

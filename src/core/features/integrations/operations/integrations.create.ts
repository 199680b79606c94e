import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { connectorLimits } from '../../../model/connector-limits.ts'
import type { ConnectorRow } from '../../../model/integrations.ts'
import { connectorToWire, madeBy, newAddress, settingsOf } from '../connector.ts'
import { addressAgain, connectorInput, connectorWithUrl } from '../schema.ts'
import { connectorSentences, inboundProblems } from '../sentences.ts'

export const createConnector = defineOperation({
  id: 'integrations.create',
  method: 'POST',
  path: '/integrations/inbound',
  summary: 'Make an inbound connector',
  description:
    'The answer carries its secret address, shown this once: JSON that is posted there makes an item of the Postflow, in the mode of the key that made the connector. `integrations.try` shows what a payload would become. The caller needs `items.write` as well: the connector creates items in the caller’s name, and stops when the caller loses that right. Items of one that a key made count towards the spending cap of the key.',
  permission: 'postflows.write',
  effect: 'write',
  body: connectorInput,
  example: {
    name: 'Web shop',
    postflowId: 'pfl_01KE6P4YM0Q62JMKX5DCSNP8X9',
    mapping: {
      'recipient.name': { path: ['order.customer.firstName', 'order.customer.lastName'] },
      'recipient.postalCode': { path: 'order.address.zip', transform: 'upper' },
      'recipient.country': { path: 'order.address.country', default: 'NL' },
      'data.firstName': { path: 'order.customer.firstName' },
    },
    idempotencyPath: 'order.id',
  },
  output: connectorWithUrl,
  shownOnce: addressAgain,
  status: 201,
  location: '/integrations/inbound/{id}',
  errors: ['invalid_state'],
  async prepare({ caller }) {
    requireScope(caller, 'items.write')
  },
  async handler(context, { body }) {
    const { services, rows, scope, now, caller } = context
    if (!body.mapping && body.presetId === undefined) {
      throw invalid('mapping', connectorSentences.say('required.mapping'))
    }
    const id = services.ids.next('int')
    const settings = await settingsOf(context, id, body)
    // Locks the counter's row, so that counting and inserting are one step.
    const { organisationId, mode } = scope
    await rows.counters.add(
      { id: `connectors|${organisationId}|${mode}`, organisationId, value: 0 },
      { value: 1 },
    )
    if ((await rows.connectors.count(scope, {})) >= connectorLimits.connectors) {
      throw problem(
        inboundProblems.say('invalid_state.too_many_connectors', { limit: connectorLimits.connectors }),
      )
    }
    const { tokenHash, url } = newAddress(services)
    const row = {
      id,
      ...scope,
      signature: null,
      signatureSecret: null,
      ...settings,
      ...madeBy(caller),
      tokenHash,
      active: true,
      receivedCount: 0,
      lastReceivedAt: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    } as ConnectorRow
    await rows.connectors.insert(row)
    return { ...connectorToWire(row), url }
  },
})

import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { invalid, problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { ConnectorRow } from '../../../model/integrations.ts'
import { connectorLimits } from '../../../model/integrations.ts'
import { mailingOf } from '../../items/mailing.ts'
import { acceptingMailing } from '../../items/new-item.ts'
import { catalogue, connectorById, connectorToWire, madeBy, newAddress, settingsOf } from '../connector.ts'
import { takeInbound } from '../inbound.ts'
import { readerOf, readPayload, textAt } from '../reader.ts'
import {
  addressAgain,
  connectorDeliveries,
  connectorInput,
  connectorParams,
  connectorPatch,
  connectorSchema,
  connectorWithUrl,
  inboundParams,
  inboundResult,
  integrationsSchema,
  tryInput,
  tryResult,
} from '../schema.ts'
import { connectorSentences, inboundProblems } from '../sentences.ts'
import { makeStoredJob } from '../stored.ts'

export const listIntegrations = defineOperation({
  id: 'integrations.list',
  method: 'GET',
  path: '/integrations',
  summary: 'List integrations and connectors',
  permission: 'items.read',
  effect: 'read',
  output: integrationsSchema,
  async handler({ rows, scope }) {
    const connectors = await rows.connectors.find(scope, {}, { order: [{ field: 'createdAt' }] })
    return { catalogue: [...catalogue], connectors: connectors.map(connectorToWire) }
  },
})

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

export const createConnector = defineOperation({
  id: 'integrations.create',
  method: 'POST',
  path: '/integrations/inbound',
  summary: 'Create an inbound connector',
  description:
    'The answer contains the secret address, which is shown only once. JSON posted there creates an item of the Postflow, in the mode of the key that created the connector; `integrations.try` previews a payload. Also requires `items.write`: the connector creates items in the caller’s name and stops when the caller loses that permission. Items of a key’s connector count towards the spending cap of the key.',
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
      throw invalid('mapping', connectorSentences.sentence('required.mapping'))
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
        inboundProblems.sentence('invalid_state.too_many_connectors', { limit: connectorLimits.connectors }),
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

export const patchConnector = defineOperation({
  id: 'integrations.patch',
  method: 'PATCH',
  path: '/integrations/inbound/{id}',
  summary: 'Update an inbound connector',
  description:
    '`active` enables or disables the connector. `mapping`, `presetId` and `signature` replace the stored values; `signature: null` relies on the address alone. Also requires `items.write`, except to disable it.',
  permission: 'postflows.write',
  effect: 'write',
  params: connectorParams,
  body: connectorPatch,
  output: connectorSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  async prepare({ caller }, { body }) {
    const onlyEnds = body.active === false && Object.keys(body).length === 1
    if (!onlyEnds) requireScope(caller, 'items.write')
  },
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, now } = context
    const row = await connectorById(rows, scope, params.id)
    assertRevision(ifMatch, row.revision, 'connector')
    const changed = {
      ...(await settingsOf(context, row.id, body)),
      ...(body.active === undefined ? {} : { active: body.active }),
      revision: row.revision + 1,
      updatedAt: now,
    }
    await rows.connectors.update(scope, row.id, changed)
    return connectorToWire({ ...row, ...changed })
  },
})

export const removeConnector = defineOperation({
  id: 'integrations.remove',
  method: 'DELETE',
  path: '/integrations/inbound/{id}',
  summary: 'Delete an inbound connector',
  description: 'Its address stops working immediately. Its items stay; stored payloads are removed.',
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

export const adoptConnector = defineOperation({
  id: 'integrations.adopt',
  method: 'POST',
  path: '/integrations/inbound/{id}/adopt',
  summary: 'Adopt an inbound connector',
  description:
    'The connector then creates items in the caller’s name. A stopped connector works again, and a job creates the items of its stored payloads under the ids given to the sender; `integrations.deliveries` lists refused ones. Also requires `postflows.write` and `items.write`.',
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
    // Stored payloads would be refused otherwise.
    const ref = { postflowId: row.postflowId, postbatchId: null }
    acceptingMailing(ref, await mailingOf(rows, scope, ref))
    const adopted = { ...madeBy(caller), revision: row.revision + 1, updatedAt: now }
    await rows.connectors.update(scope, row.id, adopted)
    const after = { ...row, ...adopted }
    work.enqueue(makeStoredJob(after, now, caller))
    return connectorToWire(after)
  },
})

export const listConnectorDeliveries = defineOperation({
  id: 'integrations.deliveries',
  method: 'GET',
  path: '/integrations/inbound/{id}/deliveries',
  summary: 'List the last deliveries to an inbound connector',
  description: 'The last 50, the latest first, with their outcomes. Payloads are not stored.',
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

export const takeInboundPayload = defineOperation({
  id: 'integrations.inbound',
  method: 'POST',
  path: '/inbound/{token}',
  summary: 'Post a payload to a connector',
  description:
    'The address is the credential. The same payload, or another with the same id in it, creates no second item within seven days and answers DUPLICATE. A 422 names the invalid paths in the payload.',
  permission: 'public',
  readsItems: 'internal',
  rateClass: 'itemCreate',
  effect: 'public',
  params: inboundParams,
  bytes: { mediaTypes: ['application/json'], limitBytes: connectorLimits.payloadBytes },
  output: inboundResult,
  errors: ['not_found', 'malformed_body', 'signature_invalid', 'organisation_suspended', 'invalid_state'],
  emits: ['item.created'],
  handler: (context, { params, bytes }) => takeInbound(context, params.token, bytes!),
})

export const rotateConnector = defineOperation({
  id: 'integrations.rotateSecret',
  method: 'POST',
  path: '/integrations/inbound/{id}/rotate-secret',
  summary: 'Rotate the address of an inbound connector',
  description:
    'Shows the new address once; the old address stops working immediately. The connector then creates items in the name of the caller, who knows the new address. A stopped connector must be adopted first. Also requires `items.write`.',
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
    if (row.stoppedAt !== null) throw problem(inboundProblems.sentence('invalid_state.address_stopped'))
    const { tokenHash, url } = newAddress(services)
    const changed = { ...madeBy(caller), tokenHash, revision: row.revision + 1, updatedAt: now }
    await rows.connectors.update(scope, row.id, changed)
    return { ...connectorToWire({ ...row, ...changed }), url }
  },
})

export const tryConnector = defineOperation({
  id: 'integrations.try',
  method: 'POST',
  path: '/integrations/inbound/{id}/try',
  summary: 'Preview a payload',
  description:
    'Shows the item that a payload would create. Writes nothing. For findings, suppression and price, use `items.validate`.',
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

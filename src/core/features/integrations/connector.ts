import { principalOf, scopesHeld } from '../../engine/access/authority.ts'
import { type Caller, hashOfKey, type ModeScope } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { apiPrefix } from '../../engine/operation.ts'
import { seal, unseal } from '../../engine/sealed.ts'
import type { Services } from '../../engine/services.ts'
import { found, invalid } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ConnectorRow } from '../../model/integrations.ts'
import { mappingSentences } from '../../model/sentences.ts'
import type { Rows } from '../../ports/store.ts'
import { assertMapping } from './reader.ts'
import type { Connector, ConnectorInput, ConnectorPatch } from './schema.ts'

export const connectorToWire = (row: ConnectorRow): Connector => ({
  id: row.id,
  isTest: row.mode === 'test',
  name: row.name,
  postflowId: row.postflowId,
  mapping: row.mapping,
  presetId: row.presetId,
  idempotencyPath: row.idempotencyPath,
  signature: row.signature,
  active: row.active,
  maker:
    row.makerId === null ? null : { kind: row.makerKind === 'key' ? 'API_KEY' : 'USER', id: row.makerId },
  // Null in rows written by a server of an earlier version.
  needsReview: row.needsReview ?? true,
  stoppedAt: toDateTimeOrNull(row.stoppedAt),
  receivedCount: row.receivedCount,
  lastReceivedAt: toDateTimeOrNull(row.lastReceivedAt),
  revision: row.revision,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

export const connectorById = async (rows: Rows, scope: ModeScope, id: string): Promise<ConnectorRow> =>
  found(await rows.connectors.get(scope, id), 'connector')

/** Records in whose name a connector acts. A connector of the command line belongs to the owners. */
export const madeBy = (caller: Caller): Partial<ConnectorRow> => {
  const principal = principalOf(caller)
  return {
    makerKind: principal?.kind ?? null,
    makerId: principal?.id ?? null,
    apiKeyId: caller.lineId ?? null,
    needsReview: false,
    stoppedAt: null,
  }
}

/** A stopped connector creates no items: its maker lost the permission, and no owner has adopted it since. */
export const isStopped = async (
  services: Pick<Services, 'clock'>,
  rows: Rows,
  { organisationId, makerKind, makerId, needsReview, stoppedAt }: ConnectorRow,
): Promise<boolean> => {
  if (stoppedAt !== null) return true
  if (makerId === null || makerKind === null || needsReview) return false
  const held = await scopesHeld(services, rows, organisationId, { kind: makerKind, id: makerId })
  return !held.includes('items.write')
}

/** Returns a new secret URL, which is shown once, and its hash, which is stored. */
export const newAddress = (services: Services): { tokenHash: string; url: string } => {
  const token = services.ids.secret('in_')
  return {
    tokenHash: hashOfKey(services, token),
    url: `${services.config.baseUrl}${apiPrefix}/inbound/${token}`,
  }
}

/** Throws 422 for an unknown Postflow or preset, for a mapping with a preset, and for invalid rules. */
export const settingsOf = async (
  { services, rows, scope }: WriteContext,
  connectorId: string,
  body: ConnectorInput | ConnectorPatch,
): Promise<Partial<ConnectorRow>> => {
  if (body.mapping) assertMapping(body.mapping)
  if (body.postflowId !== undefined && !(await rows.postflows.get(scope, body.postflowId))) {
    throw unknownId('postflowId', 'pfl', body.postflowId, 'mode')
  }
  const { name, postflowId, mapping, presetId, idempotencyPath, signature } = body
  if (mapping && presetId !== undefined) {
    throw invalid('presetId', mappingSentences.sentence('conflict.mapping_and_preset'))
  }
  if (presetId !== undefined && !(await rows.mappingPresets.get(scope, presetId))) {
    throw unknownId('presetId', 'map', presetId, 'mode')
  }
  const set: Partial<ConnectorRow> = {}
  if (name !== undefined) set.name = name
  if (postflowId !== undefined) set.postflowId = postflowId
  if (mapping !== undefined) Object.assign(set, { mapping, presetId: null })
  if (presetId !== undefined) Object.assign(set, { mapping: null, presetId })
  if (idempotencyPath !== undefined) set.idempotencyPath = idempotencyPath
  if (signature === null) Object.assign(set, { signature: null, signatureSecret: null })
  if (signature) {
    const { header, encoding, prefix, secret } = signature
    set.signature = { header: header.toLowerCase(), encoding, prefix }
    set.signatureSecret = seal(services, 'connectorSignature', connectorId, new TextEncoder().encode(secret))
  }
  return set
}

/** Throws if another instance key sealed the secret. */
export const signatureSecretOf = (services: Services, row: ConnectorRow): Uint8Array => {
  const plain = row.signatureSecret && unseal(services, 'connectorSignature', row.id, row.signatureSecret)
  if (!plain) throw new Error(`The secret of ${row.id} cannot be decrypted with this instance key.`)
  return plain
}

/** Integrations that the portal offers. */
export const catalogue = [
  {
    key: 'inbound',
    name: 'Inbound webhook',
    direction: 'inbound' as const,
    description:
      'A secret address that turns any JSON into items of a Postflow: for shops, forms, customer databases and automation tools.',
    operations: ['integrations.create'],
  },
  {
    key: 'webhooks',
    name: 'Webhooks',
    direction: 'outbound' as const,
    description: 'Every event, signed and retried, sent to your URL.',
    operations: ['webhooks.create'],
  },
  {
    key: 'exports',
    name: 'Exports',
    direction: 'outbound' as const,
    description: 'Items, suppressions, money, events and daily counts as CSV or NDJSON.',
    operations: ['exports.create'],
  },
]

import * as v from 'valibot'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { deliveryOutcomes, connectorLimits as limits, mappingSchema } from '../../model/integrations.ts'
import { itemStatus } from '../../model/wire-enums.ts'
import { connectorSentences } from './sentences.ts'

const signatureEncoding = named(
  'SignatureEncoding',
  'Encoding of a signature.',
  v.picklist(['hex', 'base64']),
)
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limits.nameLength))
const path = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.pathLength))
const { min, max } = limits.secretLength
const signatureInput = v.nullable(
  namedStrictObject(
    'ConnectorSignatureInput',
    'How the sender signs: an HMAC-SHA256 of the body with a shared secret.',
    {
      header: described(
        v.pipe(
          v.string(),
          v.regex(/^[A-Za-z0-9-]{1,60}$/, connectorSentences.message('invalid_format.header')),
          v.check(
            (text) => !/^(?:authorization|cookie)$/i.test(text),
            connectorSentences.message('invalid_value.header'),
          ),
        ),
        'Name of the header that contains the signature, e.g. `x-signature`.',
      ),
      encoding: described(v.optional(signatureEncoding, 'hex'), 'Encoding of the signature.'),
      prefix: described(
        v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
        'Prefix of the signature in the header, e.g. `sha256=`.',
      ),
      secret: described(
        v.pipe(v.string(), v.minLength(min), v.maxLength(max)),
        'The shared secret; not shown again.',
      ),
    },
  ),
)
const idempotencyPath = v.nullable(path)

export const connectorInput = namedStrictObject(
  'ConnectorCreate',
  'A new inbound connector with either `mapping` or `presetId`.',
  {
    name: described(name, 'Display name.'),
    postflowId: described(id, 'The Postflow of the items, `pfl_…`.'),
    mapping: described(
      v.optional(mappingSchema),
      'The path in the payload for each field of an item. Either this or `presetId`.',
    ),
    presetId: described(
      v.optional(id),
      'A mapping preset, `map_…`, in its version when a payload arrives. Its columns are top-level names or paths in the payload.',
    ),
    idempotencyPath: described(
      v.optional(idempotencyPath, null),
      'Path of the payload’s own id, which creates at most one item. Null: identical payloads create one item.',
    ),
    signature: described(
      v.optional(signatureInput, null),
      'How the sender signs; null: the secret address suffices.',
    ),
  },
)
export type ConnectorInput = v.InferOutput<typeof connectorInput>

export const connectorPatch = namedStrictObject(
  'ConnectorUpdate',
  'Changes to a connector. Omitted fields keep their values.',
  {
    name: described(v.optional(name), 'Display name.'),
    postflowId: described(v.optional(id), 'The Postflow of the items, `pfl_…`.'),
    mapping: described(
      v.optional(mappingSchema),
      'The path in the payload for each field of an item. Replaces a preset.',
    ),
    presetId: described(v.optional(id), 'A mapping preset, `map_…`. Replaces a mapping.'),
    idempotencyPath: described(
      v.optional(idempotencyPath),
      'Path of the payload’s own id; null: identical payloads create one item.',
    ),
    signature: described(
      v.optional(signatureInput),
      'How the sender signs; null: the secret address suffices.',
    ),
    active: described(v.optional(v.boolean()), 'Whether the connector accepts payloads.'),
  },
)
export type ConnectorPatch = v.InferOutput<typeof connectorPatch>

const connectorEntries = {
  id: described(v.string(), 'The connector, `int_…`.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Display name.'),
  postflowId: described(v.string(), 'The Postflow of the items, `pfl_…`.'),
  mapping: described(
    v.nullable(mappingSchema),
    'The path in the payload for each field of an item; null with a preset.',
  ),
  presetId: described(v.nullable(v.string()), 'The mapping preset, `map_…`; null with a mapping.'),
  idempotencyPath: described(
    v.nullable(v.string()),
    'Path of the payload’s own id; null: identical payloads create one item.',
  ),
  signature: described(
    v.nullable(
      namedObject('ConnectorSignature', 'How the sender signs, without the secret.', {
        header: described(v.string(), 'Name of the header that contains the signature.'),
        encoding: described(signatureEncoding, 'Encoding of the signature.'),
        prefix: described(v.string(), 'Prefix of the signature in the header; may be empty.'),
      }),
    ),
    'How the sender signs; null: the secret address suffices.',
  ),
  active: described(v.boolean(), 'Whether the connector accepts payloads.'),
  maker: described(
    v.nullable(
      namedObject('ConnectorMaker', 'In whose name a connector creates items.', {
        kind: described(v.picklist(['USER', 'API_KEY']), 'A user, or an API key with its rotations.'),
        id: described(v.string(), 'The user, `usr_…`, or the first key before its rotations, `key_…`.'),
      }),
    ),
    'The user or key that created or adopted it; null if it belongs to the owners.',
  ),
  needsReview: described(
    v.boolean(),
    'True for a connector of an earlier version, which recorded no makers, until it is adopted: it works regardless of its maker’s permissions.',
  ),
  stoppedAt: described(
    v.nullable(dateTime),
    'When its maker was found without permission to create items, RFC 3339 in UTC. Since then it only stores payloads, for seven days; `integrations.adopt` creates their items. Null while it works.',
  ),
  receivedCount: described(integer, 'Number of received payloads.'),
  lastReceivedAt: described(
    v.nullable(dateTime),
    'Time of the last payload, RFC 3339 in UTC; null if there was none.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
}
export const connectorSchema = namedObject(
  'Connector',
  'An inbound connector: a secret address at which another program’s payloads become items.',
  connectorEntries,
)
export type Connector = v.InferOutput<typeof connectorSchema>
export const connectorWithUrl = namedObject(
  'ConnectorWithUrl',
  'A connector with its secret address, which is shown only once.',
  { ...connectorEntries, ...shownOnce('url') },
)
export const addressAgain: ShownOnce = {
  field: 'url',
  renewal: 'The address was shown once. Replace it with integrations.rotateSecret.',
}

export const connectorParams = v.strictObject({ id: described(v.string(), 'The connector, `int_…`.') })

export const integrationsSchema = namedObject(
  'Integrations',
  'The available integrations and the existing connectors.',
  {
    catalogue: described(
      v.array(
        v.object({
          key: described(v.string(), 'Key of the integration.'),
          name: described(v.string(), 'Display name.'),
          direction: described(
            v.picklist(['inbound', 'outbound']),
            '`inbound`: another program sends to this server; `outbound`: this server sends to another.',
          ),
          description: described(v.string(), 'Description of the integration.'),
          operations: described(v.array(v.string()), 'Operations that set it up.'),
        }),
      ),
      'The available integrations.',
    ),
    connectors: described(v.array(connectorSchema), 'The inbound connectors.'),
  },
)

export const inboundParams = v.strictObject({
  token: described(v.pipe(v.string(), v.maxLength(100)), 'The secret part of the connector’s address.'),
})

export const inboundResult = namedObject('InboundResult', 'Outcome of a payload.', {
  outcome: described(
    v.picklist(['CREATED', 'DUPLICATE', 'STORED']),
    '`CREATED`; `DUPLICATE`: the payload was already accepted; `STORED`: the connector is stopped, and the item is created under this id when an owner adopts it.',
  ),
  itemId: described(v.string(), 'The item, `itm_…`.'),
  itemStatus: described(itemStatus, 'The item’s status after creation.'),
})
export type InboundResult = v.InferOutput<typeof inboundResult>

export const connectorDeliveries = namedObject(
  'ConnectorDeliveryList',
  'The latest payloads of a connector.',
  {
    data: described(
      v.array(
        v.object({
          sequence: described(integer, 'Number of the payload, from 1.'),
          outcome: described(v.picklist(deliveryOutcomes), 'Outcome of the payload.'),
          code: described(v.nullable(v.string()), 'Code of the refusal; null if accepted.'),
          detail: described(v.nullable(v.string()), 'The refusal as a sentence; null if accepted.'),
          errors: described(v.array(parameterErrorSchema), 'Every offending part; empty if there is none.'),
          itemId: described(v.nullable(v.string()), 'The item, `itm_…`; null if there is none.'),
          sizeBytes: described(
            integer,
            'Size in bytes; of a payload that was too large, the declared size or, without one, what was received.',
          ),
          sha256: described(
            v.string(),
            'SHA-256 of the payload in hex, empty if it was too large; the payload itself is not stored.',
          ),
          receivedAt: described(dateTime, 'Time of arrival, RFC 3339 in UTC.'),
        }),
      ),
      'The payloads, the latest first.',
    ),
  },
)

export const tryInput = namedStrictObject('ConnectorTry', 'A payload to try.', {
  payload: described(v.unknown(), 'Any JSON, as the other program would send it.'),
})

export const tryResult = namedObject('ConnectorTryResult', 'The item that a payload would create.', {
  valid: described(v.boolean(), 'Whether the payload would create an item.'),
  item: described(
    v.nullable(v.record(v.string(), v.unknown())),
    'The body of `items.create` for the payload; null if there is none.',
  ),
  idempotencyId: described(v.nullable(v.string()), 'The payload’s own id; null if it has none.'),
  errors: described(v.array(parameterErrorSchema), 'Every offending part.'),
})

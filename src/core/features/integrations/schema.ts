import * as v from 'valibot'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import { dateTime, fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { deliveryOutcomes, connectorLimits as limits, mappingSchema } from '../../model/integrations.ts'
import { itemStatus } from '../../model/wire-enums.ts'
import { connectorSentences } from './sentences.ts'

const signatureEncoding = named(
  'SignatureEncoding',
  'How the bytes of a signature are written.',
  v.picklist(['hex', 'base64']),
)
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limits.nameLength))
const path = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.pathLength))
const { min, max } = limits.secretLength
const signatureInput = v.nullable(
  namedStrictObject(
    'ConnectorSignatureInput',
    'How the sender signs: an HMAC-SHA256 of the body, keyed with a secret that it shares.',
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
        'Name of the header that holds the signature, e.g. `x-signature`.',
      ),
      encoding: described(v.optional(signatureEncoding, 'hex'), 'How it is written.'),
      prefix: described(
        v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
        'What stands before it in the header, e.g. `sha256=`.',
      ),
      secret: described(
        v.pipe(v.string(), v.minLength(min), v.maxLength(max)),
        'The secret that the sender signs with; it is not shown again.',
      ),
    },
  ),
)
const idempotencyPath = v.nullable(path)

export const connectorInput = namedStrictObject(
  'ConnectorCreate',
  'A new inbound connector: exactly one of `mapping` and `presetId`.',
  {
    name: described(name, 'Name for people.'),
    postflowId: described(id, 'The Postflow that items go into, `pfl_…`.'),
    mapping: described(
      v.optional(mappingSchema),
      'Where in the payload each field of an item comes from. This or `presetId`.',
    ),
    presetId: described(
      v.optional(id),
      'A mapping preset, `map_…`, as it is when a payload comes: its columns are names at the top of the payload, or places in it.',
    ),
    idempotencyPath: described(
      v.optional(idempotencyPath, null),
      'Where in the payload its own id stands: the same id makes no second item. Null: the whole payload counts.',
    ),
    signature: described(
      v.optional(signatureInput, null),
      'How the sender signs; null: the secret address is proof enough.',
    ),
  },
)
export type ConnectorInput = v.InferOutput<typeof connectorInput>

export const connectorPatch = namedStrictObject(
  'ConnectorUpdate',
  'Changes to a connector; a field that is not sent stays as it is.',
  {
    name: described(v.optional(name), 'Name for people.'),
    postflowId: described(v.optional(id), 'The Postflow that items go into, `pfl_…`.'),
    mapping: described(
      v.optional(mappingSchema),
      'Where in the payload each field of an item comes from; takes the place of a preset.',
    ),
    presetId: described(v.optional(id), 'A mapping preset, `map_…`; takes the place of a mapping.'),
    idempotencyPath: described(
      v.optional(idempotencyPath),
      'Where in the payload its own id stands; null: the whole payload counts.',
    ),
    signature: described(
      v.optional(signatureInput),
      'How the sender signs; null: the secret address is proof enough.',
    ),
    active: described(v.optional(v.boolean()), 'False takes no payloads any more; true takes them again.'),
  },
)
export type ConnectorPatch = v.InferOutput<typeof connectorPatch>

const connectorEntries = {
  id: described(v.string(), 'The connector, `int_…`.'),
  isTest: fields.isTest,
  name: described(v.string(), 'Name for people.'),
  postflowId: described(v.string(), 'The Postflow that items go into, `pfl_…`.'),
  mapping: described(
    v.nullable(mappingSchema),
    'Where in the payload each field of an item comes from; null if a preset says it.',
  ),
  presetId: described(
    v.nullable(v.string()),
    'The mapping preset, `map_…`; null if it has a mapping of its own.',
  ),
  idempotencyPath: described(
    v.nullable(v.string()),
    'Where in the payload its own id stands; null: the whole payload counts.',
  ),
  signature: described(
    v.nullable(
      namedObject('ConnectorSignature', 'How the sender signs, without the secret.', {
        header: described(v.string(), 'Name of the header that holds the signature.'),
        encoding: described(signatureEncoding, 'How it is written.'),
        prefix: described(v.string(), 'What stands before it in the header; empty if nothing does.'),
      }),
    ),
    'How the sender signs; null: the secret address is proof enough.',
  ),
  active: described(v.boolean(), 'Whether it takes payloads.'),
  maker: described(
    v.nullable(
      namedObject('ConnectorMaker', 'In whose name a connector creates items.', {
        kind: described(v.picklist(['USER', 'API_KEY']), 'A user, or an API key with its rotations.'),
        id: described(v.string(), 'The user, `usr_…`, or the first key of the line, `key_…`.'),
      }),
    ),
    'Who made or adopted it; null where it belongs to the owners.',
  ),
  needsReview: described(
    v.boolean(),
    'True for a connector of an earlier version, which stored no makers, until it is adopted: it works whatever its maker may do.',
  ),
  stoppedAt: described(
    v.nullable(dateTime),
    'When its maker was found without the right to create items, RFC 3339 in UTC: it has only stored payloads since, for seven days. `integrations.adopt` makes their items. Null while it works.',
  ),
  receivedCount: described(integer, 'How many payloads it has received.'),
  lastReceivedAt: described(
    v.nullable(dateTime),
    'When the last one came, RFC 3339 in UTC; null if none did.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
}
export const connectorSchema = namedObject(
  'Connector',
  'An inbound connector: a secret address to which another program sends payloads that become items.',
  connectorEntries,
)
export type Connector = v.InferOutput<typeof connectorSchema>
export const connectorWithUrl = namedObject(
  'ConnectorWithUrl',
  'A connector with its secret address, which is shown this once.',
  { ...connectorEntries, ...shownOnce('url') },
)
export const addressAgain: ShownOnce = {
  field: 'url',
  renewal: 'The address was shown once. Get another with integrations.rotateSecret, which ends this one.',
}

export const connectorParams = v.strictObject({ id: described(v.string(), 'The connector, `int_…`.') })

export const integrationsSchema = namedObject(
  'Integrations',
  'What can be connected, and which connectors there are.',
  {
    catalogue: described(
      v.array(
        v.object({
          key: described(v.string(), 'What programs call it.'),
          name: described(v.string(), 'What people call it.'),
          direction: described(
            v.picklist(['inbound', 'outbound']),
            '`inbound`: another program sends here; `outbound`: this server sends there.',
          ),
          description: described(v.string(), 'What it does.'),
          operations: described(v.array(v.string()), 'The operations that set it up.'),
        }),
      ),
      'What can be connected.',
    ),
    connectors: described(v.array(connectorSchema), 'The inbound connectors.'),
  },
)

export const inboundParams = v.strictObject({
  token: described(v.pipe(v.string(), v.maxLength(100)), 'The secret part of the connector’s address.'),
})

export const inboundResult = namedObject('InboundResult', 'What became of a payload.', {
  outcome: described(
    v.picklist(['CREATED', 'DUPLICATE', 'STORED']),
    '`CREATED`; `DUPLICATE`: this payload was taken already; `STORED`: the connector is stopped, and the item is created under this id when an owner adopts it.',
  ),
  itemId: described(v.string(), 'The item, `itm_…`.'),
  itemStatus: described(itemStatus, 'The item’s status when it was created.'),
})
export type InboundResult = v.InferOutput<typeof inboundResult>

export const connectorDeliveries = namedObject(
  'ConnectorDeliveryList',
  'The payloads that a connector received lately.',
  {
    data: described(
      v.array(
        v.object({
          sequence: described(integer, 'Counts the connector’s payloads, from 1.'),
          outcome: described(v.picklist(deliveryOutcomes), 'What became of it.'),
          code: described(v.nullable(v.string()), 'Why it was refused, for programs; null if it was not.'),
          detail: described(v.nullable(v.string()), 'Why it was refused, as a sentence; null if it was not.'),
          errors: described(
            v.array(parameterErrorSchema),
            'Every offending part; empty if it was not refused for one.',
          ),
          itemId: described(v.nullable(v.string()), 'The item, `itm_…`; null if there is none.'),
          sizeBytes: described(integer, 'Size in bytes.'),
          sha256: described(v.string(), 'SHA-256 of what was sent, in hex; the payload itself is not kept.'),
          receivedAt: described(dateTime, 'When it came, RFC 3339 in UTC.'),
        }),
      ),
      'The payloads, newest first.',
    ),
  },
)

export const tryInput = namedStrictObject('ConnectorTry', 'A payload to try.', {
  payload: described(v.unknown(), 'Any JSON, as the other program would send it.'),
})

export const tryResult = namedObject('ConnectorTryResult', 'What a connector would make of a payload.', {
  valid: described(v.boolean(), 'Whether it would become an item.'),
  item: described(
    v.nullable(v.record(v.string(), v.unknown())),
    'The body of `items.create` that it stands for; null if it stands for none.',
  ),
  idempotencyId: described(
    v.nullable(v.string()),
    'Its own id in the payload; null if none was found and the whole payload counts.',
  ),
  errors: described(v.array(parameterErrorSchema), 'Every offending part.'),
})

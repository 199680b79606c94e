import * as v from 'valibot'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { parameterErrorSchema } from '../../kernel/problem-schema.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { connectorLimits as limits } from '../../model/connector-limits.ts'
import { mappingSchema } from '../../model/connector-mapping.ts'
import { deliveryOutcomes } from '../../model/integrations.ts'
import { itemStatus } from '../../model/wire-enums.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

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
      header: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9-]{1,60}$/, 'Write the name of a header.'),
        v.check((text) => !/^(?:authorization|cookie)$/i.test(text), 'This header is not for signatures.'),
      ),
      encoding: v.optional(signatureEncoding, 'hex'),
      /** What stands before it in the header, such as `sha256=`. */
      prefix: v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
      /** Shown never again. */
      secret: v.pipe(v.string(), v.minLength(min), v.maxLength(max)),
    },
  ),
)
const idempotencyPath = v.nullable(path)

export const connectorInput = namedStrictObject(
  'ConnectorCreate',
  'A new inbound connector: exactly one of `mapping` and `presetId`.',
  {
    name,
    postflowId: id,
    /** Field of the item → where it comes from. This or `presetId`. */
    mapping: v.optional(mappingSchema),
    /** A mapping preset, as it is when a payload comes: its columns are names at the top of the payload, or places in it. */
    presetId: v.optional(id),
    /** Where in the payload its own id stands: the same id makes no second item. By default the whole payload counts. */
    idempotencyPath: v.optional(idempotencyPath, null),
    signature: v.optional(signatureInput, null),
  },
)
export type ConnectorInput = v.InferOutput<typeof connectorInput>

export const connectorPatch = namedStrictObject(
  'ConnectorUpdate',
  'Changes to a connector; a field that is not sent stays as it is.',
  {
    name: v.optional(name),
    postflowId: v.optional(id),
    /** Instead of a preset. */
    mapping: v.optional(mappingSchema),
    /** Instead of a mapping. */
    presetId: v.optional(id),
    idempotencyPath: v.optional(idempotencyPath),
    signature: v.optional(signatureInput),
    active: v.optional(v.boolean()),
  },
)
export type ConnectorPatch = v.InferOutput<typeof connectorPatch>

const connectorEntries = {
  id: v.string(),
  isTest: v.boolean(),
  name: v.string(),
  postflowId: v.string(),
  mapping: v.nullable(mappingSchema),
  presetId: v.nullable(v.string()),
  idempotencyPath: v.nullable(v.string()),
  signature: v.nullable(
    namedObject('ConnectorSignature', 'How the sender signs, without the secret.', {
      header: v.string(),
      encoding: signatureEncoding,
      prefix: v.string(),
    }),
  ),
  active: v.boolean(),
  receivedCount: integer,
  lastReceivedAt: v.nullable(dateTime),
  revision: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
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
  again: 'The address was shown once. Get another with integrations.rotateSecret, which ends this one.',
}

export const connectorParams = v.strictObject({ id: v.string() })

export const integrationsSchema = namedObject(
  'Integrations',
  'What can be connected, and which connectors there are.',
  {
    /** What can be connected. */
    catalogue: v.array(
      v.object({
        key: v.string(),
        name: v.string(),
        direction: v.picklist(['inbound', 'outbound']),
        description: v.string(),
        /** Operations that set it up. */
        operations: v.array(v.string()),
      }),
    ),
    connectors: v.array(connectorSchema),
  },
)

export const inboundParams = v.strictObject({ token: v.pipe(v.string(), v.maxLength(100)) })

export const inboundResult = namedObject('InboundResult', 'What became of a payload.', {
  outcome: v.picklist(['CREATED', 'DUPLICATE']),
  itemId: v.string(),
  /** Of the item when it was created. */
  itemStatus: itemStatus,
})
export type InboundResult = v.InferOutput<typeof inboundResult>

export const connectorDeliveries = namedObject(
  'ConnectorDeliveryList',
  'The payloads that a connector received lately.',
  {
    /** Newest first. */
    data: v.array(
      v.object({
        sequence: integer,
        outcome: v.picklist(deliveryOutcomes),
        code: v.nullable(v.string()),
        detail: v.nullable(v.string()),
        errors: v.array(parameterErrorSchema),
        itemId: v.nullable(v.string()),
        sizeBytes: integer,
        /** Hex digest of what was sent; the payload itself is not kept. */
        sha256: v.string(),
        receivedAt: dateTime,
      }),
    ),
  },
)

export const tryInput = namedStrictObject('ConnectorTry', 'A payload to try.', {
  /** Any JSON, as the other program would send it. */
  payload: v.unknown(),
})

export const tryResult = namedObject('ConnectorTryResult', 'What a connector would make of a payload.', {
  valid: v.boolean(),
  /** The body of `items.create` that it means; null where it means none. */
  item: v.nullable(v.record(v.string(), v.unknown())),
  /** Its own id in the payload; null where none was found and the whole payload counts. */
  idempotencyId: v.nullable(v.string()),
  errors: v.array(parameterErrorSchema),
})

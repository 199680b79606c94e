import * as v from 'valibot'
import { recipientFields } from '../address/schema.ts'
import type { ParameterError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  booleanOrNull,
  bytes,
  bytesOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import { dayMs } from '../kernel/time.ts'
import { described, namedStrictObject } from '../kernel/wire-schema.ts'
import { mappingSentences } from './sentences.ts'

/** Documented in `docs/limits.md`. */
export const connectorLimits = {
  /** Limit per organisation and mode. */
  connectors: 20,
  nameLength: 80,
  /** Item fields per mapping. */
  fields: 60,
  pathLength: 200,
  /** Paths joined in one field. */
  paths: 5,
  payloadBytes: 256 * 1024,
  payloadValues: 20_000,
  /** Deliveries recorded per connector. */
  deliveries: 50,
  /** How long a repeated payload or payload id creates no second item. */
  rememberedMs: 7 * dayMs,
  /** How long a stopped connector accepts payloads, and how long each is kept. */
  storedMs: 7 * dayMs,
  /** Limit per stopped connector. */
  storedPayloads: 5_000,
  /** Characters of the signing secret. */
  secretLength: { min: 8, max: 200 },
} as const

const target = v.pipe(
  v.string(),
  v.maxLength(120),
  v.check(
    (name) =>
      [
        'reference',
        'billingGroup',
        'sendOn',
        ...recipientFields.map((field) => `recipient.${field}`),
      ].includes(name) ||
      (/^(?:data|metadata)\.[^.\0][^\0]*$/.test(name) &&
        !/\.(?:__proto__|constructor|prototype)$/.test(name)),
    mappingSentences.message('invalid_value.connector_target'),
  ),
)

export const transforms = ['upper', 'lower', 'firstWord', 'lastWord', 'date'] as const
export type Transform = (typeof transforms)[number]

const path = v.pipe(v.string(), v.minLength(1), v.maxLength(connectorLimits.pathLength))

const rule = namedStrictObject(
  'ConnectorMappingRule',
  'Where the value of a field is in a connector’s payload.',
  {
    path: described(
      v.optional(v.union([path, v.pipe(v.array(path), v.minLength(1), v.maxLength(connectorLimits.paths))])),
      'Path of the value: `order.customer.name`, `lines.0.title`, or a JSON pointer `/order/customer/name`. Several values are joined.',
    ),
    value: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'A constant value instead of a path.',
    ),
    default: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'Default if the payload has no value; without it, the field is omitted.',
    ),
    transform: described(v.optional(v.picklist(transforms)), 'Conversion of the value.'),
  },
)

export const mappingSchema = v.pipe(v.record(target, rule), v.maxEntries(connectorLimits.fields))
export type Mapping = v.InferOutput<typeof mappingSchema>

/** An HMAC-SHA256 of the body in a header. */
export interface SignatureRule {
  /** In lower case. */
  header: string
  encoding: 'hex' | 'base64'
  /** Text before the signature, such as `sha256=`. */
  prefix: string
}

/** A secret URL that turns another program's payloads into items of a Postflow. */
export const connectorsTable = defineTable(
  'connectors',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    postflowId: text(),
    /** Null if a mapping preset is used. */
    mapping: jsonOrNull<Mapping>(),
    presetId: textOrNull(),
    /** Path of the payload's id; null if the whole payload is the id. */
    idempotencyPath: textOrNull(),
    /** SHA-256 of the URL's token, which is shown once. */
    tokenHash: text(),
    signature: jsonOrNull<SignatureRule>(),
    /** Sealed with the instance key. */
    signatureSecret: bytesOrNull(),
    active: boolean(),
    receivedCount: integer(),
    lastReceivedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Creator or adopter: a user, or the first key of a line. Null: the organisation's owners. */
    makerKind: textOrNull<'user' | 'key'>(),
    makerId: textOrNull(),
    /** Key line that created or adopted it; its items count towards the line's spending cap. */
    apiKeyId: textOrNull(),
    /** True for connectors created before 0.3.0: they never stop until an owner adopts them. */
    needsReview: booleanOrNull(),
    /** When its creator was first found to lack the permission to create items, in real time. */
    stoppedAt: integerOrNull(),
  },
  { unique: [['tokenHash']], indexes: [['organisationId', 'mode', 'createdAt'], ['postflowId']] },
)
export type ConnectorRow = RowOf<typeof connectorsTable>

export const deliveryOutcomes = ['CREATED', 'DUPLICATE', 'REFUSED', 'STORED'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/**
 * A fixed number of slots per connector; a new delivery replaces the oldest. Payloads contain personal data
 * and are not stored; their digests and problems are.
 */
export const connectorDeliveriesTable = defineTable(
  'connector_deliveries',
  'mode',
  {
    /** `connectorId|slot` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    connectorId: text(),
    sequence: integer(),
    outcome: text<DeliveryOutcome>(),
    /** Error code of a REFUSED delivery. */
    code: textOrNull(),
    detail: textOrNull(),
    errors: json<ParameterError[]>(),
    itemId: textOrNull(),
    sizeBytes: integer(),
    sha256: text(),
    receivedAt: integer(),
  },
  { indexes: [['connectorId', 'sequence']] },
)
export type ConnectorDeliveryRow = RowOf<typeof connectorDeliveriesTable>

/** Payloads, with personal data, that become items when an owner adopts the stopped connector. */
export const connectorPayloadsTable = defineTable(
  'connector_payloads',
  'mode',
  {
    /** Id of the future item. */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    connectorId: text(),
    /** Sealed with the instance key. */
    payload: bytes(),
    sha256: text(),
    receivedAt: integer(),
    /** In real time. */
    expiresAt: integer(),
  },
  { indexes: [['connectorId', 'receivedAt'], ['expiresAt']] },
)
export type ConnectorPayloadRow = RowOf<typeof connectorPayloadsTable>

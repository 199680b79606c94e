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

/** Limits of inbound connectors (`docs/limits.md`). */
export const connectorLimits = {
  /** Connectors in one organisation and mode. */
  connectors: 20,
  nameLength: 80,
  /** Fields of an item that one mapping may fill. */
  fields: 60,
  pathLength: 200,
  /** Paths whose values one field may join. */
  paths: 5,
  /** Bytes of one payload. */
  payloadBytes: 256 * 1024,
  payloadValues: 20_000,
  /** Deliveries that are recorded for each connector. */
  deliveries: 50,
  /** How long a repeated payload, or a repeated id in it, creates no second item. */
  rememberedMs: 7 * dayMs,
  /** How long a stopped connector still takes payloads, and how long each of them is kept. */
  storedMs: 7 * dayMs,
  /** Payloads that are stored for one stopped connector. */
  storedPayloads: 5_000,
  /** Characters of the signature's secret. */
  secretLength: { min: 8, max: 200 },
} as const

/** A field of an item in a mapping. */
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
  'Where a connector finds the value of one field in the payload it receives.',
  {
    path: described(
      v.optional(v.union([path, v.pipe(v.array(path), v.minLength(1), v.maxLength(connectorLimits.paths))])),
      'Where in the payload the value stands: `order.customer.name`, `lines.0.title`, or a JSON pointer `/order/customer/name`. Values of several places are joined.',
    ),
    value: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'The same value for every item, instead of a path.',
    ),
    default: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'Taken if the payload has no value; without it the field stays away.',
    ),
    transform: described(v.optional(v.picklist(transforms)), 'What is done to the value.'),
  },
)

export const mappingSchema = v.pipe(v.record(target, rule), v.maxEntries(connectorLimits.fields))
export type Mapping = v.InferOutput<typeof mappingSchema>

/** How a sender signs its payloads: an HMAC-SHA256 of the body in a header. */
export interface SignatureRule {
  /** The name of the header in lower case. */
  header: string
  encoding: 'hex' | 'base64'
  /** The text before the signature, such as `sha256=`. */
  prefix: string
}

/** A secret address that turns payloads of another program into items of a Postflow. */
export const connectorsTable = defineTable(
  'connectors',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    postflowId: text(),
    /** Null where a mapping preset is used. */
    mapping: jsonOrNull<Mapping>(),
    presetId: textOrNull(),
    /** The path of the payload's own id; null where the whole payload serves as its id. */
    idempotencyPath: textOrNull(),
    /** SHA-256 of the address's token; the token itself is shown once. */
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
    /** Who made or adopted it: a user, or the first key of a line. Null: it belongs to the owners. */
    makerKind: textOrNull<'user' | 'key'>(),
    makerId: textOrNull(),
    /** The line of the API key that made or adopted it, to whose spending cap its items count. */
    apiKeyId: textOrNull(),
    /** True from before 0.3.0 until an owner adopts it: it never stops until then. */
    needsReview: booleanOrNull(),
    /** When its maker was first found without the right to create items, in real time; null while it works. */
    stoppedAt: integerOrNull(),
  },
  { unique: [['tokenHash']], indexes: [['organisationId', 'mode', 'createdAt'], ['postflowId']] },
)
export type ConnectorRow = RowOf<typeof connectorsTable>

export const deliveryOutcomes = ['CREATED', 'DUPLICATE', 'REFUSED', 'STORED'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/**
 * The latest deliveries of a connector, in a fixed number of slots: a new one replaces the oldest. The
 * payload is about people and not kept; its digest and its problems are.
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
    /** The error code of a REFUSED delivery. */
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

/** Payloads of stopped connectors, which become items when an owner adopts the connector. They are about people. */
export const connectorPayloadsTable = defineTable(
  'connector_payloads',
  'mode',
  {
    /** The id that its item will have. */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    connectorId: text(),
    /** Sealed with the instance key. */
    payload: bytes(),
    sha256: text(),
    receivedAt: integer(),
    /** Real time. */
    expiresAt: integer(),
  },
  { indexes: [['connectorId', 'receivedAt'], ['expiresAt']] },
)
export type ConnectorPayloadRow = RowOf<typeof connectorPayloadsTable>

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
import type { Mapping } from './connector-mapping.ts'

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

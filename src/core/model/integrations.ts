import type { ParameterError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
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

/** How a sender proves that a payload is its own: an HMAC-SHA256 of the body in a header. */
export interface SignatureRule {
  /** Lower case. */
  header: string
  encoding: 'hex' | 'base64'
  /** What stands before it there, such as `sha256=`. */
  prefix: string
}

/** A secret address that makes items of a Postflow out of what another program posts to it. */
export const connectorsTable = defineTable(
  'connectors',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    name: text(),
    postflowId: text(),
    /** null: by the mapping preset. */
    mapping: jsonOrNull<Mapping>(),
    presetId: textOrNull(),
    /** Where in the payload its own id stands; null: the payload as a whole is its id. */
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
  },
  { unique: [['tokenHash']], indexes: [['organisationId', 'mode', 'createdAt'], ['postflowId']] },
)
export type ConnectorRow = RowOf<typeof connectorsTable>

export const deliveryOutcomes = ['CREATED', 'DUPLICATE', 'REFUSED'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/**
 * The last deliveries of a connector, in as many slots: the next one takes the place of the oldest. What was delivered is
 * not kept, because it is about people; its digest and what was wrong with it are.
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
    /** Error code of a REFUSED one. */
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

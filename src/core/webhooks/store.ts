import {
  boolean,
  bytes,
  bytesOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../columns.ts'
import type { Mode } from '../ports/store.ts'

export const webhookEndpointsTable = defineTable(
  'webhook_endpoints',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    url: text(),
    description: textOrNull(),
    /** Types, families (`item.*`) or `*`. */
    events: json<string[]>(),
    /** Narrowed to the events of one mode, one Postflow, one Postbatch. */
    onlyMode: textOrNull<Mode>(),
    onlyPostflowId: textOrNull(),
    onlyPostbatchId: textOrNull(),
    /** Sealed with the instance key, see `secret.ts`. */
    secret: bytes(),
    /** The secret before the last rotation signs as well until then, so that receivers can follow at leisure. */
    previousSecret: bytesOrNull(),
    previousSecretUntil: integerOrNull(),
    active: boolean(),
    disabledAt: integerOrNull(),
    disabledReason: textOrNull(),
    /** Counts up when it is disabled, so that late results of the time before are ignored. */
    epoch: integer(),
    consecutiveExhausted: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt']] },
)
export type WebhookEndpointRow = RowOf<typeof webhookEndpointsTable>

export const deliveryStatuses = ['PENDING', 'SENDING', 'DELIVERED', 'EXHAUSTED', 'HELD', 'MISSED'] as const
/** HELD: was pending when its endpoint was disabled. MISSED: recorded while it was. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryKinds = ['EVENT', 'TEST', 'REPLAY'] as const
/** TEST and REPLAY were asked for by somebody: they are sent to disabled endpoints too and never disable one. */
export type DeliveryKind = (typeof deliveryKinds)[number]

export interface DeliveryAttempt {
  at: number
  durationMs: number
  /** HTTP status, when a status line arrived. */
  status: number | null
  /** `timeout`, `connect`, `interrupted`, …; null for an answer with a status. */
  error: string | null
  detail: string | null
  responseBody: string
}

export const webhookDeliveriesTable = defineTable(
  'webhook_deliveries',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    endpointId: text(),
    eventId: text(),
    eventType: text(),
    kind: text<DeliveryKind>(),
    status: text<DeliveryStatus>(),
    attempts: json<DeliveryAttempt[]>(),
    attemptCount: integer(),
    /** The schedule's offsets count from here. */
    firstAttemptAt: integerOrNull(),
    /** Real time; null when there is no next attempt. */
    nextAttemptAt: integerOrNull(),
    leaseToken: textOrNull(),
    leaseUntil: integerOrNull(),
    createdAt: integer(),
    finishedAt: integerOrNull(),
    expiresAt: integer(),
  },
  {
    indexes: [
      ['status', 'nextAttemptAt'],
      // Looks past a saturated endpoint however much waits for it, see `due.ts`.
      ['status', 'endpointId', 'nextAttemptAt'],
      ['endpointId', 'createdAt'],
      ['endpointId', 'status', 'createdAt'],
      ['eventId'],
      ['expiresAt'],
    ],
  },
)
export type WebhookDeliveryRow = RowOf<typeof webhookDeliveriesTable>

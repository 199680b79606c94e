import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  bytes,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'

/** A secret that a rotation replaced. Times in ms of real time. */
export interface PreviousSecret {
  /** Sealed secret in base64. */
  sealed: string
  since: number
  replacedAt: number
  /** Until when it signs in addition to the current one. */
  until: number
}

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
    /** Restrict events to a mode, Postflow or Postbatch. */
    onlyMode: textOrNull<Mode>(),
    onlyPostflowId: textOrNull(),
    onlyPostbatchId: textOrNull(),
    /** Sealed with the instance key (`secret.ts`). */
    secret: bytes(),
    /** In ms of real time. */
    secretSince: integer(),
    /** Latest first: they also sign until they expire, so that receivers have time to change. */
    previousSecrets: json<PreviousSecret[]>(),
    active: boolean(),
    disabledAt: integerOrNull(),
    disabledReason: textOrNull(),
    /** Incremented when the endpoint is disabled, so that late results from before are ignored. */
    epoch: integer(),
    consecutiveExhausted: integer(),
    /** When `events` and filters were last changed. */
    subscribedAt: integer(),
    /**
     * Number of the organisation's last event at creation and at the last change of the subscription: clocks
     * can't give this order.
     */
    createdAfter: integer(),
    subscribedAfter: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt']] },
)
export type WebhookEndpointRow = RowOf<typeof webhookEndpointsTable>

/** Kept while its deliveries are stored, to explain why an event did not reach the endpoint. */
export const deletedWebhookEndpointsTable = defineTable(
  'deleted_webhook_endpoints',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    url: text(),
    description: textOrNull(),
    events: json<string[]>(),
    onlyMode: textOrNull<Mode>(),
    onlyPostflowId: textOrNull(),
    onlyPostbatchId: textOrNull(),
    subscribedAt: integer(),
    createdAfter: integer(),
    subscribedAfter: integer(),
    createdAt: integer(),
    deletedAt: integer(),
    /** Sequence number of the organisation's last event at deletion. */
    deletedAfter: integer(),
    expiresAt: integer(),
  },
  { indexes: [['organisationId', 'deletedAt'], ['expiresAt']] },
)
export type DeletedWebhookEndpointRow = RowOf<typeof deletedWebhookEndpointsTable>

export const deliveryStatuses = [
  'PENDING',
  'SENDING',
  'DELIVERED',
  'EXHAUSTED',
  'HELD',
  'MISSED',
  'DROPPED',
] as const
/**
 * HELD: pending when its endpoint was disabled. MISSED: recorded while disabled. DROPPED: endpoint deleted.
 */
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryKinds = ['EVENT', 'TEST', 'REPLAY'] as const
/** TEST and REPLAY were requested: they are sent to disabled endpoints too and never disable one. */
export type DeliveryKind = (typeof deliveryKinds)[number]

/** The result of the last attempt, or what prevents sending. */
export const undeliveredReasons = [
  'http_status',
  'redirect',
  'timeout',
  'dns',
  'connect',
  'tls',
  'reset',
  'protocol',
  'address_refused',
  'secret_unreadable',
  'internal',
  'interrupted',
  'endpoint_disabled',
  'endpoint_deleted',
] as const
export type UndeliveredReason = (typeof undeliveredReasons)[number]

export interface DeliveryAttempt {
  at: number
  durationMs: number
  /** URL without its query. Null if no outcome was recorded; absent for earlier versions. */
  url?: string | null
  /** HTTP status, if a status line arrived. */
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
    /** Start of the retry schedule. */
    firstAttemptAt: integerOrNull(),
    /** Real time; null without a next attempt. */
    nextAttemptAt: integerOrNull(),
    leaseToken: textOrNull(),
    leaseUntil: integerOrNull(),
    /** Set from the first failure until delivery; null otherwise, and for tests and replays. */
    undelivered: textOrNull<UndeliveredReason>(),
    /** When a replay delivered the event: the endpoint has it, regardless of this delivery. */
    replayedAt: integerOrNull(),
    createdAt: integer(),
    finishedAt: integerOrNull(),
    expiresAt: integer(),
  },
  {
    indexes: [['endpointId', 'createdAt'], ['endpointId', 'status', 'createdAt'], ['eventId'], ['expiresAt']],
    sparse: [
      // Ended deliveries, by far the most, are not in these.
      ['status', 'nextAttemptAt'],
      // Skips a saturated endpoint, however many deliveries wait for it; see `due.ts`.
      ['status', 'endpointId', 'nextAttemptAt'],
      // Deliveries that succeed at the first attempt never appear here.
      ['organisationId', 'mode', 'createdAt', 'undelivered'],
    ],
  },
)
export type WebhookDeliveryRow = RowOf<typeof webhookDeliveriesTable>

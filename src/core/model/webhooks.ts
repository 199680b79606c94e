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

/** A secret that was rotated away. Times in ms of real time. */
export interface PreviousSecret {
  /** Base64 of what `seal` made of it. */
  sealed: string
  since: number
  /** When another took its place. */
  replacedAt: number
  /** Until then it signs beside the one that took its place. */
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
    /** Narrowed to the events of one mode, one Postflow, one Postbatch. */
    onlyMode: textOrNull<Mode>(),
    onlyPostflowId: textOrNull(),
    onlyPostbatchId: textOrNull(),
    /** Sealed with the instance key, see `secret.ts`. */
    secret: bytes(),
    /** ms of real time since which it signs. */
    secretSince: integer(),
    /** The secrets before it, latest first: they sign as well until their time, so that receivers can follow at leisure. */
    previousSecrets: json<PreviousSecret[]>(),
    active: boolean(),
    disabledAt: integerOrNull(),
    disabledReason: textOrNull(),
    /** Counts up when it is disabled, so that late results of the time before are ignored. */
    epoch: integer(),
    consecutiveExhausted: integer(),
    /** Since when `events` and the filters are as they are. */
    subscribedAt: integer(),
    /** The organisation's last event (its sequence) when it was made, and when it got this subscription: no clock can say that. */
    createdAfter: integer(),
    subscribedAfter: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { indexes: [['organisationId', 'createdAt']] },
)
export type WebhookEndpointRow = RowOf<typeof webhookEndpointsTable>

/** What is left of a deleted endpoint while its deliveries are on record: enough to say why an event did not reach it. */
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
    /** The organisation's last event when it was deleted. */
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
/** HELD: was pending when its endpoint was disabled. MISSED: recorded while it was. DROPPED: its endpoint was deleted. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryKinds = ['EVENT', 'TEST', 'REPLAY'] as const
/** TEST and REPLAY were asked for by somebody: they are sent to disabled endpoints too and never disable one. */
export type DeliveryKind = (typeof deliveryKinds)[number]

/** Why an endpoint does not have an event: what the last attempt met, or what keeps it from being sent. */
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
    /** From the first trouble until it is delivered; null otherwise, and of tests and replays. */
    undelivered: textOrNull<UndeliveredReason>(),
    /** When a replay brought the event: the endpoint has it, whatever becomes of this delivery. */
    replayedAt: integerOrNull(),
    createdAt: integer(),
    finishedAt: integerOrNull(),
    expiresAt: integer(),
  },
  {
    indexes: [['endpointId', 'createdAt'], ['endpointId', 'status', 'createdAt'], ['eventId'], ['expiresAt']],
    sparse: [
      // What has an end, by far the most, leaves these.
      ['status', 'nextAttemptAt'],
      // Looks past a saturated endpoint however much waits for it, see `due.ts`.
      ['status', 'endpointId', 'nextAttemptAt'],
      // What is delivered at the first attempt never comes in here.
      ['organisationId', 'mode', 'createdAt', 'undelivered'],
    ],
  },
)
export type WebhookDeliveryRow = RowOf<typeof webhookDeliveriesTable>

import type { Services } from '../../../engine/services.ts'
import { lt, oneOf, type Test, type Where } from '../../../kernel/query.ts'
import { minuteMs } from '../../../kernel/time.ts'
import type {
  DeliveryAttempt,
  UndeliveredReason,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../../model/webhooks.ts'
import { everyone, type Scope, type WritableRows } from '../../../ports/store.ts'
import { droppedState, heldState, undeliveredAfter } from '../endpoints/endpoint-state.ts'
import type { Capacity } from './capacity.ts'
import { findDue, sending } from './due.ts'

/** Much longer than an attempt. A lease only expires if a process died or slept, or a clock jumped. */
export const leaseMs = minuteMs
/** Smaller claims can't keep up with the writes of a busy server. */
const batchSize = 64

export interface Claim {
  delivery: WebhookDeliveryRow
  endpoint: WebhookEndpointRow
  itemId: string | null
  body: string
  leaseToken: string
  claimedAt: number
}

/**
 * Claims due deliveries under a new lease token, within the limits of each endpoint and organisation. `more`:
 * others may be claimable now. `turn`: the endpoint after which to continue.
 */
export const claimDue = (
  services: Services,
  capacityNow: () => Capacity,
  turn: string,
): Promise<{ claims: Claim[]; more: boolean; turn: string }> =>
  services.store.write(async (rows) => {
    const now = services.clock.now()
    const capacity = capacityNow().copy()
    const due = await findDue(rows, capacity, now, batchSize, turn)
    if (due.deliveries.length === 0) return { claims: [], more: false, turn }
    const { sendable, leftOver } = await selectSendable(rows, due.deliveries, capacity, now)
    const claims = await lease(rows, sendable, services.ids.next('lse'), now)
    // Endpoints skipped because the batch was full come first next time.
    const reached = leftOver ? (sendable.at(-1)?.delivery.endpointId ?? turn) : due.turn
    return { claims, more: due.more || leftOver, turn: reached }
  })

/** Selects what may be sent. Holds events for disabled endpoints, drops deliveries to deleted endpoints. */
const selectSendable = async (
  rows: WritableRows,
  due: readonly WebhookDeliveryRow[],
  capacity: Capacity,
  now: number,
) => {
  const owners = ownersOf(due)
  const [endpoints, events] = await Promise.all([
    byId(
      rows.webhookEndpoints,
      owners,
      due.map((delivery) => delivery.endpointId),
    ),
    byId(
      rows.events,
      owners,
      due.map((delivery) => delivery.eventId),
    ),
  ])
  const sendable: Sendable[] = []
  const held: string[] = []
  const orphaned: string[] = []
  let leftOver = false
  for (const delivery of due) {
    const endpoint = endpoints.get(delivery.endpointId)
    const event = events.get(delivery.eventId)
    const lane = capacity.laneOf(delivery)
    if (!endpoint || !event) orphaned.push(delivery.id)
    else if (!endpoint.active && delivery.kind === 'EVENT') held.push(delivery.id)
    else if (!lane) leftOver = true
    else {
      capacity.count(delivery, lane, 1)
      sendable.push({ delivery, endpoint, itemId: event.itemId, body: event.body })
    }
  }
  if (held.length > 0) {
    await rows.webhookDeliveries.updateWhere(owners, stillPending(held), heldState)
  }
  // The deliveries set aside leave capacity for others of the same endpoint.
  if (held.length > 0 || orphaned.length > 0) leftOver = true
  if (orphaned.length > 0) {
    const dropped = { ...droppedState, finishedAt: now }
    await rows.webhookDeliveries.updateWhere(owners, stillPending(orphaned), dropped)
  }
  return { sendable, leftOver }
}

type Sendable = Omit<Claim, 'leaseToken' | 'claimedAt'>

const lease = async (
  rows: WritableRows,
  sendable: readonly Sendable[],
  leaseToken: string,
  now: number,
): Promise<Claim[]> => {
  if (sendable.length === 0) return []
  const ids = sendable.map(({ delivery }) => delivery.id)
  const owners = ownersOf(sendable.map(({ delivery }) => delivery))
  const count = await rows.webhookDeliveries.updateWhere(owners, stillPending(ids), {
    status: 'SENDING',
    leaseToken,
    leaseUntil: now + leaseMs,
  })
  const claims = sendable.map((one) => ({ ...one, leaseToken, claimedAt: now }))
  if (count === ids.length) return claims
  // Another process claimed some of them between this transaction's read and write.
  const ours = await rows.webhookDeliveries.find(owners, { id: oneOf(ids), leaseToken }, { lock: 'none' })
  return claims.filter(({ delivery }) => ours.some(({ id }) => id === delivery.id))
}

const stillPending = (ids: readonly string[]): Where<WebhookDeliveryRow> => ({
  id: oneOf(ids),
  status: 'PENDING',
})

/** Returns a scope that names the organisations without locking them. */
const ownersOf = (deliveries: readonly WebhookDeliveryRow[]) => ({
  organisationIds: deliveries.map(({ organisationId }) => organisationId),
})

const byId = async <Row extends { id: string }>(
  table: {
    find(scope: Scope, where: { id: Test<string> }, options: { lock: 'none' }): Promise<Row[]>
  },
  owners: Scope,
  ids: readonly string[],
): Promise<Map<string, Row>> => {
  const found = await table.find(owners, { id: oneOf([...new Set(ids)]) }, { lock: 'none' })
  return new Map(found.map((row) => [row.id, row]))
}

/** Requeues claimed deliveries, except those whose lease was lost. Returns their number. */
export const releaseClaims = (services: Services, claims: readonly Claim[]): Promise<number> =>
  services.store.write((rows) =>
    rows.webhookDeliveries.updateWhere(
      ownersOf(claims.map(({ delivery }) => delivery)),
      {
        id: oneOf(claims.map(({ delivery }) => delivery.id)),
        leaseToken: oneOf([...new Set(claims.map(({ leaseToken }) => leaseToken))]),
        status: 'SENDING',
      },
      { status: 'PENDING', leaseToken: null, leaseUntil: null },
    ),
  )

const postponeMs = minuteMs

/** Requeues a delivery for a minute later and counts no attempt. Returns false if the lease was lost. */
export const postpone = (
  services: Services,
  delivery: WebhookDeliveryRow,
  leaseToken: string,
  reason: UndeliveredReason,
): Promise<boolean> =>
  services.store.write((rows) =>
    rows.webhookDeliveries.update(
      ownersOf([delivery]),
      delivery.id,
      {
        status: 'PENDING',
        nextAttemptAt: services.clock.now() + postponeMs,
        undelivered: undeliveredAfter(delivery, reason),
        leaseToken: null,
        leaseUntil: null,
      },
      { leaseToken, status: 'SENDING' },
    ),
  )

/**
 * Requeues deliveries whose outcome was not recorded within their lease, usually because a process stopped.
 * The attempt is logged as *interrupted*; a receiver may get the event twice under the same id. With `all`,
 * requeues every delivery in progress, for an instance with a single process. Returns their number.
 */
export const reapLost = (services: Services, options?: { all: boolean }): Promise<number> =>
  services.store.write(async (rows) => {
    const now = services.clock.now()
    const where = [sending, options?.all ? {} : { leaseUntil: lt(now) }]
    const lost = await rows.webhookDeliveries.find(everyone, where, { lock: 'skip' })
    for (const delivery of lost) {
      const claimedAt = (delivery.leaseUntil ?? now) - leaseMs
      await rows.webhookDeliveries.update(
        ownersOf([delivery]),
        delivery.id,
        {
          status: 'PENDING',
          attempts: [...delivery.attempts, interrupted(claimedAt)],
          attemptCount: delivery.attemptCount + 1,
          firstAttemptAt: delivery.firstAttemptAt ?? claimedAt,
          nextAttemptAt: now,
          leaseToken: null,
          leaseUntil: null,
          undelivered: undeliveredAfter(delivery, 'interrupted'),
        },
        { leaseToken: delivery.leaseToken, status: 'SENDING' },
      )
    }
    return lost.length
  })

const interrupted = (at: number): DeliveryAttempt => ({
  at,
  durationMs: 0,
  // The endpoint's URL may have changed since.
  url: null,
  status: null,
  error: 'interrupted',
  // A stopped server and a clock that jumped can't be distinguished here.
  detail:
    'The outcome of this attempt was not recorded in time, so your server may have received it. It is sent again under the same X-Webhook-Id.',
  responseBody: '',
})

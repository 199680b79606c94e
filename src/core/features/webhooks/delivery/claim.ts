import type { Services } from '../../../engine/services.ts'
import { lt, oneOf, type Test, type Where } from '../../../kernel/query.ts'
import { minuteMs } from '../../../kernel/time.ts'
import type {
  DeliveryAttempt,
  UndeliveredReason,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../../model/webhooks.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import type { Room } from './capacity.ts'
import { findDue, sending } from './due.ts'
import { droppedState, heldState, undeliveredAfter } from './state.ts'

/** Much longer than an attempt may take: only a process that died or slept, or a clock that jumped, lets a lease run out. */
export const leaseMs = minuteMs
/** As many as are sent at a time: smaller claims fall behind the writes of a busy server. */
const batchSize = 64

/** A delivery that is ours until its lease ends, with what sending needs. */
export interface Claim {
  delivery: WebhookDeliveryRow
  endpoint: WebhookEndpointRow
  body: string
  leaseToken: string
  claimedAt: number
}

/**
 * Takes a batch of due deliveries under one fresh lease token, as many of each endpoint and organisation as there is room for.
 * `more`: there may be more to take right away, `turn` says behind which endpoint.
 */
export const claimDue = (
  services: Services,
  roomNow: () => Room,
  turn: string,
): Promise<{ claims: Claim[]; more: boolean; turn: string }> =>
  services.store.write(async (rows) => {
    const now = services.clock.now()
    const room = roomNow().copy()
    const due = await findDue(rows, room, now, batchSize, turn)
    if (due.deliveries.length === 0) return { claims: [], more: false, turn }
    const { sendable, leftOver } = await sortOut(rows, due.deliveries, room, now)
    const claims = await take(rows, sendable, services.ids.next('lse'), now)
    // Who was passed over for want of room comes first the next time.
    const reached = leftOver ? (sendable.at(-1)?.delivery.endpointId ?? turn) : due.turn
    return { claims, more: due.more || leftOver, turn: reached }
  })

/** What can be sent now; holds what meanwhile belongs to a disabled endpoint, drops what belongs to a deleted one. */
const sortOut = async (rows: WritableRows, due: readonly WebhookDeliveryRow[], room: Room, now: number) => {
  const endpoints = await byId(
    rows.webhookEndpoints,
    due.map((delivery) => delivery.endpointId),
  )
  const events = await byId(
    rows.events,
    due.map((delivery) => delivery.eventId),
  )
  const sendable: Sendable[] = []
  const held: string[] = []
  const orphaned: string[] = []
  let leftOver = false
  for (const delivery of due) {
    const endpoint = endpoints.get(delivery.endpointId)
    const event = events.get(delivery.eventId)
    const lane = room.laneOf(delivery)
    if (!endpoint || !event) orphaned.push(delivery.id)
    else if (!endpoint.active && delivery.kind === 'EVENT') held.push(delivery.id)
    else if (!lane) leftOver = true
    else {
      room.count(delivery, lane, 1)
      sendable.push({ delivery, endpoint, body: event.body })
    }
  }
  if (held.length > 0) {
    await rows.webhookDeliveries.updateWhere(everyone, stillPending(held), heldState)
  }
  // What was put aside made room for others of the same endpoint.
  if (held.length > 0 || orphaned.length > 0) leftOver = true
  if (orphaned.length > 0) {
    const dropped = { ...droppedState, finishedAt: now }
    await rows.webhookDeliveries.updateWhere(everyone, stillPending(orphaned), dropped)
  }
  return { sendable, leftOver }
}

type Sendable = Omit<Claim, 'leaseToken' | 'claimedAt'>

const take = async (
  rows: WritableRows,
  sendable: readonly Sendable[],
  leaseToken: string,
  now: number,
): Promise<Claim[]> => {
  if (sendable.length === 0) return []
  const ids = sendable.map(({ delivery }) => delivery.id)
  const count = await rows.webhookDeliveries.updateWhere(everyone, stillPending(ids), {
    status: 'SENDING',
    leaseToken,
    leaseUntil: now + leaseMs,
  })
  const claims = sendable.map((one) => ({ ...one, leaseToken, claimedAt: now }))
  if (count === ids.length) return claims
  // Another process took some between the reading and the writing.
  const ours = await rows.webhookDeliveries.find(everyone, { id: oneOf(ids), leaseToken }, { lock: 'none' })
  return claims.filter(({ delivery }) => ours.some(({ id }) => id === delivery.id))
}

const stillPending = (ids: readonly string[]): Where<WebhookDeliveryRow> => ({
  id: oneOf(ids),
  status: 'PENDING',
})

const byId = async <Row extends { id: string }>(
  table: {
    find(scope: typeof everyone, where: { id: Test<string> }, options: { lock: 'none' }): Promise<Row[]>
  },
  ids: readonly string[],
): Promise<Map<string, Row>> => {
  const found = await table.find(everyone, { id: oneOf([...new Set(ids)]) }, { lock: 'none' })
  return new Map(found.map((row) => [row.id, row]))
}

/** Makes deliveries wait again as they did, because they were not sent after all. What lost its lease is not ours to give. */
export const giveBack = (services: Services, claims: readonly Claim[]): Promise<number> =>
  services.store.write((rows) =>
    rows.webhookDeliveries.updateWhere(
      everyone,
      {
        id: oneOf(claims.map(({ delivery }) => delivery.id)),
        leaseToken: oneOf([...new Set(claims.map(({ leaseToken }) => leaseToken))]),
        status: 'SENDING',
      },
      { status: 'PENDING', leaseToken: null, leaseUntil: null },
    ),
  )

/** How soon we look again whether we can send it. */
const putOffMs = minuteMs

/**
 * Makes a delivery wait that we cannot send for a reason of our own: no attempt was made, so its schedule and its endpoint's
 * counter stay as they are (decision 143). False where its lease was lost.
 */
export const putOff = (
  services: Services,
  delivery: WebhookDeliveryRow,
  leaseToken: string,
  reason: UndeliveredReason,
): Promise<boolean> =>
  services.store.write((rows) =>
    rows.webhookDeliveries.update(
      everyone,
      delivery.id,
      {
        status: 'PENDING',
        nextAttemptAt: services.clock.now() + putOffMs,
        undelivered: undeliveredAfter(delivery, reason),
        leaseToken: null,
        leaseUntil: null,
      },
      { leaseToken, status: 'SENDING' },
    ),
  )

/**
 * Makes deliveries wait again of which nobody said within their lease how they ended, mostly because their
 * process went away in the middle: logged as *interrupted* and due at once, under the same id (a receiver may
 * see an event twice). `all` takes every delivery that is being sent, for a process that has just become the
 * only one. Returns how many.
 */
export const reapLost = (services: Services, options?: { all: boolean }): Promise<number> =>
  services.store.write(async (rows) => {
    const now = services.clock.now()
    const where = [sending, options?.all ? {} : { leaseUntil: lt(now) }]
    const lost = await rows.webhookDeliveries.find(everyone, where, { lock: 'skip' })
    for (const delivery of lost) {
      const claimedAt = (delivery.leaseUntil ?? now) - leaseMs
      await rows.webhookDeliveries.update(
        everyone,
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
  status: null,
  error: 'interrupted',
  // All that is known: a server that stopped and a clock that jumped look the same from here.
  detail:
    'No outcome of this attempt was recorded in time: your server may have received it or not. It is sent again under the same X-Webhook-Id.',
  responseBody: '',
})

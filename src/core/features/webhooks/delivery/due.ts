import { gt, isNotNull, lte, type Where } from '../../../kernel/query.ts'
import type { WebhookDeliveryRow } from '../../../model/webhooks.ts'
import { everyone, type Lock, type Rows } from '../../../ports/store.ts'
import type { Room } from './capacity.ts'

/** What is taken is passed over by other processes; whose it is does not matter yet. */
const lock: Lock = 'skip'

/**
 * Says what the status implies: the indexes hold deliveries with a time only. Left out where a bound says it too: with two bounds
 * SQLite takes the index by time, and goes through all that is due, where the one by endpoint has a handful.
 */
const timed: Where<WebhookDeliveryRow> = { nextAttemptAt: isNotNull }
const isPending: Where<WebhookDeliveryRow> = { status: 'PENDING' }
/** What somebody is sending, or was when he went away. */
export const sending: Where<WebhookDeliveryRow> = [{ status: 'SENDING' }, timed]
const soonestFirst = [{ field: 'nextAttemptAt' }] as const

/**
 * Deliveries that are due, the longest due first. Once somebody can have no more, endpoint by endpoint
 * instead, in turns: a day's backlog of one that hangs then costs one look, where going through it by time
 * would delay all others (decision 142).
 */
export const findDue = async (
  rows: Rows,
  room: Room,
  now: number,
  limit: number,
  turn: string,
): Promise<{ deliveries: WebhookDeliveryRow[]; more: boolean; turn: string }> => {
  const due: Where<WebhookDeliveryRow> = [isPending, { nextAttemptAt: lte(now) }]
  if (!room.isCrowded) {
    const deliveries = await rows.webhookDeliveries.find(everyone, due, { order: soonestFirst, limit, lock })
    return { deliveries, more: deliveries.length === limit, turn }
  }
  const deliveries: WebhookDeliveryRow[] = []
  let last = turn
  for await (const head of heads(rows, turn)) {
    const { endpointId, nextAttemptAt } = head
    if (deliveries.length === limit) return { deliveries, more: true, turn: last }
    if (nextAttemptAt! > now || !room.laneOf(head)) continue
    const own: Where<WebhookDeliveryRow> = { endpointId }
    const found = await rows.webhookDeliveries.find(everyone, [own, due], {
      order: soonestFirst,
      limit: Math.min(room.freeOf(endpointId), limit - deliveries.length),
      lock,
    })
    deliveries.push(...found)
    last = endpointId
  }
  return { deliveries, more: false, turn: last }
}

/**
 * When the next delivery is due; undefined where none waits, or nobody could begin it. While somebody can have no more, what is
 * due already is passed over: whoever has room has been served, and the others are when a send ends.
 */
export const nextDueAt = async (rows: Rows, room: Room, now: number): Promise<number | undefined> => {
  if (room.isClosed) return undefined
  const later: Where<WebhookDeliveryRow> = room.isCrowded ? { nextAttemptAt: gt(now) } : timed
  const [next] = await rows.webhookDeliveries.find(everyone, [isPending, later], {
    order: soonestFirst,
    limit: 1,
  })
  return next?.nextAttemptAt ?? undefined
}

/** For each endpoint that deliveries wait for, the one that is due first; in a ring that begins behind an endpoint. */
async function* heads(rows: Rows, begin: string): AsyncGenerator<WebhookDeliveryRow> {
  const upTo: Where<WebhookDeliveryRow> = { endpointId: lte(begin) }
  for (const [from, bounds] of [[begin, []] as const, ['', [upTo]] as const]) {
    let after: string = from
    for (;;) {
      const [head] = await rows.webhookDeliveries.find(
        everyone,
        [isPending, timed, { endpointId: gt(after) }, bounds],
        { order: [{ field: 'endpointId' }, { field: 'nextAttemptAt' }], limit: 1, lock: 'none' },
      )
      if (!head) break
      yield head
      after = head.endpointId
    }
  }
}

import type { Condition } from '../list/query.ts'
import { everyone, type Lock, type Rows } from '../ports/store.ts'
import type { WebhookDeliveryRow } from './store.ts'

/** How much may be taken: in all, and by endpoint what is under way already. */
export interface Room {
  total: number
  perEndpoint: number
  inFlight: ReadonlyMap<string, number>
}

/** What is taken is passed over by other processes; whose it is does not matter yet. */
const lock: Lock = 'skip'

/** The second says what the first implies, so that an index can bear the order: a pending delivery has its time. */
const pending: Condition[] = [
  { field: 'status', op: 'eq', value: 'PENDING' },
  { field: 'nextAttemptAt', op: 'null', value: false },
]
const soonestFirst = [{ field: 'nextAttemptAt' }] as const

const freeOf = (room: Room, endpointId: string): number =>
  room.perEndpoint - (room.inFlight.get(endpointId) ?? 0)

/** Whether an endpoint has as much under way as it may. */
export const isSaturated = (room: Room): boolean =>
  [...room.inFlight.keys()].some((endpointId) => freeOf(room, endpointId) <= 0)

/**
 * Deliveries that are due, the longest due first. Once an endpoint is saturated, endpoint by endpoint instead, in
 * turns: a day's backlog of one that hangs then costs one look, where going through it by time would delay all
 * others (DESIGN 4).
 */
export const findDue = async (
  rows: Rows,
  room: Room,
  now: number,
  limit: number,
  turn: string,
): Promise<{ deliveries: WebhookDeliveryRow[]; more: boolean; turn: string }> => {
  const due: Condition[] = [...pending, { field: 'nextAttemptAt', op: 'lte', value: now }]
  if (!isSaturated(room)) {
    const deliveries = await rows.webhookDeliveries.find(everyone, due, {
      order: soonestFirst,
      limit,
      lock,
    })
    return { deliveries, more: deliveries.length === limit, turn }
  }
  const deliveries: WebhookDeliveryRow[] = []
  let last = turn
  for await (const head of heads(rows, turn)) {
    const { endpointId, nextAttemptAt } = head
    const free = Math.min(freeOf(room, endpointId), limit - deliveries.length)
    if (deliveries.length === limit) return { deliveries, more: true, turn: last }
    if (free <= 0 || nextAttemptAt! > now) continue
    const own: Condition = { field: 'endpointId', op: 'eq', value: endpointId }
    const found = await rows.webhookDeliveries.find(everyone, [own, ...due], {
      order: soonestFirst,
      limit: free,
      lock,
    })
    deliveries.push(...found)
    last = endpointId
  }
  return { deliveries, more: false, turn: last }
}

/** When the next delivery is due that there is room for; undefined where none waits. */
export const nextDueAt = async (rows: Rows, room: Room): Promise<number | undefined> => {
  if (room.total <= 0) return undefined
  if (!isSaturated(room)) {
    const [next] = await rows.webhookDeliveries.find(everyone, pending, { order: soonestFirst, limit: 1 })
    return next?.nextAttemptAt ?? undefined
  }
  let next: number | undefined
  for await (const { endpointId, nextAttemptAt } of heads(rows, '')) {
    if (freeOf(room, endpointId) > 0) next = Math.min(next ?? nextAttemptAt!, nextAttemptAt!)
  }
  return next
}

/** For each endpoint that deliveries wait for, the one that is due first; in a ring that begins behind an endpoint. */
async function* heads(rows: Rows, begin: string): AsyncGenerator<WebhookDeliveryRow> {
  const upTo: Condition = { field: 'endpointId', op: 'lte', value: begin }
  for (const [from, bounds] of [[begin, []] as const, ['', [upTo]] as const]) {
    let after: string = from
    for (;;) {
      const [head] = await rows.webhookDeliveries.find(
        everyone,
        [...pending, { field: 'endpointId', op: 'gt', value: after }, ...bounds],
        { order: [{ field: 'endpointId' }, { field: 'nextAttemptAt' }], limit: 1, lock: 'none' },
      )
      if (!head) break
      yield head
      after = head.endpointId
    }
  }
}

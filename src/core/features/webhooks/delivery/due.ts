import { gt, isNotNull, lte, type Where } from '../../../kernel/query.ts'
import type { WebhookDeliveryRow } from '../../../model/webhooks.ts'
import { everyone, type Lock, type Rows } from '../../../ports/store.ts'
import type { Capacity } from './capacity.ts'

const lock: Lock = 'skip'

/**
 * The partial indexes contain only deliveries with a time. Omit this condition if another bound implies it:
 * with two bounds, SQLite takes the index by time and reads everything that is due, although the index by
 * endpoint would yield a few rows.
 */
const timed: Where<WebhookDeliveryRow> = { nextAttemptAt: isNotNull }
const isPending: Where<WebhookDeliveryRow> = { status: 'PENDING' }
/** Deliveries in progress, including those of a process that has stopped. */
export const sending: Where<WebhookDeliveryRow> = [{ status: 'SENDING' }, timed]
const soonestFirst = [{ field: 'nextAttemptAt' }] as const

/**
 * Returns due deliveries, the longest due first (docs/design/webhooks.md). While an endpoint or organisation
 * is at its limit, takes them round robin by endpoint: the backlog of a hanging endpoint then costs one query
 * instead of delaying all others.
 */
export const findDue = async (
  rows: Rows,
  capacity: Capacity,
  now: number,
  limit: number,
  turn: string,
): Promise<{ deliveries: WebhookDeliveryRow[]; more: boolean; turn: string }> => {
  const due: Where<WebhookDeliveryRow> = [isPending, { nextAttemptAt: lte(now) }]
  if (!capacity.isCrowded) {
    const deliveries = await rows.webhookDeliveries.find(everyone, due, { order: soonestFirst, limit, lock })
    return { deliveries, more: deliveries.length === limit, turn }
  }
  const deliveries: WebhookDeliveryRow[] = []
  let last = turn
  for await (const head of heads(rows, turn)) {
    const { endpointId, nextAttemptAt } = head
    if (deliveries.length === limit) return { deliveries, more: true, turn: last }
    if (nextAttemptAt! > now || !capacity.laneOf(head)) continue
    const own = { organisationIds: [head.organisationId] }
    const found = await rows.webhookDeliveries.find(own, [{ endpointId }, due], {
      order: soonestFirst,
      limit: Math.min(capacity.freeOf(endpointId), limit - deliveries.length),
      lock,
    })
    deliveries.push(...found)
    last = endpointId
  }
  // The last endpoint may have more than the rest of the batch.
  return { deliveries, more: deliveries.length === limit, turn: last }
}

/**
 * Returns when the next delivery is due, in ms; undefined if none waits or none could start. At a limit,
 * ignores deliveries that are already due: they were claimed, or wait for a send to end.
 */
export const nextDueAt = async (rows: Rows, capacity: Capacity, now: number): Promise<number | undefined> => {
  if (capacity.isClosed) return undefined
  const later: Where<WebhookDeliveryRow> = capacity.isCrowded ? { nextAttemptAt: gt(now) } : timed
  const [next] = await rows.webhookDeliveries.find(everyone, [isPending, later], {
    order: soonestFirst,
    limit: 1,
  })
  return next?.nextAttemptAt ?? undefined
}

/** Yields each endpoint's next delivery, in a ring of endpoint ids that begins after `begin`. */
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

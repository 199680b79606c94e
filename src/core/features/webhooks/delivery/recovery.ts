import type { Services } from '../../../engine/services.ts'
import { gt, gte, isNull, lt, lte, oneOf, type Where } from '../../../kernel/query.ts'
import { dayMs } from '../../../kernel/time.ts'
import type { WebhookDeliveryRow } from '../../../model/webhooks.ts'
import type { Rows, WritableRows } from '../../../ports/store.ts'
import {
  chunkSize,
  type EndpointRef,
  missedConditions,
  moveDeliveries,
  releasedState,
  undeliveredConditions,
} from '../endpoints/endpoint-state.ts'

/** Rows contain the answers of all their attempts, so few are read at a time. */
const exhaustedChunk = 100

type ConfigOnly = Pick<Services, 'config'>

const missedSince = (
  services: ConfigOnly,
  endpointId: string,
  now: number,
  since: number,
): Where<WebhookDeliveryRow> => [missedConditions(services, endpointId, now), { createdAt: gte(since) }]

const exhaustedSince = (
  { config }: ConfigOnly,
  endpointId: string,
  now: number,
  since: number,
): Where<WebhookDeliveryRow> => [
  { endpointId, status: 'EXHAUSTED', createdAt: gt(now - config.eventRetentionDays * dayMs) },
  { createdAt: gte(since) },
  { kind: 'EVENT', replayedAt: isNull },
]

export const countSince = async (
  services: ConfigOnly,
  rows: Rows,
  endpoint: { id: string; organisationId: string },
  now: number,
  since: number,
): Promise<number> => {
  const own = { organisationId: endpoint.organisationId }
  const missed = await rows.webhookDeliveries.count(own, missedSince(services, endpoint.id, now, since))
  return missed + (await rows.webhookDeliveries.count(own, exhaustedSince(services, endpoint.id, now, since)))
}

/** Requeues a chunk of missed or exhausted deliveries on a new schedule. True if there may be more. */
export const releaseSince = async (
  services: ConfigOnly,
  rows: WritableRows,
  endpoint: EndpointRef,
  now: number,
  since: number,
): Promise<boolean> => {
  const due = releasedState(now)
  const missed = await moveDeliveries(rows, endpoint, missedSince(services, endpoint.id, now, since), due)
  if (missed === chunkSize) return true
  const where = exhaustedSince(services, endpoint.id, now, since)
  const restarted = { ...due, finishedAt: null }
  return (await moveDeliveries(rows, endpoint, where, restarted, exhaustedChunk)) === exhaustedChunk
}

/**
 * A delivery with this many attempts can't be brought forward: its row stores each attempt, and a client
 * might call every second.
 */
export const maxAttempts = 50

const waitingChunkSize = 100

type Cursor = NonNullable<Parameters<Rows['webhookDeliveries']['list']>[1]['after']>

/** Without a cursor, SQLite would sort all waiting deliveries with their answers for one chunk. */
export const firstCursor: Cursor = { values: [0], id: '' }

/**
 * Leaves out replayed events, which the endpoint has, and tests and replays, which were requested
 * individually: a replay next to the waiting event would deliver it twice.
 */
const waiting = (endpointId: string, now: number): Where<WebhookDeliveryRow> => [
  { endpointId, status: 'PENDING', nextAttemptAt: gt(now), attemptCount: lt(maxAttempts) },
  undeliveredConditions,
]

/** Counts waiting events, and failed events that are due or being sent already. */
export const countWaiting = async (
  rows: Rows,
  endpoint: { id: string; organisationId: string },
  now: number,
): Promise<{ count: number; underWay: number }> => {
  const own = { organisationId: endpoint.organisationId }
  const counted = (where: Where<WebhookDeliveryRow>) =>
    rows.webhookDeliveries.count(own, [{ endpointId: endpoint.id }, where, undeliveredConditions])
  const [count, due, sending] = await Promise.all([
    rows.webhookDeliveries.count(own, waiting(endpoint.id, now)),
    counted({ status: 'PENDING', nextAttemptAt: lte(now) }),
    counted({ status: 'SENDING' }),
  ])
  return { count, underWay: due + sending }
}

/**
 * Makes a chunk of waiting deliveries due now, the oldest first. Returns where the chunk ended; undefined at
 * the end. Skips deliveries attempted since `requestedAt`, so that one request retries nothing twice, even if
 * its job runs again.
 */
export const bringForward = async (
  { clock }: Pick<Services, 'clock'>,
  rows: WritableRows,
  { id: endpointId, organisationId }: EndpointRef,
  requestedAt: number,
  after: Cursor,
): Promise<Cursor | undefined> => {
  const now = clock.now()
  const own = { organisationId }
  const where = waiting(endpointId, now)
  const chunk = await rows.webhookDeliveries.list(own, {
    where,
    sort: [{ field: 'createdAt', descending: false }],
    after,
    limit: waitingChunkSize,
    total: false,
  })
  const ids = chunk.rows.filter((row) => !wasTriedSince(row, requestedAt)).map(({ id }) => id)
  if (ids.length > 0) {
    // The schedule counts from the first attempt, which stays: this attempt is additional.
    await rows.webhookDeliveries.updateWhere(own, [{ id: oneOf(ids) }, where], { nextAttemptAt: now })
  }
  const last = chunk.rows.at(-1)
  return chunk.hasMore && last ? { values: [last.createdAt], id: last.id } : undefined
}

/** Makes a waiting delivery due now. Returns it unchanged if due or being sent, undefined if not waiting. */
export const bringOneForward = async (
  { clock }: Pick<Services, 'clock'>,
  rows: WritableRows,
  delivery: WebhookDeliveryRow,
): Promise<WebhookDeliveryRow | undefined> => {
  const now = clock.now()
  const { id, endpointId, status, nextAttemptAt } = delivery
  if (status === 'SENDING' || (status === 'PENDING' && nextAttemptAt! <= now)) return delivery
  const where: Where<WebhookDeliveryRow> = [{ id }, waiting(endpointId, now)]
  const changed = await rows.webhookDeliveries.updateWhere(delivery, where, { nextAttemptAt: now })
  return changed === 1 ? { ...delivery, nextAttemptAt: now } : undefined
}

const wasTriedSince = ({ attempts }: WebhookDeliveryRow, requestedAt: number): boolean => {
  const last = attempts.at(-1)
  return last !== undefined && last.at + last.durationMs >= requestedAt
}

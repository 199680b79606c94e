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

/** A delivery that was given up has the answers of all its attempts: few are read at a time. */
const givenUpChunk = 100

type Kept = Pick<Services, 'config'>

/** What an endpoint missed of what happened from a time in ms on. */
const missedSince = (
  services: Kept,
  endpointId: string,
  now: number,
  since: number,
): Where<WebhookDeliveryRow> => [missedConditions(services, endpointId, now), { createdAt: gte(since) }]

/** What was given up from a time in ms on, and no replay has brought since. */
const givenUpSince = (
  { config }: Kept,
  endpointId: string,
  now: number,
  since: number,
): Where<WebhookDeliveryRow> => [
  { endpointId, status: 'EXHAUSTED', createdAt: gt(now - config.eventRetentionDays * dayMs) },
  { createdAt: gte(since) },
  { kind: 'EVENT', replayedAt: isNull },
]

/** How many events an endpoint does not have, of what happened from a time in ms on. */
export const countSince = async (
  services: Kept,
  rows: Rows,
  endpoint: { id: string; organisationId: string },
  now: number,
  since: number,
): Promise<number> => {
  const own = { organisationId: endpoint.organisationId }
  const missed = await rows.webhookDeliveries.count(own, missedSince(services, endpoint.id, now, since))
  return missed + (await rows.webhookDeliveries.count(own, givenUpSince(services, endpoint.id, now, since)))
}

/**
 * Makes a chunk of what an endpoint does not have due; true while there may be more. A delivery that was given
 * up begins a new schedule, as one that was missed does.
 */
export const releaseSince = async (
  services: Kept,
  rows: WritableRows,
  endpoint: EndpointRef,
  now: number,
  since: number,
): Promise<boolean> => {
  const due = releasedState(now)
  const missed = await moveDeliveries(rows, endpoint, missedSince(services, endpoint.id, now, since), due)
  if (missed === chunkSize) return true
  const where = givenUpSince(services, endpoint.id, now, since)
  const begun = { ...due, finishedAt: null }
  return (await moveDeliveries(rows, endpoint, where, begun, givenUpChunk)) === givenUpChunk
}

/**
 * A delivery with so many attempts is not brought forward any more and keeps to its schedule: each attempt is
 * kept in its row, and a program could ask every second.
 */
export const maxAttempts = 50

/** Rows hold the answers to all their attempts, so few are read at a time. */
const waitingChunkSize = 100

/** Where a chunk ended, from which the next goes on. */
type Place = NonNullable<Parameters<Rows['webhookDeliveries']['list']>[1]['after']>

/** Before all deliveries. Without a place SQLite would sort all that wait, with their answers, for one chunk. */
export const beginning: Place = { values: [0], id: '' }

/**
 * Events that wait for a later attempt. One that a replay has brought is left out: the endpoint has it. So are
 * tests and replays, each of which was asked for on its own: beside the event that waits, a replay of it would
 * bring it twice.
 */
const waiting = (endpointId: string, now: number): Where<WebhookDeliveryRow> => [
  { endpointId, status: 'PENDING', nextAttemptAt: gt(now), attemptCount: lt(maxAttempts) },
  undeliveredConditions,
]

/** How many events wait for a later attempt, and how many that failed are due or being sent already. */
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
 * Makes a chunk of what waits due, the oldest first. Returns where it ended, undefined at the end. What was
 * tried since `asked` stays as it is, so that one request tries nothing twice, also where its job runs again.
 */
export const bringForward = async (
  { clock }: Pick<Services, 'clock'>,
  rows: WritableRows,
  { id: endpointId, organisationId }: EndpointRef,
  asked: number,
  after: Place,
): Promise<Place | undefined> => {
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
  const ids = chunk.rows.filter((row) => !wasTriedSince(row, asked)).map(({ id }) => id)
  if (ids.length > 0) {
    // The schedule is counted from the first attempt, which stays: this attempt comes in addition to it.
    await rows.webhookDeliveries.updateWhere(own, [{ id: oneOf(ids) }, where], { nextAttemptAt: now })
  }
  const last = chunk.rows.at(-1)
  return chunk.hasMore && last ? { values: [last.createdAt], id: last.id } : undefined
}

/**
 * Makes one delivery due, where it is an event that waits for a later attempt, and returns it; undefined where
 * it waits for none. One that is due or being sent stays as it is.
 */
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

const wasTriedSince = ({ attempts }: WebhookDeliveryRow, asked: number): boolean => {
  const last = attempts.at(-1)
  return last !== undefined && last.at + last.durationMs >= asked
}

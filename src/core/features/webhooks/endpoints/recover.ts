import type { Services } from '../../../engine/services.ts'
import { gt, gte, isNull, type Where } from '../../../kernel/query.ts'
import { dayMs } from '../../../kernel/time.ts'
import type { WebhookDeliveryRow } from '../../../model/webhooks.ts'
import type { Rows, WritableRows } from '../../../ports/store.ts'
import {
  chunkSize,
  type EndpointRef,
  missedConditions,
  moveDeliveries,
  releasedState,
} from './endpoint-state.ts'

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

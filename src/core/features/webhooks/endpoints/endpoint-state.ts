import type { Transaction } from '../../../engine/context.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import type { Services } from '../../../engine/services.ts'
import { gt, isNotNull, isNull, oneOf, type Where } from '../../../kernel/query.ts'
import { dayMs, toDateTime } from '../../../kernel/time.ts'
import type { UndeliveredReason, WebhookDeliveryRow, WebhookEndpointRow } from '../../../model/webhooks.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { recipientsOf } from '../../notices/recipients.ts'

/** State of a waiting delivery after its endpoint was disabled. */
export const heldState = {
  status: 'HELD',
  nextAttemptAt: null,
  undelivered: 'endpoint_disabled',
} as const

/** State of a delivery whose endpoint was deleted. */
export const droppedState = {
  status: 'DROPPED',
  nextAttemptAt: null,
  undelivered: 'endpoint_deleted',
} as const

/** Returns the reason for an event; null for tests and replays. */
export const undeliveredAfter = (
  { kind }: Pick<WebhookDeliveryRow, 'kind'>,
  reason: UndeliveredReason,
): UndeliveredReason | null => (kind === 'EVENT' ? reason : null)

/** Matches events that were not delivered. The conditions are in the order of a partial index. */
export const undeliveredConditions: Where<WebhookDeliveryRow> = {
  undelivered: isNotNull,
  kind: 'EVENT',
  replayedAt: isNull,
}

/**
 * Mails the developers, or else the owners, if a mail server is configured (docs/webhooks.md#delivery).
 * Members who opted out get none. Each address has its own job, so that a failure delays no other.
 */
const notifyDevelopers = async (
  services: Services,
  { rows, work }: Transaction,
  { id, organisationId, epoch }: Pick<WebhookEndpointRow, 'id' | 'organisationId' | 'epoch'>,
  now: number,
): Promise<void> => {
  if (!services.mailer.available) return
  for (const { user } of await recipientsOf(rows, organisationId, 'ENDPOINT_DISABLED')) {
    work.enqueue({
      kind: 'webhooks.disabledMail',
      subject: `${id}|${epoch}|${user.id}`,
      organisationId,
      mode: null,
      dueAt: now,
      payload: { endpointId: id, userId: user.id, epoch },
    })
  }
}

/** Deliveries changed in one transaction. Jobs change the rest, so that other writers are not blocked. */
export const chunkSize = 500

export const switchedOff = 'Switched off by the organisation.'

/** Begins a new epoch, so that late results don't count. Returns false if the endpoint was changed. */
export const disableEndpoint = async (
  { rows, work }: Transaction,
  endpoint: WebhookEndpointRow,
  disabledReason: string,
  now: number,
): Promise<boolean> => {
  const disabled = await rows.webhookEndpoints.update(
    endpoint,
    endpoint.id,
    { active: false, disabledAt: now, disabledReason, epoch: endpoint.epoch + 1, updatedAt: now },
    { epoch: endpoint.epoch, active: true },
  )
  if (!disabled) return false
  if ((await holdPending(rows, endpoint)) === chunkSize) {
    work.enqueue(endpointJob('webhooks.hold', endpoint, now))
  }
  return true
}

/** Disables the endpoint; notifies event feed, other endpoints and developers (docs/webhooks.md#delivery). */
export const disableAfterFailures = async (
  services: Services,
  transaction: Transaction,
  endpoint: WebhookEndpointRow,
  now: number,
): Promise<void> => {
  const reason = `${endpoint.consecutiveExhausted} consecutive events could not be delivered.`
  if (!(await disableEndpoint(transaction, endpoint, reason, now))) return
  const organisation = await transaction.rows.organisations.get(everyone, endpoint.organisationId)
  if (!organisation) return
  await notifyDevelopers(services, transaction, { ...endpoint, epoch: endpoint.epoch + 1 }, now)
  // A test-mode event is visible to the same keys as a test-mode endpoint.
  const mode = endpoint.onlyMode ?? 'live'
  transaction.work.emit({
    type: 'webhook.disabled',
    organisationId: endpoint.organisationId,
    mode,
    at: nowIn(services, organisation, mode),
    data: {
      endpoint: {
        id: endpoint.id,
        status: 'DISABLED',
        url: endpoint.url,
        reason,
        disabledAt: toDateTime(now),
      },
    },
    exceptEndpointId: endpoint.id,
  })
}

/** Missed events wait for `replay-missed`. Returns false if the endpoint changed in between. */
export const enableEndpoint = (
  rows: WritableRows,
  endpoint: WebhookEndpointRow,
  now: number,
): Promise<boolean> =>
  rows.webhookEndpoints.update(
    endpoint,
    endpoint.id,
    { active: true, disabledAt: null, disabledReason: null, consecutiveExhausted: 0, updatedAt: now },
    { epoch: endpoint.epoch, active: false },
  )

/** Holds a chunk of pending events. Returns their number. */
export const holdPending = (rows: WritableRows, endpoint: EndpointRef): Promise<number> =>
  moveDeliveries(
    rows,
    endpoint,
    {
      status: 'PENDING',
      // Tests and replays are not held, because each was requested explicitly.
      kind: 'EVENT',
    },
    heldState,
  )

/** Drops a chunk of unsent deliveries. Returns their number. */
export const dropUnsent = (rows: WritableRows, endpoint: EndpointRef, now: number): Promise<number> =>
  moveDeliveries(
    rows,
    endpoint,
    { status: oneOf(['PENDING', 'HELD', 'MISSED']) },
    { ...droppedState, finishedAt: now },
  )

/**
 * Tests neither kind nor expiry, so that an index alone counts the rows: only events are held or missed, and
 * deliveries expire after the same time.
 */
export const missedConditions = (
  { config }: Pick<Services, 'config'>,
  endpointId: string,
  now: number,
): Where<WebhookDeliveryRow> => ({
  endpointId,
  status: oneOf(['HELD', 'MISSED']),
  createdAt: gt(now - config.eventRetentionDays * dayMs),
})

/** Requeues a chunk, conditionally, so that concurrent requests deliver each once. Returns their number. */
export const releaseMissed = (
  services: Pick<Services, 'config'>,
  rows: WritableRows,
  endpoint: EndpointRef,
  now: number,
): Promise<number> =>
  moveDeliveries(rows, endpoint, missedConditions(services, endpoint.id, now), releasedState(now))

export const releasedState = (now: number) =>
  ({
    status: 'PENDING',
    nextAttemptAt: now,
    // The receiver is not to blame for the time on hold, so the schedule restarts.
    firstAttemptAt: null,
    undelivered: null,
  }) as const

export type EndpointRef = Pick<WebhookEndpointRow, 'id' | 'organisationId'>

/** Patches a chunk of the endpoint's matching deliveries. Returns their number. */
export const moveDeliveries = async (
  rows: WritableRows,
  { id: endpointId, organisationId }: EndpointRef,
  which: Where<WebhookDeliveryRow>,
  patch: Partial<WebhookDeliveryRow>,
  limit = chunkSize,
): Promise<number> => {
  const own = { organisationId }
  const where: Where<WebhookDeliveryRow> = [{ endpointId }, which]
  const chunk = await rows.webhookDeliveries.find(own, where, { limit })
  if (chunk.length === 0) return 0
  const ids: Where<WebhookDeliveryRow> = { id: oneOf(chunk.map(({ id }) => id)) }
  return rows.webhookDeliveries.updateWhere(own, [ids, where], patch)
}

type EndpointJob =
  | 'webhooks.drop'
  | 'webhooks.hold'
  | 'webhooks.replayMissed'
  | 'webhooks.replaySince'
  | 'webhooks.retryNow'

/** A job that continues where one transaction reached its limit of deliveries. */
export const endpointJob = <K extends EndpointJob>(
  kind: K,
  endpoint: Pick<WebhookEndpointRow, 'id' | 'organisationId'>,
  now: number,
) => ({
  kind,
  subject: endpoint.id,
  organisationId: endpoint.organisationId,
  // Deliveries use real time in both modes.
  mode: null,
  dueAt: now,
  payload: { endpointId: endpoint.id },
})

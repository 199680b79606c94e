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

/** Final state of a delivery after its endpoint was deleted. */
export const droppedState = {
  status: 'DROPPED',
  nextAttemptAt: null,
  undelivered: 'endpoint_deleted',
} as const

/** Why the event is undelivered after a failed attempt; null for tests and replays. */
export const undeliveredAfter = (
  { kind }: Pick<WebhookDeliveryRow, 'kind'>,
  reason: UndeliveredReason,
): UndeliveredReason | null => (kind === 'EVENT' ? reason : null)

/** Deliveries of events that an endpoint still does not have, in the order of a sparse index. */
export const undeliveredConditions: Where<WebhookDeliveryRow> = {
  undelivered: isNotNull,
  kind: 'EVENT',
  replayedAt: isNull,
}

/**
 * Mails the organisation's developers that an endpoint was disabled, where there is a mail server
 * (docs/webhooks.md#delivery); the owners where no member is a developer; and not who chose otherwise. Each address has a job of its own,
 * so that one that fails delays no other.
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

/**
 * Deliveries that one transaction changes. The rest follows in jobs, so that other writers get their turn.
 */
export const chunkSize = 500

/** Why an endpoint is disabled that a person switched off. */
export const switchedOff = 'Switched off by the organisation.'

/**
 * Disables an endpoint under a new epoch, so that late results do not count, and holds what waits. False when
 * the endpoint changed in between.
 */
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

/**
 * Disables an endpoint after too many failures (docs/webhooks.md#delivery). The feed, the organisation's
 * other endpoints and its developers are notified once.
 */
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
  // An event of test mode is shown to the same keys as an endpoint of test mode.
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

/**
 * Enables an endpoint; what it missed waits for `replay-missed`. False when the endpoint changed in between.
 */
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

/** Holds a chunk of the deliveries that wait for a disabled endpoint; returns how many. */
export const holdPending = (rows: WritableRows, endpoint: EndpointRef): Promise<number> =>
  moveDeliveries(
    rows,
    endpoint,
    {
      status: 'PENDING',
      // Tests and replays are not held, because a caller asked for each of them.
      kind: 'EVENT',
    },
    heldState,
  )

/** Drops a chunk of the deliveries that a deleted endpoint did not receive; returns how many. */
export const dropUnsent = (rows: WritableRows, endpoint: EndpointRef, now: number): Promise<number> =>
  moveDeliveries(
    rows,
    endpoint,
    { status: oneOf(['PENDING', 'HELD', 'MISSED']) },
    { ...droppedState, finishedAt: now },
  )

/**
 * Deliveries that an endpoint missed while it was disabled and that are still kept. An index alone can count
 * them: only events are held or missed, and every delivery expires after the same time.
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

/**
 * Makes a chunk of missed deliveries due; returns how many. The update that takes a row out of HELD or MISSED
 * is conditional, so concurrent requests deliver it only once.
 */
export const releaseMissed = (
  services: Pick<Services, 'config'>,
  rows: WritableRows,
  endpoint: EndpointRef,
  now: number,
): Promise<number> =>
  moveDeliveries(rows, endpoint, missedConditions(services, endpoint.id, now), releasedState(now))

/** State of a delivery that is to be sent although it was held, missed or given up. */
export const releasedState = (now: number) =>
  ({
    status: 'PENDING',
    nextAttemptAt: now,
    // The receiver is not to blame for the time in which the delivery was held, so its schedule begins anew.
    firstAttemptAt: null,
    undelivered: null,
  }) as const

export type EndpointRef = Pick<WebhookEndpointRow, 'id' | 'organisationId'>

/** Changes a chunk of an endpoint's deliveries; returns how many. */
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

/** A job that continues where one transaction changed as many deliveries as it may. */
export const endpointJob = <K extends EndpointJob>(
  kind: K,
  endpoint: Pick<WebhookEndpointRow, 'id' | 'organisationId'>,
  now: number,
) => ({
  kind,
  subject: endpoint.id,
  organisationId: endpoint.organisationId,
  // Deliveries run in real time in both modes.
  mode: null,
  dueAt: now,
  payload: { endpointId: endpoint.id },
})

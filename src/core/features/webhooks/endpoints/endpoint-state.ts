import type { Transaction } from '../../../engine/context.ts'
import { nowIn } from '../../../engine/jobs/clock.ts'
import type { Services } from '../../../engine/services.ts'
import { gt, oneOf, type Where } from '../../../kernel/query.ts'
import { dayMs, toDateTime } from '../../../kernel/time.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../model/webhooks.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { droppedState, heldState } from '../delivery/state.ts'
import { tellDevelopers } from './tell-developers.ts'

/** As many deliveries as one transaction moves; the rest follows in jobs, so that the writer stays free. */
export const chunkSize = 500

/**
 * Switches an endpoint off: a new epoch, so that late results do not count, and what waits is held. False
 * when it changed in between.
 */
export const disableEndpoint = async (
  { rows, work }: Transaction,
  endpoint: WebhookEndpointRow,
  disabledReason: string,
  now: number,
): Promise<boolean> => {
  const disabled = await rows.webhookEndpoints.update(
    everyone,
    endpoint.id,
    { active: false, disabledAt: now, disabledReason, epoch: endpoint.epoch + 1, updatedAt: now },
    { epoch: endpoint.epoch, active: true },
  )
  if (!disabled) return false
  if ((await holdPending(rows, endpoint.id)) === chunkSize) {
    work.enqueue(endpointJob('webhooks.hold', endpoint, now))
  }
  return true
}

/**
 * Disables an endpoint and tells it once: in the feed and to the organisation's other endpoints
 * (docs/interface.md#delivery).
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
  await tellDevelopers(services, transaction, { ...endpoint, epoch: endpoint.epoch + 1 }, now)
  // Those who see the endpoint see the event: a test key sees endpoints of test mode only.
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

/** Switches an endpoint on again; what it missed waits for `replay-missed`. */
export const enableEndpoint = (
  rows: WritableRows,
  endpoint: WebhookEndpointRow,
  now: number,
): Promise<boolean> =>
  rows.webhookEndpoints.update(
    everyone,
    endpoint.id,
    { active: true, disabledAt: null, disabledReason: null, consecutiveExhausted: 0, updatedAt: now },
    { epoch: endpoint.epoch, active: false },
  )

/** Holds a chunk of what waits for a disabled endpoint; returns how many there were in it. */
export const holdPending = (rows: WritableRows, endpointId: string): Promise<number> =>
  moveDeliveries(
    rows,
    {
      endpointId,
      status: 'PENDING',
      // Tests and replays stay out of it: somebody asked for them by name.
      kind: 'EVENT',
    },
    heldState,
  )

/** Ends a chunk of what waits for an endpoint that was deleted, and of what it missed; returns how many there were in it. */
export const dropUnsent = (rows: WritableRows, endpointId: string, now: number): Promise<number> =>
  moveDeliveries(
    rows,
    { endpointId, status: oneOf(['PENDING', 'HELD', 'MISSED']) },
    { ...droppedState, finishedAt: now },
  )

/**
 * What an endpoint would have received while it was disabled, and is still kept. An index alone can count it:
 * nothing but events is ever held or missed, and a delivery expires so long after its creation.
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
 * Makes a chunk of what an endpoint missed due. A row is missed once: the update that takes it out of HELD or
 * MISSED is conditional, so it is delivered once however often and at the same time this is asked for.
 */
export const releaseMissed = (
  services: Pick<Services, 'config'>,
  rows: WritableRows,
  endpointId: string,
  now: number,
): Promise<number> =>
  moveDeliveries(rows, missedConditions(services, endpointId, now), {
    status: 'PENDING',
    nextAttemptAt: now,
    // The time it was held is not the receiver's fault: its schedule begins anew.
    firstAttemptAt: null,
    undelivered: null,
  })

const moveDeliveries = async (
  rows: WritableRows,
  where: Where<WebhookDeliveryRow>,
  patch: Partial<WebhookDeliveryRow>,
): Promise<number> => {
  const chunk = await rows.webhookDeliveries.find(everyone, where, { limit: chunkSize })
  if (chunk.length === 0) return 0
  const ids: Where<WebhookDeliveryRow> = { id: oneOf(chunk.map(({ id }) => id)) }
  return rows.webhookDeliveries.updateWhere(everyone, [ids, where], patch)
}

/** A job that goes on where one transaction moved as much as it may. */
export const endpointJob = (
  kind: 'webhooks.drop' | 'webhooks.hold' | 'webhooks.replayMissed',
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

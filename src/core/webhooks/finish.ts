import type { Transaction } from '../context.ts'
import { everyone } from '../ports/store.ts'
import type { WebhookOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import type { Claim } from './claim.ts'
import { disableAfterFailures } from './endpoint-state.ts'
import { nextAttemptAfter } from './schedule.ts'
import type { DeliveryAttempt, WebhookDeliveryRow, WebhookEndpointRow } from './store.ts'

/** SPEC "Delivery": after so many consecutive exhausted events the endpoint is disabled. */
export const maxConsecutiveExhausted = 10

/** A 2xx status line decides, whatever became of the body behind it. */
const isDelivered = (outcome: WebhookOutcome): boolean =>
  outcome.status !== undefined && outcome.status >= 200 && outcome.status <= 299

/**
 * Writes what became of an attempt: its log entry, the next time or the end, the endpoint's counter and what
 * follows from it, in one transaction. False when the lease was lost meanwhile: then nothing changes.
 */
export const finishDelivery = (
  services: Services,
  claim: Claim,
  startedAt: number,
  outcome: WebhookOutcome,
): Promise<boolean> =>
  transact(services, async (transaction) => {
    const { rows } = transaction
    const { delivery, leaseToken } = claim
    const delivered = isDelivered(outcome)
    const held = { leaseToken, status: 'SENDING' as const }
    const endpoint = delivered ? undefined : await rows.webhookEndpoints.get(everyone, claim.endpoint.id)
    if (!delivered && !endpoint) {
      // Deleted meanwhile: there is nobody left to try again for.
      const own = [
        { field: 'id', op: 'eq' as const, value: delivery.id },
        { field: 'leaseToken', op: 'eq' as const, value: leaseToken },
      ]
      return (await rows.webhookDeliveries.remove(everyone, own)) === 1
    }
    const now = services.clock.now()
    const next = stateAfter(delivery, endpoint, startedAt, now)
    const finished = await rows.webhookDeliveries.update(
      everyone,
      delivery.id,
      {
        ...next,
        attempts: [...delivery.attempts, toAttempt(startedAt, outcome)],
        attemptCount: delivery.attemptCount + 1,
        leaseToken: null,
        leaseUntil: null,
      },
      held,
    )
    if (!finished) return false
    await countOutcome(services, transaction, claim, next.status, now)
    return true
  })

/** `endpoint` as it is now after a failure; none after a success, which needs nothing of it. */
const stateAfter = (
  delivery: WebhookDeliveryRow,
  endpoint: WebhookEndpointRow | undefined,
  startedAt: number,
  now: number,
) => {
  const firstAttemptAt = delivery.firstAttemptAt ?? startedAt
  const ended = { firstAttemptAt, nextAttemptAt: null, finishedAt: now }
  if (!endpoint) return { ...ended, status: 'DELIVERED' as const }
  const nextAttemptAt = nextAttemptAfter(firstAttemptAt, startedAt)
  if (nextAttemptAt === undefined) return { ...ended, status: 'EXHAUSTED' as const }
  if (!endpoint.active && delivery.kind === 'EVENT') {
    return { firstAttemptAt, nextAttemptAt: null, status: 'HELD' as const }
  }
  return { firstAttemptAt, nextAttemptAt, status: 'PENDING' as const }
}

/**
 * The endpoint's counter, in the order of commits. A result of an earlier epoch, from before the endpoint was
 * disabled, says nothing about the endpoint of now.
 */
const countOutcome = async (
  services: Services,
  transaction: Transaction,
  { delivery, endpoint: claimed }: Claim,
  status: WebhookDeliveryRow['status'],
  now: number,
): Promise<void> => {
  const endpoints = transaction.rows.webhookEndpoints
  if (status === 'DELIVERED') {
    const failing = [
      { field: 'id', op: 'eq' as const, value: claimed.id },
      { field: 'epoch', op: 'eq' as const, value: claimed.epoch },
      { field: 'consecutiveExhausted', op: 'gt' as const, value: 0 },
    ]
    await endpoints.updateWhere(everyone, failing, { consecutiveExhausted: 0 })
    return
  }
  if (status !== 'EXHAUSTED' || delivery.kind !== 'EVENT') return
  for (;;) {
    const endpoint = await endpoints.get(everyone, claimed.id)
    if (endpoint?.epoch !== claimed.epoch) return
    const consecutiveExhausted = endpoint.consecutiveExhausted + 1
    const expected = { epoch: endpoint.epoch, consecutiveExhausted: endpoint.consecutiveExhausted }
    // Where another process counted in between, its count is read and added to.
    if (!(await endpoints.update(everyone, endpoint.id, { consecutiveExhausted }, expected))) continue
    if (consecutiveExhausted >= maxConsecutiveExhausted) {
      await disableAfterFailures(services, transaction, { ...endpoint, consecutiveExhausted }, now)
    }
    return
  }
}

const toAttempt = (at: number, outcome: WebhookOutcome): DeliveryAttempt => ({
  at,
  durationMs: outcome.durationMs,
  status: outcome.status ?? null,
  error: outcome.error ?? null,
  detail: outcome.detail ?? null,
  responseBody: outcome.responseBody,
})

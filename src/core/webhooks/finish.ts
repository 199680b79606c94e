import type { Transaction } from '../context.ts'
import { everyone, type WritableRows } from '../ports/store.ts'
import type { WebhookOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import type { Claim } from './claim.ts'
import { disableAfterFailures } from './endpoint-state.ts'
import { nextAttemptAfter } from './schedule.ts'
import { droppedState, heldState, undeliveredAfter } from './state.ts'
import {
  type DeliveryAttempt,
  type UndeliveredReason,
  undeliveredReasons,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './store.ts'

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
    const now = services.clock.now()
    const next = delivered
      ? { ...ended(delivery, startedAt, now), status: 'DELIVERED' as const, undelivered: null }
      : stateAfterFailure(delivery, endpoint, outcome, startedAt, now)
    const finished = await rows.webhookDeliveries.update(
      everyone,
      delivery.id,
      {
        ...next,
        attempts: [...delivery.attempts.map(shortened), toAttempt(startedAt, outcome)],
        attemptCount: delivery.attemptCount + 1,
        leaseToken: null,
        leaseUntil: null,
      },
      held,
    )
    if (!finished) return false
    await countOutcome(services, transaction, claim, next.status, now)
    if (delivered && delivery.kind === 'REPLAY') await noteReplayed(rows, delivery, now)
    return true
  })

const ended = ({ firstAttemptAt }: WebhookDeliveryRow, startedAt: number, now: number) => ({
  firstAttemptAt: firstAttemptAt ?? startedAt,
  nextAttemptAt: null,
  finishedAt: now,
})

/** `endpoint` as it is now; none where it was deleted meanwhile: there is nobody left to try again for. */
const stateAfterFailure = (
  delivery: WebhookDeliveryRow,
  endpoint: WebhookEndpointRow | undefined,
  outcome: WebhookOutcome,
  startedAt: number,
  now: number,
) => {
  const end = ended(delivery, startedAt, now)
  if (!endpoint) return { ...end, ...droppedState }
  const undelivered = undeliveredAfter(delivery, reasonOf(outcome))
  const { firstAttemptAt } = end
  const nextAttemptAt = nextAttemptAfter(firstAttemptAt, startedAt)
  if (nextAttemptAt === undefined) return { ...end, status: 'EXHAUSTED' as const, undelivered }
  if (!endpoint.active && delivery.kind === 'EVENT') return { firstAttemptAt, ...heldState }
  return { firstAttemptAt, nextAttemptAt, status: 'PENDING' as const, undelivered }
}

/** A sender of somebody else's may have words of its own. */
const reasonOf = ({ error }: WebhookOutcome): UndeliveredReason =>
  error === undefined ? 'http_status' : (undeliveredReasons.find((reason) => reason === error) ?? 'internal')

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

/** The endpoint has the event now: whoever looks for what is undelivered need not see it. */
const noteReplayed = async (
  rows: WritableRows,
  { eventId, endpointId }: WebhookDeliveryRow,
  now: number,
): Promise<void> => {
  const same = [
    { field: 'eventId', op: 'eq' as const, value: eventId },
    { field: 'endpointId', op: 'eq' as const, value: endpointId },
    { field: 'kind', op: 'eq' as const, value: 'EVENT' },
    { field: 'replayedAt', op: 'null' as const, value: true },
  ]
  await rows.webhookDeliveries.updateWhere(everyone, same, { replayedAt: now })
}

/** Of what earlier attempts were answered the beginning is enough: a page of the log must not be 25 MB because of it. */
const shortened = (attempt: DeliveryAttempt): DeliveryAttempt =>
  attempt.responseBody.length <= earlierAnswerLength
    ? attempt
    : { ...attempt, responseBody: attempt.responseBody.slice(0, earlierAnswerLength) }
const earlierAnswerLength = 1024

const toAttempt = (at: number, outcome: WebhookOutcome): DeliveryAttempt => ({
  at,
  durationMs: outcome.durationMs,
  status: outcome.status ?? null,
  error: outcome.error ?? null,
  detail: outcome.detail ?? null,
  responseBody: outcome.responseBody,
})

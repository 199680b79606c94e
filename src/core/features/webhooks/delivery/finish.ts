import type { Transaction } from '../../../engine/context.ts'
import { Groups } from '../../../engine/groups.ts'
import type { Services } from '../../../engine/services.ts'
import { transact } from '../../../engine/transact.ts'
import { gt, isNotNull, isNull, oneOf, type Where } from '../../../kernel/query.ts'
import {
  type DeliveryAttempt,
  type UndeliveredReason,
  undeliveredReasons,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from '../../../model/webhooks.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import type { WebhookOutcome } from '../../../ports/webhook-sender.ts'
import {
  disableAfterFailures,
  droppedState,
  heldState,
  undeliveredAfter,
} from '../endpoints/endpoint-state.ts'
import type { Claim } from './claim.ts'
import { nextAttemptAfter } from './retry-schedule.ts'

/** True if the log contains text from the receiver. */
export const hasAnswers = (attempts: readonly DeliveryAttempt[]): boolean =>
  attempts.some(({ responseBody }) => responseBody !== '')

/** Removes receivers' answers, which may contain any text. */
export const withoutAnswers = (attempts: readonly DeliveryAttempt[]): DeliveryAttempt[] =>
  attempts.map((attempt) => ({ ...attempt, responseBody: '' }))

interface Logged extends Pick<WebhookDeliveryRow, 'id' | 'organisationId' | 'attempts'> {
  itemId: string | null
}

const erasedItems = async (
  rows: Pick<WritableRows, 'items'>,
  logged: readonly Logged[],
): Promise<ReadonlySet<string>> => {
  const withAnswers = logged.filter(({ itemId, attempts }) => itemId !== null && hasAnswers(attempts))
  if (withAnswers.length === 0) return new Set()
  const owners = { organisationIds: withAnswers.map(({ organisationId }) => organisationId) }
  const ids = [...new Set(withAnswers.map(({ itemId }) => itemId!))]
  const where = { id: oneOf(ids), erasureRequestedAt: isNotNull }
  const erased = await rows.items.find(owners, where, { lock: 'none' })
  return new Set(erased.map(({ id }) => id))
}

/** Removes answers about erased items, in the transaction that wrote them. */
const forgetErased = async (
  rows: Pick<WritableRows, 'webhookDeliveries'>,
  logged: readonly Logged[],
  erased: ReadonlySet<string>,
): Promise<void> => {
  for (const { id, organisationId, itemId, attempts } of logged) {
    if (itemId === null || !erased.has(itemId)) continue
    const silent = { attempts: withoutAnswers(attempts) }
    await rows.webhookDeliveries.update({ organisationIds: [organisationId] }, id, silent)
  }
}

/** This many consecutive exhausted events disable the endpoint (docs/webhooks.md#delivery). */
export const maxConsecutiveExhausted = 10

/** True after a 2xx status line, even if the rest of the answer was lost. */
export const isDelivered = (outcome: WebhookOutcome): boolean =>
  outcome.status !== undefined && outcome.status >= 200 && outcome.status <= 299

export interface Ended {
  claim: Claim
  startedAt: number
  outcome: WebhookOutcome
}

/** Records successes. Returns the ids of those with a valid lease. Calls `all` as the transaction begins. */
const finishDelivered = (services: Services, all: () => readonly Ended[]): Promise<Set<string>> => {
  let taken: readonly Ended[] | undefined
  return services.store.write(
    async (rows) => {
      taken ??= all()
      const now = services.clock.now()
      const failing = await lockFirst(rows, taken)
      const written = await writeAll(rows, taken, ({ claim, startedAt }) => ({
        ...ended(claim.delivery, startedAt, now),
        status: 'DELIVERED',
        undelivered: null,
      }))
      const counted = written.map(({ claim }) => claim)
      const replayed = counted.filter(({ delivery }) => delivery.kind === 'REPLAY')
      await Promise.all([
        ...replayed.map(({ delivery }) => noteReplayed(rows, delivery, now)),
        resetCounters(rows, failing, counted),
      ])
      return new Set(counted.map(({ delivery }) => delivery.id))
    },
    // Recording a success is not urgent, so it shares a transaction with other work.
    { patient: true },
  )
}

/**
 * Records failures of one organisation in one transaction, with their consequences for the endpoints. Returns
 * the ids of deliveries whose lease was not lost. Calls `all` as the transaction begins.
 */
const finishFailed = (services: Services, all: () => readonly Ended[]): Promise<Set<string>> => {
  let taken: readonly Ended[] | undefined
  return transact(services, async (transaction) => {
    taken ??= all()
    const { rows } = transaction
    const now = services.clock.now()
    let endpoints = await currentEndpoints(rows, taken)
    const stateOf = ({ claim: { delivery, endpoint }, startedAt, outcome }: Ended) =>
      stateAfterFailure(delivery, endpoints.get(endpoint.id), outcome, startedAt, now)
    // An exhausted delivery may disable its endpoint, which determines the state of the others.
    const [last, others] = partition(taken, (one) => stateOf(one).status === 'EXHAUSTED')
    const written: Ended[] = await writeAll(rows, last, stateOf)
    for (const { claim } of written) {
      if (claim.delivery.kind === 'EVENT') await countExhausted(services, transaction, claim, now)
    }
    if (written.length > 0 && others.length > 0) endpoints = await currentEndpoints(rows, others)
    written.push(...(await writeAll(rows, others, stateOf)))
    return new Set(written.map(({ claim }) => claim.delivery.id))
  })
}

/** Reads endpoints by id. Names the organisation, so that its lock is sent with the query. */
const currentEndpoints = async (
  rows: WritableRows,
  all: readonly Ended[],
): Promise<Map<string, WebhookEndpointRow>> => {
  const ids = [...new Set(all.map(({ claim }) => claim.endpoint.id))]
  const { organisationId } = all[0]!.claim.delivery
  const found = await rows.webhookEndpoints.find({ organisationId }, { id: oneOf(ids) })
  return new Map(found.map((endpoint) => [endpoint.id, endpoint]))
}

const partition = <T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] => {
  const parts: [T[], T[]] = [[], []]
  for (const one of all) parts[test(one) ? 0 : 1].push(one)
  return parts
}

/** Writes outcomes in order of delivery id. Returns those whose lease was not lost. */
const writeAll = async (
  rows: WritableRows,
  all: readonly Ended[],
  stateOf: (one: Ended) => Partial<WebhookDeliveryRow>,
): Promise<Ended[]> => {
  const ordered = all.toSorted(byDelivery)
  const logged = ordered.map(asLogged)
  const [written, erased] = await Promise.all([
    Promise.all(
      ordered.map((one, index) => write(rows, one, { ...stateOf(one), attempts: logged[index]!.attempts })),
    ),
    // The log may be from before an erasure of its item. Erasures are read after the writes, so that a later
    // erasure finds what was written or waits for it.
    erasedItems(rows, logged),
  ])
  const isWritten = (_: unknown, index: number) => written[index]
  await forgetErased(rows, logged.filter(isWritten), erased)
  return ordered.filter(isWritten)
}

const asLogged = ({ claim: { delivery, endpoint, itemId }, startedAt, outcome }: Ended): Logged => ({
  id: delivery.id,
  organisationId: delivery.organisationId,
  itemId,
  attempts: [...delivery.attempts.map(shortened), toAttempt(startedAt, endpoint.url, outcome)],
})

/** Returns false if the lease was lost. */
const write = (
  rows: WritableRows,
  { claim: { delivery, leaseToken } }: Ended,
  state: Partial<WebhookDeliveryRow>,
): Promise<boolean> =>
  rows.webhookDeliveries.update(
    // Names the organisation without locking it: successes of many organisations share a transaction.
    { organisationIds: [delivery.organisationId] },
    delivery.id,
    {
      ...state,
      attemptCount: delivery.attemptCount + 1,
      leaseToken: null,
      leaseUntil: null,
    },
    { leaseToken, status: 'SENDING' },
  )

const ended = ({ firstAttemptAt }: WebhookDeliveryRow, startedAt: number, now: number) => ({
  firstAttemptAt: firstAttemptAt ?? startedAt,
  nextAttemptAt: null,
  finishedAt: now,
})

/** `endpoint` is the current row; undefined if it was deleted, which ends the delivery. */
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

/** Returns `internal` for other errors, which a custom sender may report. */
const reasonOf = ({ error }: WebhookOutcome): UndeliveredReason =>
  error === undefined ? 'http_status' : (undeliveredReasons.find((reason) => reason === error) ?? 'internal')

/** Counts in commit order, and disables the endpoint at the limit. Ignores results of an earlier epoch. */
const countExhausted = async (
  services: Services,
  transaction: Transaction,
  { endpoint: claimed }: Claim,
  now: number,
): Promise<void> => {
  const endpoints = transaction.rows.webhookEndpoints
  for (;;) {
    const endpoint = await endpoints.get(claimed, claimed.id)
    if (endpoint?.epoch !== claimed.epoch) return
    const consecutiveExhausted = endpoint.consecutiveExhausted + 1
    const expected = { epoch: endpoint.epoch, consecutiveExhausted: endpoint.consecutiveExhausted }
    // Another process counted in between: increment its count.
    if (!(await endpoints.update(endpoint, endpoint.id, { consecutiveExhausted }, expected))) continue
    if (consecutiveExhausted >= maxConsecutiveExhausted) {
      await disableAfterFailures(services, transaction, { ...endpoint, consecutiveExhausted }, now)
    }
    return
  }
}

/** Orders by delivery id, the order in which every transaction locks delivery rows. */
const byDelivery = (a: Ended, b: Ended): number => (a.claim.delivery.id < b.claim.delivery.id ? -1 : 1)

/**
 * Locks organisations and endpoints before deliveries, as every transaction does. Returns the endpoints whose
 * counter is not zero.
 */
const lockFirst = async (rows: WritableRows, delivered: readonly Ended[]): Promise<WebhookEndpointRow[]> => {
  const ids = new Set(delivered.map(({ claim }) => claim.endpoint.id))
  const replayed = delivered.filter(({ claim }) => claim.delivery.kind === 'REPLAY')
  const owners = new Set(replayed.map(({ claim }) => claim.delivery.organisationId))
  const failing: Where<WebhookEndpointRow> = { id: oneOf([...ids]), consecutiveExhausted: gt(0) }
  if (owners.size > 0) await rows.organisations.find(everyone, { id: oneOf([...owners]) })
  const organisationIds = delivered.map(({ claim }) => claim.delivery.organisationId)
  return rows.webhookEndpoints.find({ organisationIds }, failing)
}

/** Resets the counters of endpoints that received an event in their current epoch. */
const resetCounters = async (
  rows: WritableRows,
  failing: readonly WebhookEndpointRow[],
  delivered: readonly Claim[],
): Promise<void> => {
  const epochs = new Set(delivered.map(({ endpoint: { id, epoch } }) => `${id}|${epoch}`))
  for (const endpoint of failing) {
    if (epochs.has(`${endpoint.id}|${endpoint.epoch}`))
      await rows.webhookEndpoints.update(endpoint, endpoint.id, { consecutiveExhausted: 0 })
  }
}

/** Marks the original delivery as replayed: the endpoint has the event. */
const noteReplayed = async (
  rows: WritableRows,
  { organisationId, eventId, endpointId }: WebhookDeliveryRow,
  now: number,
): Promise<void> => {
  const same: Where<WebhookDeliveryRow> = { eventId, endpointId, kind: 'EVENT', replayedAt: isNull }
  await rows.webhookDeliveries.updateWhere({ organisationId }, same, { replayedAt: now })
}

/** Cuts an earlier attempt's answer: with whole answers, a page of the log could reach 25 MB. */
const shortened = (attempt: DeliveryAttempt): DeliveryAttempt =>
  attempt.responseBody.length <= earlierAnswerLength
    ? attempt
    : { ...attempt, responseBody: attempt.responseBody.slice(0, earlierAnswerLength) }
export const earlierAnswerLength = 1024

const toAttempt = (at: number, url: string, outcome: WebhookOutcome): DeliveryAttempt => ({
  at,
  durationMs: outcome.durationMs,
  url: withoutSecrets(url),
  status: outcome.status ?? null,
  error: outcome.error ?? null,
  detail: outcome.detail ?? null,
  responseBody: outcome.responseBody,
})

/** Removes the query and credentials, which may be secrets of the receiver. */
const withoutSecrets = (text: string): string => {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}

/** Limit for one transaction: each outcome may contain an answer of 16 KiB. */
const outcomesTogether = 64

/**
 * Records outcomes. Those of one organisation that end during its previous transaction share the next one,
 * because a transaction takes several round trips on PostgreSQL. Organisations share no transaction, because
 * one of them may be locked for long.
 */
export class Recorder {
  readonly #groups: Groups<Ended, boolean>

  constructor(services: Services) {
    this.#groups = new Groups({
      most: outcomesTogether,
      async carryOut(first, begin) {
        const finish = isDelivered(first.outcome) ? finishDelivered : finishFailed
        const counted = await finish(services, begin)
        return begin().map(({ claim }) => counted.has(claim.delivery.id))
      },
    })
  }

  /** Resolves to false if the lease was lost. Rejects if the store fails. */
  record(ended: Ended): Promise<boolean> {
    const { claim, outcome } = ended
    return this.#groups.submit(`${claim.delivery.organisationId}|${isDelivered(outcome)}`, ended)
  }
}

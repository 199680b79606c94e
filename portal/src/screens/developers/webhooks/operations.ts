import { answered, api, newIntention, type Schemas } from '../../../api/client.ts'

type Delivery = Schemas['Delivery']

const intended = (id: string) => ({ path: { id }, header: { 'Idempotency-Key': newIntention() } })

/** Events are kept for 30 days: before that there is nothing to send again. */
const keptMs = 30 * 86_400_000
export const fromTheBeginning = (): string => new Date(Date.now() - keptMs).toISOString()

const replaySince = async (id: string, since: string, dryRun: boolean): Promise<number> => {
  const params = { ...intended(id), query: dryRun ? { dryRun } : {} }
  const call = api.POST('/v1/webhooks/{id}/replay-since', { params, body: { since } })
  return (await answered(call)).count
}

/** How many events a webhook missed or that were given up, since an instant, and can still be sent. */
export const countMissing = (id: string, since: string): Promise<number> => replaySince(id, since, true)

/** Sends what it does not have since an instant; returns how many events those are. */
export const sendMissing = (id: string, since: string): Promise<number> => replaySince(id, since, false)

export const setActive = (id: string, active: boolean): Promise<Schemas['Webhook']> =>
  answered(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { active } }))

export const readDelivery = (id: string, deliveryId: string): Promise<Delivery> =>
  answered(api.GET('/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } }))

/**
 * The latest delivery that did not arrive although it was tried, with the answer; null where all is well. What
 * waited when the webhook was switched off was tried too, perhaps.
 */
export const lastFailure = async (id: string): Promise<Delivery | null> => {
  const of = { 'filter[endpointId]': id, limit: 50 }
  const list = async (query: object) =>
    (await answered(api.GET('/v1/webhooks/undelivered', { params: { query: { ...of, ...query } } }))).data
  const failed = await list({ 'filter[reason][ne]': 'endpoint_disabled', limit: 1 })
  const isTried = ({ lastAttempt }: Schemas['UndeliveredEvent']) => lastAttempt !== null
  const held = { 'filter[status]': 'HELD' }
  // What was tried before the webhook was switched off is older than what came afterwards, which may be much.
  const tried =
    failed[0] ??
    (await list(held)).find(isTried) ??
    (await list({ ...held, sort: 'createdAt' })).findLast(isTried)
  return tried ? readDelivery(id, tried.id) : null
}

/** How often and for how long a test is looked after: longer than any receiver may take. */
const lookMs = 300
const looks = 45

/** The webhook's events that failed and are tried again by themselves. */
export interface Waiting {
  /** How many, as far as they are counted. */
  count: number
  /** True where there are more than were counted. */
  isMore: boolean
  /** When the one that waits longest was tried first, when it is given up, and when the next of all is tried. */
  since: string
  until: string
  next: string | null
}
const scheduleMs = 24 * 3_600_000

/** How many are counted of what may be many. */
export const mostCounted = 99

const readWaiting = async (id: string) => {
  const filters = { 'filter[endpointId]': id, 'filter[status][in]': 'PENDING,SENDING' }
  const query = { ...filters, sort: 'createdAt', limit: mostCounted + 1 } as const
  return (await answered(api.GET('/v1/webhooks/undelivered', { params: { query } }))).data
}

/** What waits for another try; null where nothing does. */
export const lookAtWaiting = async (id: string): Promise<Waiting | null> => {
  const rows = await readWaiting(id)
  if (!rows[0]) return null
  const [first] = (await readDelivery(id, rows[0].id)).attempts
  const since = first?.at ?? rows[0].createdAt
  return {
    count: Math.min(rows.length, mostCounted),
    isMore: rows.length > mostCounted,
    since,
    until: new Date(Date.parse(since) + scheduleMs).toISOString(),
    next: rows.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null,
  }
}

/** Sends all that waits for another try now; returns how many events. */
export const sendWaiting = async (id: string): Promise<number> =>
  (await answered(api.POST('/v1/webhooks/{id}/retry-now', { params: intended(id) }))).count

/** How many events still wait for another try, and how many of those that failed are on their way. */
export const countLeft = (id: string): Promise<{ count: number; underWay: number }> => {
  const params = { path: { id }, query: { dryRun: true as const } }
  return answered(api.POST('/v1/webhooks/{id}/retry-now', { params }))
}

/** An event that was not delivered yet and is tried by itself. */
export const comesByItself = ({ status, kind }: Pick<Delivery, 'status' | 'kind'>): boolean =>
  status === 'PENDING' && kind === 'EVENT'

/**
 * Sends the event of a delivery now: one that is tried by itself is tried now instead of later, any other goes
 * out once more. Returns the delivery that brings it.
 */
export const sendEvent = (
  id: string,
  delivery: Pick<Delivery, 'id' | 'status' | 'kind'>,
  header: { 'Idempotency-Key': string } = { 'Idempotency-Key': newIntention() },
): Promise<Delivery> => {
  const params = { path: { id, deliveryId: delivery.id }, header }
  return answered(
    comesByItself(delivery)
      ? api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/retry-now', { params })
      : api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/replay', { params }),
  )
}

/** The event that arrived last, as far as the log reaches; null where none is in it. Tests do not count. */
export const lastArrived = async (id: string): Promise<Delivery | null> => {
  const query = { limit: 1, 'filter[status]': 'DELIVERED', 'filter[eventType][ne]': 'webhook.test' } as const
  const params = { path: { id }, query }
  return (await answered(api.GET('/v1/webhooks/{id}/deliveries', { params }))).data[0] ?? null
}

/**
 * How many deliveries of a webhook are on their way, as far as they are counted: one more than that is more. What
 * failed and is tried again is told by `lookAtWaiting`.
 */
export const countSending = async (id: string): Promise<number> => {
  const query = { limit: mostCounted + 1, 'filter[status][in]': 'PENDING,SENDING' }
  const { data } = await answered(
    api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query } }),
  )
  const isFailing = ({ kind, status, attemptCount }: Delivery) =>
    kind === 'EVENT' && status === 'PENDING' && attemptCount > 0
  return data.filter((one) => !isFailing(one)).length
}

/** Sends a test and waits for what the receiver answers. */
export const sendTest = async (id: string): Promise<Delivery> => {
  const body = { retry: false }
  let test = await answered(api.POST('/v1/webhooks/{id}/test', { params: intended(id), body }))
  for (let look = 0; look < looks && test.attempts.length === 0; look++) {
    await new Promise((wake) => setTimeout(wake, lookMs))
    test = await readDelivery(id, test.id)
  }
  return test
}

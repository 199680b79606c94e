import { answered, api, newIntention, type Schemas } from '../../../api/client.ts'

type Delivery = Schemas['Delivery']

const intended = (id: string) => ({ path: { id }, header: { 'Idempotency-Key': newIntention() } })

/** Events are kept for 30 days. */
const retentionMs = 30 * 86_400_000
export const fromTheBeginning = (): string => new Date(Date.now() - retentionMs).toISOString()

const replaySince = async (id: string, since: string, dryRun: boolean): Promise<number> => {
  const params = { ...intended(id), query: dryRun ? { dryRun } : {} }
  const call = api.POST('/v1/webhooks/{id}/replay-since', { params, body: { since } })
  return (await answered(call)).count
}

/** Counts missed and exhausted events since an instant that can still be sent. */
export const countMissing = (id: string, since: string): Promise<number> => replaySince(id, since, true)

/** Sends missing events since an instant; returns their number. */
export const sendMissing = (id: string, since: string): Promise<number> => replaySince(id, since, false)

export const setActive = (id: string, active: boolean): Promise<Schemas['Webhook']> =>
  answered(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { active } }))

export const readDelivery = (id: string, deliveryId: string): Promise<Delivery> =>
  answered(api.GET('/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } }))

/**
 * Returns the latest delivery that failed after an attempt; null if there is none. Includes deliveries that
 * were attempted, and held when the webhook was disabled.
 */
export const lastFailure = async (id: string): Promise<Delivery | null> => {
  const of = { 'filter[endpointId]': id, limit: 50 }
  const list = async (query: object) =>
    (await answered(api.GET('/v1/webhooks/undelivered', { params: { query: { ...of, ...query } } }))).data
  const failed = await list({ 'filter[reason][ne]': 'endpoint_disabled', limit: 1 })
  const isTried = ({ lastAttempt }: Schemas['UndeliveredEvent']) => lastAttempt !== null
  const held = { 'filter[status]': 'HELD' }
  // Attempted deliveries from before the webhook was disabled may be far down the list.
  const tried =
    failed[0] ??
    (await list(held)).find(isTried) ??
    (await list({ ...held, sort: 'createdAt' })).findLast(isTried)
  return tried ? readDelivery(id, tried.id) : null
}

/** Poll interval and number of polls for a test's result, together longer than any receiver may take. */
const pollMs = 300
const maxPolls = 45

/** Events of the webhook that wait for an automatic retry. */
export interface Waiting {
  /** Number counted so far. */
  count: number
  /** True if there are more. */
  isMore: boolean
  /** First attempt of the oldest event. */
  since: string
  /** End of its retries. */
  until: string
  /** Earliest next retry of all events. */
  next: string | null
}
const scheduleMs = 24 * 3_600_000

/** Maximum number counted. */
export const maxCounted = 99

const readWaiting = async (id: string) => {
  const filters = { 'filter[endpointId]': id, 'filter[status][in]': 'PENDING,SENDING' }
  const query = { ...filters, sort: 'createdAt', limit: maxCounted + 1 } as const
  return (await answered(api.GET('/v1/webhooks/undelivered', { params: { query } }))).data
}

/** Returns waiting retries; null if there are none. */
export const fetchWaiting = async (id: string): Promise<Waiting | null> => {
  const rows = await readWaiting(id)
  if (!rows[0]) return null
  const [first] = (await readDelivery(id, rows[0].id)).attempts
  const since = first?.at ?? rows[0].createdAt
  return {
    count: Math.min(rows.length, maxCounted),
    isMore: rows.length > maxCounted,
    since,
    until: new Date(Date.parse(since) + scheduleMs).toISOString(),
    next: rows.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null,
  }
}

/** Retries all waiting events now; returns their number. */
export const sendWaiting = async (id: string): Promise<number> =>
  (await answered(api.POST('/v1/webhooks/{id}/retry-now', { params: intended(id) }))).count

/** Counts events that wait for a retry, and (`underWay`) retries in progress. */
export const countLeft = (id: string): Promise<{ count: number; underWay: number }> => {
  const params = { path: { id }, query: { dryRun: true as const } }
  return answered(api.POST('/v1/webhooks/{id}/retry-now', { params }))
}

/** Whether a delivery is retried automatically. */
export const isAutomatic = ({ status, kind }: Pick<Delivery, 'status' | 'kind'>): boolean =>
  status === 'PENDING' && kind === 'EVENT'

/** Sends a delivery's event now: retries a waiting one, replays any other. Returns the delivery. */
export const sendEvent = (
  id: string,
  delivery: Pick<Delivery, 'id' | 'status' | 'kind'>,
  header: { 'Idempotency-Key': string } = { 'Idempotency-Key': newIntention() },
): Promise<Delivery> => {
  const params = { path: { id, deliveryId: delivery.id }, header }
  return answered(
    isAutomatic(delivery)
      ? api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/retry-now', { params })
      : api.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/replay', { params }),
  )
}

/** Returns the latest successful delivery in the log, without tests; null if there is none. */
export const lastArrived = async (id: string): Promise<Delivery | null> => {
  const query = { limit: 1, 'filter[status]': 'DELIVERED', 'filter[eventType][ne]': 'webhook.test' } as const
  const params = { path: { id }, query }
  return (await answered(api.GET('/v1/webhooks/{id}/deliveries', { params }))).data[0] ?? null
}

/** Counts deliveries in progress, at most `maxCounted` + 1, without waiting retries (`fetchWaiting`). */
export const countSending = async (id: string): Promise<number> => {
  const query = { limit: maxCounted + 1, 'filter[status][in]': 'PENDING,SENDING' }
  const { data } = await answered(
    api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query } }),
  )
  const isFailing = ({ kind, status, attemptCount }: Delivery) =>
    kind === 'EVENT' && status === 'PENDING' && attemptCount > 0
  return data.filter((one) => !isFailing(one)).length
}

/** Sends a test and waits for the result. Returns it without an attempt if none comes in time. */
export const sendTest = async (id: string): Promise<Delivery> => {
  const body = { retry: false }
  let test = await answered(api.POST('/v1/webhooks/{id}/test', { params: intended(id), body }))
  for (let poll = 0; poll < maxPolls && test.attempts.length === 0; poll++) {
    await new Promise((wake) => setTimeout(wake, pollMs))
    test = await readDelivery(id, test.id)
  }
  return test
}

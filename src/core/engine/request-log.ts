import { lte } from '../kernel/query.ts'
import { dayMs, secondMs } from '../kernel/time.ts'
import type { RequestLogRow } from '../model/requests.ts'
import type { Store } from '../ports/store.ts'
import type { Ids } from './ids.ts'

export const requestLogLimits = {
  /** Limit per organisation and mode. */
  rows: 50_000,
  days: 7,
  /** Limit of successes, and of failures, per organisation and second: a flood needs no row per request. */
  perSecond: 100,
} as const

/** Entries waiting to be written. Further ones are dropped, in case the store is unavailable. */
const longestQueue = 10_000
/** Entries per transaction; each transaction concerns one organisation. */
const chunkSize = 200

export type LoggedRequest = Omit<RequestLogRow, 'id' | 'sequence' | 'expiresAt'>

/** Collected in memory, written once a second. */
export interface RequestLog {
  note(request: LoggedRequest): void
  flush(): Promise<void>
}

/** No request waits for the log. A crash loses the last second, and nothing depends on it. */
export const createRequestLog = (services: { store: Store; ids: Ids }): RequestLog => {
  let queue: LoggedRequest[] = []
  let second = Number.NaN
  let counts = new Map<string, number>()
  let writing: Promise<void> = Promise.resolve()
  const fits = ({ createdAt, organisationId, status }: LoggedRequest): boolean => {
    const now = Math.floor(createdAt / secondMs)
    if (now !== second) {
      second = now
      counts = new Map()
    }
    // Failures have their own share: readers of the log look for them.
    const share = status < 400 ? organisationId : `${organisationId}|failed`
    const count = (counts.get(share) ?? 0) + 1
    counts.set(share, count)
    return count <= requestLogLimits.perSecond
  }
  const writeAll = async () => {
    while (queue.length > 0) {
      const chunk = queue.slice(0, chunkSize)
      queue = queue.slice(chunkSize)
      // One transaction per organisation, so that waiting for one doesn't delay another.
      for (const own of Map.groupBy(chunk, ({ organisationId }) => organisationId).values()) {
        await write(services, own)
      }
    }
  }
  return {
    note(request) {
      if (fits(request) && queue.length < longestQueue) queue.push(request)
    },
    flush() {
      writing = writing.then(writeAll, writeAll)
      return writing
    },
  }
}

const write = ({ store, ids }: { store: Store; ids: Ids }, requests: readonly LoggedRequest[]) =>
  store.write(
    async (rows) => {
      for (const [mode, group] of Map.groupBy(requests, (request) => request.mode)) {
        const { organisationId } = group[0]!
        const counter = { id: `requests|${organisationId}|${mode}`, organisationId, value: 0 }
        const { value } = await rows.counters.add(counter, { value: group.length })
        await rows.requestLog.insertMany(
          group.map((request, index) => ({
            ...request,
            id: ids.next('rlg'),
            sequence: value - group.length + index + 1,
            expiresAt: request.createdAt + requestLogLimits.days * dayMs,
          })),
        )
        await rows.requestLog.remove(
          { organisationId, mode },
          { sequence: lte(value - requestLogLimits.rows) },
        )
      }
    },
    { party: requests[0]!.organisationId },
  )

import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'
import { type WaitingCount, waitingCount } from './waiting.ts'

/** The API's page limit. */
const pageLimit = 200

const read = (query: object = {}) =>
  answered(api.GET('/v1/webhooks/undelivered', { params: { query: { limit: pageLimit, ...query } } }))

const countOf = (rows: readonly object[], nextCursor: string | null): WaitingCount => ({
  count: rows.length,
  isMore: nextCursor !== null,
})

/** Counts undelivered events, again when `version` changes. Create it during component initialisation. */
export const createUndelivered = (version: () => unknown) => {
  const all = new Resource(
    () => 'webhooks/undelivered count',
    () => read(),
  )
  let seen = version()
  $effect(() => {
    if (version() === seen) return
    seen = version()
    void all.reload()
  })
  return {
    /** Undefined while loading or if there are none. */
    get total(): string | undefined {
      const { data = [], nextCursor = null } = all.data ?? {}
      return data.length === 0 ? undefined : waitingCount(countOf(data, nextCursor))
    },
  }
}

/** Number of waiting retries for each of these webhooks. Create it during component initialisation. */
export const createWaiting = (ids: () => readonly string[]) => {
  const waiting = new Resource(
    () => (ids().length > 0 ? `webhooks/waiting ${ids()}` : undefined),
    async () => {
      const status = { 'filter[status][in]': 'PENDING,SENDING' }
      const { data, nextCursor } = await read(status)
      // If one webhook fills the page, the others are requested individually.
      const isWhole = nextCursor === null
      const pages = isWhole
        ? ids().map((id) => ({ data: data.filter(({ endpointId }) => endpointId === id), nextCursor }))
        : await Promise.all(ids().map((id) => read({ ...status, 'filter[endpointId]': id })))
      return new Map(
        pages.map((page, index) => [
          ids()[index]!,
          page.data.length > 0 ? countOf(page.data, page.nextCursor) : undefined,
        ]),
      )
    },
  )
  return {
    /** False until counted, so that no webhook is reported as fine too early. */
    get isKnown(): boolean {
      return waiting.data !== undefined || waiting.problem !== undefined
    },
    /** Undefined if none waits. */
    of: (id: string): WaitingCount | undefined => waiting.data?.get(id),
    reload: () => waiting.reload(),
  }
}

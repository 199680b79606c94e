import { answered, api } from '../../../api/client.ts'
import { Resource } from '../../../api/resource.svelte.ts'
import { count } from '../../../messages/index.svelte.ts'

/** As many as the API lists at once. */
const most = 200

const read = (query: object = {}) =>
  answered(api.GET('/v1/webhooks/undelivered', { params: { query: { limit: most, ...query } } }))

/** How many are counted, and more where there are more. */
const counted = (number: number, isMore: boolean): string => `${count(number)}${isMore ? '+' : ''}`

/**
 * How many events are undelivered at any webhook, counted again whenever `version` changes. Made while a component
 * starts.
 */
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
    /** Undefined where it is not known yet, or none is. */
    get total(): string | undefined {
      const { data = [], nextCursor = null } = all.data ?? {}
      return data.length === 0 ? undefined : counted(data.length, nextCursor !== null)
    },
  }
}

/** How many events fail and are tried again, of each of these webhooks. Made while a component starts. */
export const createWaiting = (ids: () => readonly string[]) => {
  const waiting = new Resource(
    () => (ids().length > 0 ? `webhooks/waiting ${ids()}` : undefined),
    async () => {
      const status = { 'filter[status][in]': 'PENDING,SENDING' }
      const { data, nextCursor } = await read(status)
      // Where one webhook has so many that others may not be among them, each is asked about.
      const isWhole = nextCursor === null
      const pages = isWhole
        ? ids().map((id) => ({ data: data.filter(({ endpointId }) => endpointId === id), nextCursor }))
        : await Promise.all(ids().map((id) => read({ ...status, 'filter[endpointId]': id })))
      return new Map(
        pages.map((page, index) => [
          ids()[index]!,
          page.data.length > 0 ? counted(page.data.length, page.nextCursor !== null) : undefined,
        ]),
      )
    },
  )
  return {
    /** False until it was counted, so that no webhook is called well before. */
    get isKnown(): boolean {
      return waiting.data !== undefined || waiting.problem !== undefined
    },
    /** Undefined where none does. */
    of: (id: string): string | undefined => waiting.data?.get(id),
    reload: () => waiting.reload(),
  }
}

import { untrack } from 'svelte'
import { ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { Pages } from '../../api/pages.svelte.ts'
import { onChange } from '../../live/live.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

type Item = Schemas['Item']

/** Page size, and the distance from the last loaded item at which more are loaded. */
const atATime = 100
const ahead = 20

const fetchWaiting = (query: { limit: number; cursor?: string | undefined; 'filter[id][in]'?: string }) => {
  const of = { sort: 'createdAt', include: 'total', 'filter[status]': 'PENDING_APPROVAL' } as const
  return answered(api.GET('/v1/items', { params: { query: { ...query, ...of } } }))
}

/** Returns the item that has waited longest for approval; undefined if none waits. */
export const firstWaiting = async (): Promise<Item | undefined> => (await fetchWaiting({ limit: 1 })).data[0]

/** The shown item's state. */
interface Current {
  id: string
  /** True if the item waits for approval, so that it has a position among the waiting ones. */
  waits: boolean
  /** False if the other waiting items aren't shown; none are loaded then. */
  isEnabled: boolean
}

/** Items waiting for approval around the shown one, oldest first. Create it during initialisation. */
export class WaitingItems {
  readonly #pages: Pages<Item>
  readonly #current: () => Current
  #total = $state<number | undefined>()
  /** 0-based position of the shown item, kept when it no longer waits. */
  #at = $state(0)

  constructor(current: () => Current) {
    this.#current = current
    const isEnabled = $derived(current().isEnabled)
    this.#pages = new Pages<Item>(
      () => `${isEnabled} ${testClock.moves}`,
      async (cursor) => {
        if (!isEnabled) return { data: [], nextCursor: null }
        const page = await fetchWaiting({ limit: atATime, cursor })
        this.#total = page.totalCount
        return page
      },
    )
    onChange(() => this.reload(), ['item'])
    $effect.pre(() => {
      const place = this.#place
      if (place >= 0) untrack(() => (this.#at = place))
    })
    // Loads more while the shown item isn't loaded, or is near the end of the loaded ones.
    $effect(() => {
      const isFar = this.#isUnloaded || (this.#place >= 0 && this.#place + ahead >= this.#rows.length)
      if (isFar && !this.#pages.isLoading && !this.#pages.problem) untrack(() => void this.#pages.more())
    })
  }

  get #rows(): readonly Item[] {
    return this.#pages.rows
  }
  get #place(): number {
    return this.#rows.findIndex(({ id }) => id === this.#current().id)
  }
  /** True if the shown item waits but isn't loaded yet. */
  get #isUnloaded(): boolean {
    return this.#current().waits && this.#place < 0 && this.#pages.hasMore
  }
  get isKnown(): boolean {
    return this.#total !== undefined && !this.#isUnloaded
  }
  get at(): number {
    return this.#at
  }
  get count(): number {
    return this.#total ?? this.#rows.length
  }
  neighbour(step: 1 | -1): Item | undefined {
    return this.#rows[this.#at + step]
  }
  /** Number of other waiting items. */
  get others(): number {
    return this.count - (this.#place >= 0 ? 1 : 0)
  }
  /** The next item after a decision, starting over after the last. */
  get following(): Item | undefined {
    const others = this.#rows.filter(({ id }) => id !== this.#current().id)
    return others[this.#at] ?? others[0]
  }

  /** Refreshes the list; if many items are loaded, only removes those nearby that no longer wait. */
  async reload(): Promise<void> {
    if (!this.#current().isEnabled) return
    try {
      if (this.#rows.length <= atATime) await this.#pages.reload()
      else await this.#reloadAround()
    } catch (error) {
      // Keeps the loaded items; the next change tries again.
      if (!(error instanceof ApiProblem)) throw error
    }
  }

  async #reloadAround(): Promise<void> {
    const from = Math.max(0, this.#at - atATime / 2)
    const near = this.#rows.slice(from, from + atATime).map(({ id }) => id)
    const [still, { totalCount }] = await Promise.all([
      fetchWaiting({ limit: near.length, 'filter[id][in]': near.join(',') }),
      fetchWaiting({ limit: 1 }),
    ])
    this.#total = totalCount
    const removed = new Set(near)
    for (const { id } of still.data) removed.delete(id)
    this.#pages.rows = this.#pages.rows.filter(({ id }) => !removed.has(id))
  }
}

import { untrack } from 'svelte'
import { ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { Pages } from '../../api/pages.svelte.ts'
import { onChange } from '../../live/live.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

type Item = Schemas['Item']

/** How many are read at a time, and how near the last of them one comes before more are read. */
const atATime = 100
const ahead = 20

const ask = (query: { limit: number; cursor?: string | undefined; 'filter[id][in]'?: string }) => {
  const of = { sort: 'createdAt', include: 'total', 'filter[status]': 'PENDING_APPROVAL' } as const
  return answered(api.GET('/v1/items', { params: { query: { ...query, ...of } } }))
}

/** The item that has waited longest for an approval; undefined where none waits. */
export const firstWaiting = async (): Promise<Item | undefined> => (await ask({ limit: 1 })).data[0]

/** What is asked about the item that is shown. */
interface Shown {
  id: string
  /** It waits itself, so that it has a place among the others. */
  waits: boolean
  /** False where nobody asks what else waits. */
  isWanted: boolean
}

/** What waits for an approval, the longest first, around the item that is shown. Made while a component starts. */
export class WaitingItems {
  readonly #pages: Pages<Item>
  readonly #shown: () => Shown
  #total = $state<number | undefined>()
  /** The place of the item that is shown, which it keeps when it no longer waits. */
  #at = $state(0)

  constructor(shown: () => Shown) {
    this.#shown = shown
    const isWanted = $derived(shown().isWanted)
    this.#pages = new Pages<Item>(
      () => `${isWanted} ${testClock.moves}`,
      async (cursor) => {
        if (!isWanted) return { data: [], nextCursor: null }
        const page = await ask({ limit: atATime, cursor })
        this.#total = page.totalCount
        return page
      },
    )
    onChange(() => this.reload(), ['item'])
    $effect.pre(() => {
      const place = this.#place
      if (place >= 0) untrack(() => (this.#at = place))
    })
    // The item that is shown may stand behind those that were read, and the next one too.
    $effect(() => {
      const isFar = this.#isSought || (this.#place >= 0 && this.#place + ahead >= this.#rows.length)
      if (isFar && !this.#pages.isLoading && !this.#pages.problem) untrack(() => void this.#pages.more())
    })
  }

  get #rows(): readonly Item[] {
    return this.#pages.rows
  }
  get #place(): number {
    return this.#rows.findIndex(({ id }) => id === this.#shown().id)
  }
  /** The item that is shown waits too, and was not found yet among those that were read. */
  get #isSought(): boolean {
    return this.#shown().waits && this.#place < 0 && this.#pages.hasMore
  }
  get isKnown(): boolean {
    return this.#total !== undefined && !this.#isSought
  }
  get at(): number {
    return this.#at
  }
  get count(): number {
    return this.#total ?? this.#rows.length
  }
  /** The one so many places on. */
  beside(step: 1 | -1): Item | undefined {
    return this.#rows[this.#at + step]
  }
  /** Those that wait besides the one that is shown. */
  get others(): number {
    return this.count - (this.#place >= 0 ? 1 : 0)
  }
  /** The one that follows when this one is decided, begun anew after the last. */
  get following(): Item | undefined {
    const others = this.#rows.filter(({ id }) => id !== this.#shown().id)
    return others[this.#at] ?? others[0]
  }

  /** Looks again at what waits; where much was read, only at those around the item that is shown. */
  async reload(): Promise<void> {
    if (!this.#shown().isWanted) return
    try {
      if (this.#rows.length <= atATime) await this.#pages.again()
      else await this.#lookAround()
    } catch (error) {
      // What was read stays, and the next change asks again.
      if (!(error instanceof ApiProblem)) throw error
    }
  }

  async #lookAround(): Promise<void> {
    const from = Math.max(0, this.#at - atATime / 2)
    const near = this.#rows.slice(from, from + atATime).map(({ id }) => id)
    const [still, { totalCount }] = await Promise.all([
      ask({ limit: near.length, 'filter[id][in]': near.join(',') }),
      ask({ limit: 1 }),
    ])
    this.#total = totalCount
    const gone = new Set(near)
    for (const { id } of still.data) gone.delete(id)
    this.#pages.rows = this.#pages.rows.filter(({ id }) => !gone.has(id))
  }
}

import { untrack } from 'svelte'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { onChange } from '../../live/live.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'

/** Further ones come up as these are decided. */
const limit = 100

const ask = () =>
  answered(
    api.GET('/v1/items', {
      params: {
        query: { limit, sort: 'createdAt', include: 'total', 'filter[status]': 'PENDING_APPROVAL' },
      },
    }),
  )

/** The item that has waited longest for an approval; undefined where none waits. */
export const firstWaiting = async (): Promise<Schemas['Item'] | undefined> => (await ask()).data[0]

/** What waits for an approval, the longest first, around the item that is shown. Made while a component starts. */
export class WaitingItems {
  readonly #list: Resource<Schemas['ItemPage']>
  readonly #id: () => string
  /** The place of the item that is shown, which it keeps when it no longer waits. */
  #at = $state(0)

  constructor(id: () => string, isWanted: () => boolean) {
    this.#id = id
    this.#list = new Resource(() => (isWanted() ? `items/waiting ${testClock.moves}` : undefined), ask)
    onChange(() => (isWanted() ? this.#list.reload() : Promise.resolve()), ['item'])
    $effect.pre(() => {
      const at = this.#rows.findIndex((row) => row.id === id())
      if (at >= 0) untrack(() => (this.#at = at))
    })
  }

  get #rows(): readonly Schemas['Item'][] {
    return this.#list.data?.data ?? []
  }
  get isKnown(): boolean {
    return this.#list.data !== undefined
  }
  get at(): number {
    return this.#at
  }
  get count(): number {
    return this.#list.data?.totalCount ?? this.#rows.length
  }
  /** The one so many places on. */
  beside(step: 1 | -1): Schemas['Item'] | undefined {
    return this.#rows[this.#at + step]
  }
  /** Those that wait besides the one that is shown. */
  get others(): number {
    return this.count - (this.#rows.some(({ id }) => id === this.#id()) ? 1 : 0)
  }
  /** The one that follows when this one is decided, begun anew after the last. */
  get following(): Schemas['Item'] | undefined {
    const others = this.#rows.filter(({ id }) => id !== this.#id())
    return others[this.#at] ?? others[0]
  }
  reload(): Promise<void> {
    return this.#list.reload()
  }
}

import { untrack } from 'svelte'
import { ApiProblem, place } from './client.ts'

/** The latest answers by key. A screen that is opened again shows them at once and reloads. */
const cache = new Map<string, unknown>()
const maxCached = 200

const cacheAnswer = (key: string, value: unknown): void => {
  cache.delete(key)
  cache.set(key, value)
  if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
}

/** Clears the cache. Call it when the user or organisation changes. */
export const forgetAnswers = (): void => cache.clear()

/** Data that reloads whenever its key or revision changes. Create it during component initialisation. */
export class Resource<T> {
  data = $state.raw<T | undefined>(undefined)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  isLoading = $state(false)
  readonly #load: () => Promise<T>
  #key = ''
  #turn = 0

  /**
   * `key` identifies the resource, such as `items/123`; undefined loads nothing yet. Another `revision`
   * reloads the same resource while the old data stays visible, so that nothing moves under the pointer.
   */
  constructor(key: () => string | undefined, load: () => Promise<T>, revision: () => unknown = () => 0) {
    this.#load = load
    // `$derived`, so that an event that changes a source but neither result does not reload the data.
    const name = $derived(key())
    const state = $derived(revision())
    $effect.pre(() => {
      void state
      const requested = name
      if (requested === undefined) return
      untrack(() => {
        const before = this.#key
        this.#key = `${place.organisationId} ${place.mode} ${requested}`
        if (this.#key !== before) this.data = cache.get(this.#key) as T | undefined
        void this.reload()
      })
    })
  }

  /** Reloads; the old data stays until the answer arrives. */
  async reload(): Promise<void> {
    const turn = ++this.#turn
    const key = this.#key
    this.isLoading = true
    try {
      const data = await this.#load()
      cacheAnswer(key, data)
      if (turn !== this.#turn) return
      this.data = data
      this.problem = undefined
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (turn === this.#turn) this.problem = error
    } finally {
      if (turn === this.#turn) this.isLoading = false
    }
  }

  /** Sets the data to a write's answer. */
  set(data: T): void {
    this.#turn++
    this.isLoading = false
    cacheAnswer(this.#key, data)
    this.data = data
    this.problem = undefined
  }
}

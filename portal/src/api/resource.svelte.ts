import { untrack } from 'svelte'
import { ApiProblem, place } from './client.ts'

/** What was last answered, by key: a screen that is opened again shows it at once, while it asks anew. */
const kept = new Map<string, unknown>()
const mostKept = 200

const keep = (key: string, value: unknown): void => {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
}

/** Forgets every answer, because another person or organisation follows. */
export const forgetAnswers = (): void => kept.clear()

/** One answer of the server, asked for again whenever its key or its revision changes. Made while a component starts. */
export class Resource<T> {
  data = $state.raw<T | undefined>(undefined)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  isLoading = $state(false)
  readonly #ask: () => Promise<T>
  #key = ''
  #turn = 0

  /**
   * `key` names what is asked for, such as `items/123`; undefined asks for nothing yet. With another `revision` the
   * same is asked for anew, and what is shown stays meanwhile: nothing moves away under the pointer.
   */
  constructor(key: () => string | undefined, ask: () => Promise<T>, revision: () => unknown = () => 0) {
    this.#ask = ask
    // Derived: what they are read from is read again with every event, and mostly says the same.
    const name = $derived(key())
    const state = $derived(revision())
    $effect.pre(() => {
      void state
      const asked = name
      if (asked === undefined) return
      untrack(() => {
        const before = this.#key
        this.#key = `${place.organisationId} ${place.mode} ${asked}`
        if (this.#key !== before) this.data = kept.get(this.#key) as T | undefined
        void this.reload()
      })
    })
  }

  /** Asks again; what is shown stays until the answer is there. */
  async reload(): Promise<void> {
    const turn = ++this.#turn
    const key = this.#key
    this.isLoading = true
    try {
      const data = await this.#ask()
      keep(key, data)
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

  /** Shows what a write has answered. */
  set(data: T): void {
    this.#turn++
    this.isLoading = false
    keep(this.#key, data)
    this.data = data
    this.problem = undefined
  }
}

import { untrack } from 'svelte'
import { place } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import type { Action } from '../shell/action.svelte.ts'

/** Whether two JSON values are equal. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Values of a form that edits something stored, field by field. What the user typed stays when the page is left,
 * in the tab's storage, and when a colleague saves: fields that the user didn't change take the new values.
 */
export class Draft<Values extends object> {
  values = $state<Values>(undefined as never)
  /** Fields that both the user and a colleague changed, since the last save was tried. */
  disputed = $state.raw<readonly (keyof Values)[]>([])
  #base = $state.raw<Values>(undefined as never)
  readonly #key: string

  /**
   * `stored` returns what is stored, reactively. Without `mayChange`, an earlier draft is ignored. Create it during
   * component initialisation.
   */
  constructor(name: string, stored: () => Values, mayChange = true) {
    this.#key = `lettershop.draft.${session.current?.user.id}.${place.organisationId} ${name}`
    this.#base = untrack(stored)
    this.values = { ...this.#base }
    if (mayChange) this.#restore()
    $effect.pre(() => {
      const now = stored()
      untrack(() => this.meet(now))
    })
    $effect(() => this.#keep())
    // Asks before a sign-out, which clears the tab's storage.
    $effect(() => {
      const isSaved = async () => this.changed.length === 0
      session.unsaved.add(isSaved)
      return () => session.unsaved.delete(isSaved)
    })
  }

  /** Names of changed fields. */
  readonly changed: readonly (keyof Values)[] = $derived.by(() => this.#differing(this.values))

  /** The changed fields with their values. */
  get changes(): Partial<Values> {
    return this.#pick(this.changed)
  }

  /** Takes what is stored now; the user's changes stay. Returns false if a colleague changed the same field. */
  meet(stored: Values): boolean {
    const theirs = this.#differing(stored)
    if (theirs.length === 0) return true
    const mine = this.changed
    for (const name of theirs) if (!mine.includes(name)) this.values[name] = stored[name]
    this.#base = stored
    this.disputed = theirs.filter((name) => this.changed.includes(name))
    return this.disputed.length === 0
  }

  /** Ends the change: the form shows what is stored, by default as last known. */
  settle(stored: Values = this.#base): void {
    this.#base = stored
    this.values = { ...stored }
    this.disputed = []
    // Removed here: if saving leaves the page, the effect that stores the draft no longer runs.
    sessionStorage.removeItem(this.#key)
  }

  /**
   * Writes the changes and ends them with what is stored then. Returns false if that fails, or if a colleague
   * changed the same field: the form says so, and another attempt replaces their value. What is typed during the
   * requests stays as the next change.
   */
  async save(action: Action, read: () => Promise<Values>, write: () => Promise<Values>): Promise<boolean> {
    let isSaved = false
    await action.run(async () => {
      if (!this.meet(await read())) return
      const sent = $state.snapshot(this.values) as Values
      const stored = this.changed.length > 0 ? await write() : this.#base
      const typed = this.#pick(this.#differing(this.values, sent))
      this.settle(stored)
      Object.assign(this.values, typed)
      isSaved = true
    })
    return isSaved
  }

  #differing(values: Values, from: Values = this.#base): (keyof Values)[] {
    const names = Object.keys(from) as (keyof Values)[]
    return names.filter((name) => !same(values[name], from[name]))
  }

  #pick(names: readonly (keyof Values)[]): Partial<Values> {
    return Object.fromEntries(names.map((name) => [name, this.values[name]])) as Partial<Values>
  }

  #restore(): void {
    const kept = sessionStorage.getItem(this.#key)
    if (kept === null) return
    const now = this.#base
    const { base, values } = JSON.parse(kept)
    // A form may have gained fields since then.
    this.#base = { ...now, ...base }
    this.values = { ...this.#base, ...values }
    this.meet(now)
  }

  /** Stores the change in the tab, or removes it if nothing differs. */
  #keep(): void {
    const { changes } = this
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(this.#key)
    else {
      try {
        sessionStorage.setItem(this.#key, JSON.stringify({ base: this.#base, values: changes }))
      } catch {
        // Storage is full; the change then exists only in the page.
      }
    }
  }
}

/** States that can be gone back to. */
const most = 200

/** What was done, state by state; a gesture (a drag, a word) is one step however many states it had. */
export class History<State> {
  readonly #past: State[] = []
  #future: State[] = []
  #gesture: string | undefined

  get canUndo(): boolean {
    return this.#past.length > 0
  }
  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Notes the state before a change. Changes of one gesture follow one another without a step between. */
  note(before: State, gesture?: string): void {
    this.#future = []
    if (gesture !== undefined && gesture === this.#gesture) return
    this.#gesture = gesture
    this.#past.push(before)
    if (this.#past.length > most) this.#past.shift()
  }

  /** The next change is a step of its own, whatever its gesture. */
  endGesture(): void {
    this.#gesture = undefined
  }

  undo(now: State): State | undefined {
    return this.#step(this.#past, this.#future, now)
  }

  redo(now: State): State | undefined {
    return this.#step(this.#future, this.#past, now)
  }

  #step(from: State[], to: State[], now: State): State | undefined {
    this.#gesture = undefined
    const state = from.pop()
    if (state !== undefined) to.push(now)
    return state
  }
}

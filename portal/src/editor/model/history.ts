/** Maximum undo steps. */
const maxSteps = 200

/** Undo history. A gesture (a drag, a word) is one step. */
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

  /** Records the state before a change. Changes of one gesture are one step. */
  note(before: State, gesture?: string): void {
    this.#future = []
    if (gesture !== undefined && gesture === this.#gesture) return
    this.#gesture = gesture
    this.#past.push(before)
    if (this.#past.length > maxSteps) this.#past.shift()
  }

  /** Ends the gesture: the next change is a step of its own. */
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

/** A claimed piece of work, to be carried out. */
export type Work = () => Promise<unknown>

/** Runs a fixed number of pieces of work at once: a lane that finishes one claims the next that is due. */
export interface Lanes {
  /**
   * Starts work in free lanes, for up to `due` pieces, without waiting for it. Throws where a claim fails,
   * and the error that has ended a lane since the last call.
   */
  fill(due: number): Promise<void>
  /** Whether work waits for a lane, so that running work should give way. */
  isPressed(): boolean
  /** Claims nothing more; resolves when the running work has ended. */
  drain(): Promise<void>
}

/** `next` claims one piece of work, or undefined where there is none; it is never called concurrently. */
export const createLanes = (width: number, next: () => Promise<Work | undefined>): Lanes =>
  new WorkingLanes(width, next)

class WorkingLanes implements Lanes {
  readonly #width: number
  readonly #next: () => Promise<Work | undefined>
  readonly #lanes = new Set<Promise<void>>()
  /** Lanes that are running work or about to. */
  #taken = 0
  #asked = 0
  #isPressed = false
  #isDraining = false
  #failed: { error: unknown } | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(width: number, next: () => Promise<Work | undefined>) {
    this.#width = width
    this.#next = next
  }

  isPressed() {
    return this.#isPressed || this.#isDraining
  }

  async fill(due: number) {
    if (this.#failed) {
      const { error } = this.#failed
      this.#failed = undefined
      throw error
    }
    if (due === 0) return
    this.#asked++
    let started = 0
    while (started < due && this.#taken < this.#width) {
      if (!(await this.#startNext())) break
      started++
    }
    this.#isPressed = started < due
  }

  async drain() {
    this.#isDraining = true
    while (this.#taken > 0) {
      await this.#turn
      await Promise.all(this.#lanes)
    }
    this.#isDraining = false
  }

  #take(): Promise<Work | undefined> {
    const result = this.#turn.then(() => (this.#isDraining ? undefined : this.#next()))
    this.#turn = result.catch(() => {})
    return result
  }

  async #takeMore(): Promise<Work | undefined> {
    for (;;) {
      const before = this.#asked
      const work = await this.#take()
      if (work) this.#isPressed = false
      // A job committed after this look found no free lane, and no later call would claim it.
      if (work || this.#asked === before || this.#isDraining) return work
    }
  }

  async #run(first: Work) {
    for (let work: Work | undefined = first; work; work = await this.#takeMore()) await work()
  }

  #start(work: Work) {
    const lane = this.#run(work)
      .catch((error: unknown) => {
        this.#failed ??= { error }
      })
      .finally(() => {
        this.#taken--
        this.#lanes.delete(lane)
      })
    this.#lanes.add(lane)
  }

  async #startNext(): Promise<boolean> {
    this.#taken++
    const work = await this.#take().catch((error: unknown) => {
      this.#taken--
      throw error
    })
    if (work) this.#start(work)
    else this.#taken--
    return work !== undefined
  }
}

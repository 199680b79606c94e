/** Work that was taken up and is now to be done. */
export type Work = () => Promise<unknown>

/** So many pieces of work at once: a lane that is through with one takes up the next that is due. */
export interface Lanes {
  /**
   * Sets free lanes to work where `due` pieces wait, and waits for none of it. Throws where taking work up fails, and what
   * made a lane end since the last time.
   */
  fill(due: number): Promise<void>
  /** Whether something waits that no lane could take: what is under way should give way. */
  isPressed(): boolean
  /** Takes nothing up any more; resolves when what is under way has ended. */
  drain(): Promise<void>
}

/** `next` claims one piece of work, nothing where none may be done now; it is never asked twice at once. */
export const createLanes = (width: number, next: () => Promise<Work | undefined>): Lanes =>
  new WorkingLanes(width, next)

class WorkingLanes implements Lanes {
  readonly #width: number
  readonly #next: () => Promise<Work | undefined>
  readonly #lanes = new Set<Promise<void>>()
  /** Lanes that work, or that are about to. */
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
      // What was committed after this look had no free lane to go to, and nobody would look again for it.
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

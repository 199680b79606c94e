interface Organisation {
  /** Called when it gets a place, in the order in which they came. */
  waiting: (() => void)[]
  taken: number
}

export interface FairSemaphoreOptions {
  /** Whether a further place may be taken, beside so many. */
  mayBegin(taken: number): boolean
  /** Whether an organisation gets no place for now, however many are free. */
  isBarred(organisationId: string): boolean
}

/**
 * The places in which files are read, given out in turn: the next one goes to an organisation that has the fewest,
 * and of those to the one whose last turn is longest ago. So one has several only while no other waits.
 */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions
  /** Those that have or await a place; the one whose turn is longest ago comes first. */
  readonly #organisations = new Map<string, Organisation>()
  #taken = 0

  constructor(options: FairSemaphoreOptions) {
    this.#options = options
  }

  get taken(): number {
    return this.#taken
  }

  /** Whether a file could be read at once if there were a place. */
  get isAwaited(): boolean {
    return this.#next() !== undefined
  }

  /** Whether an organisation has a place or awaits one. */
  has(organisationId: string): boolean {
    return this.#organisations.has(organisationId)
  }

  hasTaken(organisationId: string): boolean {
    return (this.#organisations.get(organisationId)?.taken ?? 0) > 0
  }

  /** Resolves once the organisation has a place, or a further one. */
  take(organisationId: string): Promise<void> {
    return new Promise((begin) => {
      this.#of(organisationId).waiting.push(begin)
      this.advance()
    })
  }

  /** Takes a place if there is one at once. */
  tryTake(organisationId: string): boolean {
    const { mayBegin, isBarred } = this.#options
    if (!mayBegin(this.#taken) || isBarred(organisationId)) return false
    this.#give(organisationId)
    return true
  }

  giveBack(organisationId: string): void {
    const organisation = this.#of(organisationId)
    organisation.taken--
    this.#taken--
    if (organisation.taken === 0 && organisation.waiting.length === 0)
      this.#organisations.delete(organisationId)
    this.advance()
  }

  /** Gives out what places there are; to be called when one becomes free or an organisation is barred no more. */
  advance(): void {
    for (;;) {
      const next = this.#options.mayBegin(this.#taken) ? this.#next() : undefined
      if (next === undefined) return
      const begin = this.#of(next).waiting.shift()!
      this.#give(next)
      begin()
    }
  }

  #next(): string | undefined {
    let best: [string, Organisation] | undefined
    for (const [id, organisation] of this.#organisations) {
      if (organisation.waiting.length === 0 || this.#options.isBarred(id)) continue
      if (!best || organisation.taken < best[1].taken) best = [id, organisation]
    }
    return best?.[0]
  }

  #give(organisationId: string): void {
    const organisation = this.#of(organisationId)
    organisation.taken++
    this.#taken++
    this.#organisations.delete(organisationId)
    this.#organisations.set(organisationId, organisation)
  }

  #of(organisationId: string): Organisation {
    let organisation = this.#organisations.get(organisationId)
    if (!organisation) {
      organisation = { waiting: [], taken: 0 }
      this.#organisations.set(organisationId, organisation)
    }
    return organisation
  }
}

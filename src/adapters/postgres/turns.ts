import { StoreBusy } from '../../core/ports/store.ts'

/** As many of one party may wait; what comes on top is refused at once, before it takes memory as well. */
export const maxWaiting = 5_000

interface Waiting {
  begin(): void
  refuse(error: unknown): void
}

/** Who asks for turns under one name: how many it has, and who waits for one, first come first served. */
interface Party {
  has: number
  waiting: Waiting[]
}

/**
 * Hands out a fixed number of turns. Parties take turns, so that a thousand requests of one organisation hold up nobody else,
 * and none that has a name has so many at a time that the others wait for its locks.
 */
export class Turns {
  readonly #atMost: number
  #free: number
  #waiting = 0
  #begun = 0
  /** The party that waits longest for its next turn first. */
  readonly #parties = new Map<string, Party>()

  constructor(count: number) {
    this.#free = count
    // Those of an organisation run one after the other anyway: one runs, and the next one is there when it ends.
    this.#atMost = Math.max(1, Math.floor(count / 4))
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How many have begun so far. */
  get begun(): number {
    return this.#begun
  }

  /** Resolves when it is the party's turn; `give` ends it. Throws `StoreBusy` where too many wait already. */
  take(name = ''): Promise<void> {
    const party = this.#parties.get(name) ?? { has: 0, waiting: [] }
    this.#parties.set(name, party)
    if (party.waiting.length >= maxWaiting) throw new StoreBusy(`${maxWaiting} transactions wait already.`)
    return new Promise((resolve, reject) => {
      this.#waiting += 1
      party.waiting.push({ begin: resolve, refuse: reject })
      this.#next()
    })
  }

  give(name = ''): void {
    const party = this.#parties.get(name)!
    this.#free += 1
    party.has -= 1
    if (party.has === 0 && party.waiting.length === 0) this.#parties.delete(name)
    this.#next()
  }

  /** Tells everybody who waits that there will be no turn. */
  refuse(error: unknown): void {
    for (const [name, party] of this.#parties) {
      const refused = party.waiting.splice(0)
      this.#waiting -= refused.length
      if (party.has === 0) this.#parties.delete(name)
      for (const one of refused) one.refuse(error)
    }
  }

  #next(): void {
    if (this.#free === 0 || this.#waiting === 0) return
    for (const [name, party] of this.#parties) {
      if (party.waiting.length === 0 || (name !== '' && party.has >= this.#atMost)) continue
      this.#parties.delete(name)
      this.#parties.set(name, party)
      this.#free -= 1
      this.#waiting -= 1
      this.#begun += 1
      party.has += 1
      party.waiting.shift()!.begin()
      return
    }
  }
}

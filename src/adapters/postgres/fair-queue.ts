import { StoreBusy } from '../../core/ports/store.ts'

/** Waiting requests of one party; further ones are refused at once, before they use memory. */
export const maxWaiting = 5_000

/**
 * Turns that one party may hold of `count`. A quarter is enough: the requests of an organisation run one after
 * the other because of its lock, and only the next one has to be ready when one ends.
 */
export const turnsOfOneParty = (count: number): number => Math.max(1, Math.floor(count / 4))

interface Waiting {
  begin(): void
  refuse(error: unknown): void
}

/** The turns and the waiting requests under one name, first come first served. */
interface Party {
  has: number
  waiting: Waiting[]
}

/**
 * Distributes a fixed number of turns. Parties alternate, so that a thousand requests of one organisation
 * delay no other, and no named party has so many turns at once that the others wait for its locks.
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
    this.#atMost = turnsOfOneParty(count)
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How many turns have begun so far. */
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

  /** Rejects all waiting requests. */
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

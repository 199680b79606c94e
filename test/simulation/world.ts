import { createMemoryClock, type MemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { createDice, type Dice } from '../fuzz/random.ts'
import { Chronicle } from './chronicle.ts'
import type { Plant } from './plants.ts'
import { type Profile, profileOf } from './profile.ts'
import { createStory, type Story } from './story.ts'

/** Who a step belongs to: one life of a server, which ends with its crash, or a client (none). */
export interface Life {
  readonly name: string
  alive: boolean
}

/** Something goes wrong because the world says so: never a fault of the core's. */
export class Misfortune extends Error {}

/** What a client hears whose question or answer was lost on the way, or whose server died with it. */
export class NoAnswer extends Error {}

interface Parked {
  life: Life | undefined
  what: string
  /** ms; not before. */
  from: number
  go(): void
}

const never = new Promise<never>(() => {})
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Everything outside the core, and the order in which things happen. Every step with an effect that is
 * visible outside is parked at a `point` first; the world picks, by its dice, which step goes on. So every
 * interleaving of servers and clients comes from the seed, and a server that dies simply never goes on.
 */
export class World {
  readonly seed: string
  readonly dice: Dice
  readonly profile: Profile
  readonly clock: MemoryClock
  /** What is on disk: it outlives every server. */
  readonly disk: Store
  readonly story: Story
  readonly chronicle: Chronicle
  readonly plant: Plant | undefined
  /** No faults and no parking: while the town is built, and in the final recovery. */
  calm = true
  /** The town is built, and a planted bug may begin. */
  isOpen = false
  /** Work under way that waits for something else than a point (a CSV parser's streams). */
  busy = 0
  readonly #parked: Parked[] = []

  constructor(seed: string, { plant, tells = false }: { plant?: Plant | undefined; tells?: boolean } = {}) {
    this.seed = seed
    this.plant = plant
    this.dice = createDice(`lettershop ${seed}`)
    this.profile = profileOf(this.dice)
    this.clock = createMemoryClock(this.profile.start)
    this.disk = createMemoryStore()
    this.story = createStory(this.clock, tells)
    this.chronicle = new Chronicle()
  }

  /** Waits here until the world picks this step; for ever where the server has died. */
  async point(life: Life | undefined, what: string, waitMs = 0): Promise<void> {
    if (life && !life.alive) return never
    if (this.calm && waitMs === 0) return
    const from = this.clock.now() + waitMs
    await new Promise<void>((go) => this.#parked.push({ life, what, from, go }))
  }

  /** Whether a misfortune of this share strikes now. */
  strikes(share: number): boolean {
    return !this.calm && share > 0 && this.dice.chance(share)
  }

  /** Runs servers and clients until all are parked or done. */
  async quiet(): Promise<void> {
    do await turn()
    while (this.busy > 0)
  }

  /** Steps that could go on now. */
  get ready(): number {
    const now = this.clock.now()
    return this.#parked.reduce((count, { from }) => count + (from <= now ? 1 : 0), 0)
  }

  /** When the next step that waits for a time could go on. */
  get nextAt(): number | undefined {
    const now = this.clock.now()
    return this.#parked.reduce<number | undefined>(
      (next, { from }) => (from <= now ? next : Math.min(next ?? from, from)),
      undefined,
    )
  }

  /** Lets one step go on: any of those that are ready, or the one that came first. */
  resume(order: 'any' | 'first'): void {
    const now = this.clock.now()
    const ready = this.#parked.filter(({ from }) => from <= now)
    const step = order === 'any' ? this.dice.pick(ready) : ready[0]!
    this.#parked.splice(this.#parked.indexOf(step), 1)
    step.go()
  }

  /** The server's memory is gone: nothing that it had begun goes on. */
  bury(life: Life): string[] {
    life.alive = false
    const lost = this.#parked.filter((step) => step.life === life)
    for (const step of lost) this.#parked.splice(this.#parked.indexOf(step), 1)
    return lost.map(({ what }) => what)
  }

  /** Work whose end does not come from a point, so that `quiet` waits for it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.busy++
    try {
      return await work()
    } finally {
      this.busy--
    }
  }
}

import { createMemoryClock, type MemoryClock } from '../../src/adapters/memory/clock.ts'
import { createMemoryStore } from '../../src/adapters/memory/store.ts'
import type { Store } from '../../src/core/ports/store.ts'
import type { Clock } from '../../src/core/ports/system.ts'
import { createRandomSource, type RandomSource } from '../fuzz/random-source.ts'
import { History } from './history.ts'
import type { InjectedBug } from './injected-bug.ts'
import { type Profile, profileOf } from './profile.ts'

/** The steps of a simulation as lines of text, in order. */
interface Trace {
  readonly lines: readonly string[]
  /** Adds a line. `describe` is called only if tracing is on. */
  add(actor: string, describe: () => string): void
}

const createTrace = (clock: Clock, isOn: boolean): Trace => {
  const lines: string[] = []
  return {
    lines,
    add(actor, describe) {
      if (!isOn) return
      const at = new Date(clock.now()).toISOString().replace('T', ' ')
      lines.push(`${at}  ${actor.padEnd(14)} ${describe()}`)
    },
  }
}

/** One server process from its start to its crash. Steps of clients belong to no incarnation. */
export interface Incarnation {
  readonly name: string
  alive: boolean
}

/** A failure that the simulation injected: never a bug of the core. */
export class InjectedFault extends Error {}

/** Thrown to a client whose request or answer was lost, or whose server crashed. */
export class NoAnswer extends Error {}

interface ParkedStep {
  incarnation: Incarnation | undefined
  what: string
  /** ms; the earliest time to resume. */
  from: number
  resume(): void
}

const never = new Promise<never>(() => {})
const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * The deterministic scheduler, with the clock, disk and random source that all servers and clients share. A
 * step with an effect outside its process first parks at a yield point, and the random source picks the
 * parked step to resume. So the seed decides every interleaving, and steps of a crashed server never resume.
 */
export class Simulation {
  readonly seed: string
  readonly random: RandomSource
  readonly profile: Profile
  readonly clock: MemoryClock
  /** Committed state, which survives every crash. */
  readonly disk: Store
  readonly trace: Trace
  readonly history: History
  readonly injectedBug: InjectedBug | undefined
  /** True during set-up and recovery: no faults are injected, and yield points do not park. */
  faultFree = true
  /** True after set-up; injected bugs act only then. */
  isSetUp = false
  /** Running work whose end does not come from a yield point, such as the CSV parser's streams. */
  busy = 0
  readonly #parked: ParkedStep[] = []

  constructor(
    seed: string,
    { injectedBug, trace = false }: { injectedBug?: InjectedBug | undefined; trace?: boolean } = {},
  ) {
    this.seed = seed
    this.injectedBug = injectedBug
    this.random = createRandomSource(`lettershop ${seed}`)
    this.profile = profileOf(this.random)
    this.clock = createMemoryClock(this.profile.start)
    this.disk = createMemoryStore()
    this.trace = createTrace(this.clock, trace)
    this.history = new History()
  }

  /** Parks until the scheduler picks this step, in `waitMs` or later; forever once the server has crashed. */
  async yieldPoint(incarnation: Incarnation | undefined, what: string, waitMs = 0): Promise<void> {
    if (incarnation && !incarnation.alive) return never
    if (this.faultFree && waitMs === 0) return
    const from = this.clock.now() + waitMs
    await new Promise<void>((resume) => this.#parked.push({ incarnation, what, from, resume }))
  }

  /** Decides whether a fault with this probability occurs now. */
  faultOccurs(probability: number): boolean {
    return !this.faultFree && probability > 0 && this.random.chance(probability)
  }

  /** Runs servers and clients until each of them is parked or done. */
  async runUntilParked(): Promise<void> {
    do await nextTask()
    while (this.busy > 0)
  }

  /** Number of parked steps that could resume now. */
  get ready(): number {
    const now = this.clock.now()
    return this.#parked.reduce((count, { from }) => count + (from <= now ? 1 : 0), 0)
  }

  /** ms: when the next step that waits for a time could resume. */
  get nextAt(): number | undefined {
    const now = this.clock.now()
    return this.#parked.reduce<number | undefined>(
      (next, { from }) => (from <= now ? next : Math.min(next ?? from, from)),
      undefined,
    )
  }

  /** Resumes one ready step: a random one, or the one that parked first. */
  resume(order: 'any' | 'first'): void {
    const now = this.clock.now()
    const ready = this.#parked.filter(({ from }) => from <= now)
    const step = order === 'any' ? this.random.pick(ready) : ready[0]!
    this.#parked.splice(this.#parked.indexOf(step), 1)
    step.resume()
  }

  /** Ends a server process and drops its parked steps. Returns what they were about to do. */
  kill(incarnation: Incarnation): string[] {
    incarnation.alive = false
    const lost = this.#parked.filter((step) => step.incarnation === incarnation)
    for (const step of lost) this.#parked.splice(this.#parked.indexOf(step), 1)
    return lost.map(({ what }) => what)
  }

  /** Makes `runUntilParked` wait for work whose end does not come from a yield point. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.busy++
    try {
      return await work()
    } finally {
      this.busy--
    }
  }
}

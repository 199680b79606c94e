import { answered, api, newIntention, type Schemas } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'

type State = Schemas['TestClock']

/** How often the clock is asked for while an advance goes on by itself. */
const againMs = 1_000
/** What passes between the answer of the server and its arrival here. */
const toleranceMs = 2_000

/** The organisation's clock of test mode. It goes on between two answers as the real one does. */
class TestClock {
  state = $state.raw<State | undefined>(undefined)
  /** Rises after every advance, so that screens ask anew. */
  moves = $state(0)
  /** Whether the person is asked where to move it. */
  isOpen = $state(false)
  /** Whether what it shows was asked for since then. */
  isAsked = $state(false)
  #second = $state(0)
  #askedAt = 0
  #organisationId: string | null | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  /** What it shows now, RFC 3339. */
  get now(): string | undefined {
    void this.#second
    if (!this.state) return undefined
    return new Date(Date.parse(this.state.now) + performance.now() - this.#askedAt).toISOString()
  }

  /** The moment, in ms, by the clock that things of test mode or of live mode live by. */
  nowOf({ isTest }: { isTest: boolean }): number {
    return isTest && this.now ? Date.parse(this.now) : Date.now()
  }

  /** Shows the clock until the function that is returned is called. */
  watch(): () => void {
    const organisationId = session.current?.organisationId
    if (organisationId !== this.#organisationId) this.state = undefined
    this.#organisationId = organisationId
    void this.load()
    const tick = setInterval(() => {
      this.#second++
    }, 10_000)
    return () => clearInterval(tick)
  }

  /** Whether something happened later than it shows, because it was advanced elsewhere. */
  isBehind(at: string): boolean {
    return this.now !== undefined && Date.parse(at) > Date.parse(this.now) + toleranceMs
  }

  /** Asks the person where to move it. Items that came since it was asked last may have brought a cutoff. */
  async ask(): Promise<void> {
    this.isOpen = true
    this.isAsked = false
    await this.load().finally(() => {
      this.isAsked = true
    })
  }

  /** Asks what it shows, and has screens ask anew where it was advanced elsewhere. */
  async look(): Promise<void> {
    const before = this.state?.offsetMs
    await this.load()
    if (before !== undefined && this.state!.offsetMs > before) this.moves++
  }

  async load(): Promise<void> {
    this.#show(await answered(api.GET('/v1/developers/test-clock')))
    clearTimeout(this.#again)
    if (!this.state?.advancingTo) return
    this.#again = setTimeout(() => void this.load().then(() => this.moves++), againMs)
  }

  async advance(to: string): Promise<void> {
    const params = { header: { 'Idempotency-Key': newIntention() } }
    await answered(api.POST('/v1/developers/test-clock/advance', { params, body: { to } }))
    await this.load()
    this.moves++
  }

  #show(state: State): void {
    this.#askedAt = performance.now()
    this.state = state
  }
}

export const testClock = new TestClock()

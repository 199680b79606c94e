import { answered, api, newIntention, type Schemas } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'

type State = Schemas['TestClock']

/** Poll interval during an advance. */
const pollMs = 1_000
/** How far an event may be ahead of the clock because of network delay, in ms. */
const toleranceMs = 2_000

/** The organisation's test clock. Between answers of the server it runs like the real clock. */
class TestClock {
  state = $state.raw<State | undefined>(undefined)
  /** Incremented after every advance, so that screens reload. */
  moves = $state(0)
  /** Whether the dialog that advances it is open. */
  isOpen = $state(false)
  /** True once the reload at the opening of the dialog has ended, even with an error. */
  isFresh = $state(false)
  #second = $state(0)
  #readAt = 0
  #organisationId: string | null | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The current test time, RFC 3339. */
  get now(): string | undefined {
    void this.#second
    if (!this.state) return undefined
    return new Date(Date.parse(this.state.now) + performance.now() - this.#readAt).toISOString()
  }

  /** Current time in ms of the test or the real clock. */
  nowOf({ isTest }: { isTest: boolean }): number {
    return isTest && this.now ? Date.parse(this.now) : Date.now()
  }

  /** Loads the clock and updates `now` every 10 seconds until the returned function is called. */
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

  /** Whether an event is later than this clock, which means that the clock was advanced elsewhere. */
  isBehind(at: string): boolean {
    return this.now !== undefined && Date.parse(at) > Date.parse(this.now) + toleranceMs
  }

  /** Opens the dialog and reloads, because new items may have added a cutoff. */
  async open(): Promise<void> {
    this.isOpen = true
    this.isFresh = false
    await this.load().finally(() => {
      this.isFresh = true
    })
  }

  /** Reloads the clock; screens reload if it was advanced elsewhere. */
  async refresh(): Promise<void> {
    const before = this.state?.offsetMs
    await this.load()
    if (before !== undefined && this.state!.offsetMs > before) this.moves++
  }

  async load(): Promise<void> {
    this.#show(await answered(api.GET('/v1/developers/test-clock')))
    clearTimeout(this.#timer)
    if (!this.state?.advancingTo) return
    this.#timer = setTimeout(() => void this.load().then(() => this.moves++), pollMs)
  }

  async advance(to: string): Promise<void> {
    const params = { header: { 'Idempotency-Key': newIntention() } }
    await answered(api.POST('/v1/developers/test-clock/advance', { params, body: { to } }))
    await this.load()
    this.moves++
  }

  #show(state: State): void {
    this.#readAt = performance.now()
    this.state = state
  }
}

export const testClock = new TestClock()

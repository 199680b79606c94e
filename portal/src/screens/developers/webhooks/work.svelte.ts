import type { Schemas } from '../../../api/client.ts'
import { Action } from '../../../shell/action.svelte.ts'
import { isTaken } from '../reasons.ts'
import { sendTest } from './operations.ts'
import { Resending } from './resending.svelte.ts'

/** A replay and its time. */
export interface Replay {
  count: number
  at: string
}

/** Running resends by webhook, kept so that their progress is shown when the user returns to the page. */
const ongoing = new Map<string, Resending>()

/** Actions on a webhook's page. Results are shared by its tabs until the page is left. */
export class Work {
  readonly testing = new Action()
  readonly sending = new Action()
  /** Replays exhausted and missed events. */
  readonly replaying = new Action()
  test = $state.raw<Schemas['Delivery']>()
  replayed = $state.raw<Replay>()
  resending = $state.raw<Resending>()
  readonly #id: string

  constructor(id: string) {
    this.#id = id
    this.resending = ongoing.get(id)
  }

  /** True while retried events are in progress. */
  get isSending(): boolean {
    return this.resending !== undefined && !this.resending.isOver
  }

  /** True if the last test was accepted. */
  get isTestTaken(): boolean {
    const attempt = this.test?.attempts[0]
    return attempt !== undefined && isTaken(attempt)
  }

  sendTest(): Promise<boolean> {
    return this.testing.run(async () => {
      this.test = undefined
      this.test = await sendTest(this.#id)
    })
  }

  /** Retries waiting events now; `expected` is their known number. */
  sendWaiting(expected: number): Promise<boolean> {
    return this.sending.run(async () => {
      const resending = new Resending(this.#id, expected)
      this.test = undefined
      this.resending = resending
      ongoing.set(this.#id, resending)
      try {
        await resending.start()
        await this.refresh()
      } catch (error) {
        this.#end()
        this.resending = undefined
        throw error
      }
    })
  }

  async refresh(): Promise<void> {
    await this.resending?.refresh()
    if (!this.isSending) this.#end()
  }

  #end(): void {
    ongoing.delete(this.#id)
  }
}

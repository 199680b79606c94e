import type { Schemas } from '../../../api/client.ts'
import { Action } from '../../../shell/action.svelte.ts'
import { isTaken } from '../reasons.ts'
import { sendTest } from './operations.ts'
import { Resending } from './resending.svelte.ts'

/** What was missing and was sent again to a webhook, and when. */
export interface Replay {
  count: number
  at: string
}

/** What is being sent goes on when its page is left: who comes back finds how far it is. */
const ongoing = new Map<string, Resending>()

/** What a person does at the page of a webhook. Its results are seen on every tab, until the page is left. */
export class Work {
  readonly testing = new Action()
  readonly sending = new Action()
  /** What was given up, or missed, is sent again. */
  readonly giving = new Action()
  test = $state.raw<Schemas['Delivery']>()
  replayed = $state.raw<Replay>()
  resending = $state.raw<Resending>()
  readonly #id: string

  constructor(id: string) {
    this.#id = id
    this.resending = ongoing.get(id)
  }

  /** True while what waited is on its way. */
  get isSending(): boolean {
    return this.resending !== undefined && !this.resending.isOver
  }

  /** True where the receiver took the last test. */
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

  /** Sends now what waits for another try: as many as are `expected`, as far as is known. */
  sendWaiting(expected: number): Promise<boolean> {
    return this.sending.run(async () => {
      const resending = new Resending(this.#id, expected)
      this.test = undefined
      this.resending = resending
      ongoing.set(this.#id, resending)
      try {
        await resending.start()
        await this.look()
      } catch (error) {
        this.#end()
        this.resending = undefined
        throw error
      }
    })
  }

  /** Looks how much has arrived. */
  async look(): Promise<void> {
    await this.resending?.look()
    if (!this.isSending) this.#end()
  }

  #end(): void {
    ongoing.delete(this.#id)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<Stepper<unknown>>()

/** Work that a test advances step by step, so that it can be interleaved with the steps of other work. */
export class Stepper<T> {
  /** Number of steps taken so far. */
  taken = 0
  /** The result of the work, or its error, once it has ended. */
  end: { result: T } | { error: unknown } | undefined
  #allowed = 0
  #resume = () => {}
  #rest = () => {}

  constructor(work: () => Promise<T>) {
    void current.run(this, async () => {
      try {
        await this.step()
        this.end = { result: await work() }
      } catch (error) {
        this.end = { error }
      }
      this.#rest()
    })
  }

  /** Lets the work take `steps` further steps, and waits until it pauses before the next one or has ended. */
  async advance(steps: number): Promise<void> {
    if (this.end || steps === 0) return
    const resting = new Promise<void>((resolve) => {
      this.#rest = resolve
    })
    this.#allowed = steps
    this.#resume()
    await resting
  }

  async step(): Promise<void> {
    if (this.#allowed === 0) {
      this.#rest()
      await new Promise<void>((resolve) => {
        this.#resume = resolve
      })
    }
    this.#allowed -= 1
    this.taken += 1
  }
}

/** Waits until the current work may take a step. Awaited before every effect that is visible outside. */
export const step = async (): Promise<void> => current.getStore()?.step()

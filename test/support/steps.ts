import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<Stepper<unknown>>()

/** Work that goes on only as far as it is let, so that a test can put it between the steps of another. */
export class Stepper<T> {
  /** Steps that it has taken. */
  taken = 0
  /** What came of it, where it has ended: its result, or the error. */
  end: { result: T } | { error: unknown } | undefined
  #allowed = 0
  #goOn = () => {}
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

  /** Lets it take so many steps more, and waits until it rests before the next one or has ended. */
  async advance(steps: number): Promise<void> {
    if (this.end || steps === 0) return
    const resting = new Promise<void>((resolve) => {
      this.#rest = resolve
    })
    this.#allowed = steps
    this.#goOn()
    await resting
  }

  async step(): Promise<void> {
    if (this.#allowed === 0) {
      this.#rest()
      await new Promise<void>((resolve) => {
        this.#goOn = resolve
      })
    }
    this.#allowed -= 1
    this.taken += 1
  }
}

/** To be awaited before everything that others could see. */
export const step = async (): Promise<void> => current.getStore()?.step()

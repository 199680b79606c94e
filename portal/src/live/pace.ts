/** Where much happens, a page looks no more often than this: each look counts towards the rate limit. */
const apartMs = 1_000
/** How many looks may follow one another at once after a rest: one thing that a person does is several events. */
const atOnce = 4

/** How often a page looks at what happens: at once after a rest, and once a second in busy hours. */
export class Pace {
  #left = atOnce
  #since = 0

  /** How long the next look waits, in ms. `now` is in ms as well, of any one clock. */
  waitMs(now: number): number {
    return Math.max(0, (1 - this.#leftAt(now)) * apartMs)
  }

  /** A look begins. */
  look(now: number): void {
    this.#left = this.#leftAt(now) - 1
    this.#since = now
  }

  #leftAt(now: number): number {
    return Math.min(atOnce, this.#left + (now - this.#since) / apartMs)
  }
}

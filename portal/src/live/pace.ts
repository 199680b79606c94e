/** Minimum interval of reloads under constant changes, because each counts towards the rate limit. */
const apartMs = 1_000
/** Reloads allowed in quick succession after a rest: one user action causes several events. */
const atOnce = 4

/** Limits how often a page reloads: at once after a rest, once a second under load. */
export class Pace {
  #left = atOnce
  #since = 0

  /** Returns the delay of the next reload in ms. `now` is in ms of any clock. */
  waitMs(now: number): number {
    return Math.max(0, (1 - this.#leftAt(now)) * apartMs)
  }

  record(now: number): void {
    this.#left = this.#leftAt(now) - 1
    this.#since = now
  }

  #leftAt(now: number): number {
    return Math.min(atOnce, this.#left + (now - this.#since) / apartMs)
  }
}

import type { Core } from '../core/index.ts'

/** What makes time pass in a server: due jobs and deliveries are run until `stop`. */
export interface Ticker {
  /** Finishes the round under way; nothing starts after it. */
  stop(): Promise<void>
}

/** The longest sleep, so that a corrected machine clock or a lease that ran out is noticed soon. */
const longestSleepMs = 1000
const longestBackOffMs = 30_000

/**
 * Runs everything due, then sleeps until the next due time or until the core says that work was committed.
 * An error is logged and backed off: a store that is away for a minute must not end the process.
 */
export const startTicker = (core: Core): Ticker => {
  let stopped = false
  let woken = false
  let wakeUp: (() => void) | undefined
  const unsubscribe = core.onWake(() => {
    woken = true
    wakeUp?.()
  })
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms)
      function done() {
        clearTimeout(timer)
        wakeUp = undefined
        resolve()
      }
      wakeUp = done
    })

  const run = async () => {
    let failures = 0
    while (!stopped) {
      woken = false
      let sleepMs = longestSleepMs
      try {
        const nextAt = await round(core)
        failures = 0
        if (nextAt !== undefined) sleepMs = Math.min(sleepMs, nextAt - core.services.clock.now())
      } catch (error) {
        failures++
        sleepMs = Math.min(1000 * 2 ** (failures - 1), longestBackOffMs)
        // A wake-up must not turn the back-off into a busy loop.
        woken = false
        core.services.log.error('the ticker failed', { failures, againInMs: sleepMs, error })
        if (!stopped) await sleepThrough(sleepMs, () => stopped, sleep)
        continue
      }
      if (!stopped && !woken && sleepMs > 0) await sleep(sleepMs)
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      wakeUp?.()
      await running
    },
  }
}

/** One round of jobs; returns when the next one is due. */
const round = async (core: Core): Promise<number | undefined> => (await core.scheduler.tick()).nextAt

/** Sleeps the whole time although the core wakes it, but not past the end. */
const sleepThrough = async (
  ms: number,
  over: () => boolean,
  sleep: (ms: number) => Promise<void>,
): Promise<void> => {
  const until = performance.now() + ms
  while (!over() && performance.now() < until) await sleep(until - performance.now())
}

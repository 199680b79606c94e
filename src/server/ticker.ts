import type { Core } from '../core/app/index.ts'

/** Runs due jobs and deliveries until `stop`. */
export interface Ticker {
  /**
   * Resolves when the rounds and the jobs under way have ended, long jobs at their next step; nothing starts
   * after them.
   */
  stop(): Promise<void>
}

/** The longest sleep, so that a corrected machine clock or an expired lease is noticed soon. */
const longestSleepMs = 1000
const longestBackOffMs = 30_000

/**
 * Runs jobs and sends deliveries, each in a loop of its own. Each loop handles what is due, then sleeps until
 * the next due time or until work is committed. Jobs continue in their lanes meanwhile, so that a run that
 * renders for a minute delays nothing that becomes due in that minute.
 */
export const startTicker = (core: Core, { firstLookAfterMs = 0 } = {}): Ticker => {
  const loops = [
    startLoop(core, 'jobs', lookAtJobs(core), { firstLookAfterMs }),
    startLoop(
      core,
      'deliveries',
      async () => {
        await core.webhooks.pump()
        return core.webhooks.nextAt()
      },
      { firstLookAfterMs },
    ),
    // Written once a second and not with every commit: many small transactions for the log would cost as much
    // as the calls that it records.
    startLoop(core, 'request log', async () => void (await core.services.requestLog.flush()), {
      wakes: false,
      firstLookAfterMs,
    }),
    startLoop(core, 'security log', async () => void (await core.services.security.flush()), {
      wakes: false,
      firstLookAfterMs,
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await core.scheduler.drain()
    },
  }
}

/** Adds recurring jobs that are missing before the first round. */
const lookAtJobs = ({ scheduler }: Core) => {
  let isComplete = false
  return async () => {
    if (!isComplete) await scheduler.addMissing()
    isComplete = true
    return (await scheduler.look()).nextAt
  }
}

/**
 * One loop. `round` returns when it is due next. An error is logged and retried with back-off, because a
 * store that is unavailable for a minute must not end the process.
 */
const startLoop = (
  core: Core,
  name: string,
  round: () => Promise<number | undefined>,
  { wakes = true, firstLookAfterMs = 0 } = {},
): Ticker => {
  const { log, clock } = core.services
  const sleeper = createSleeper()
  const unsubscribe = wakes ? core.onWake(() => sleeper.wake()) : () => {}
  let stopped = false
  let failures = 0

  /** Runs one round; returns how long to sleep after it, in ms. */
  const attempt = async (): Promise<number> => {
    try {
      const nextAt = await round()
      failures = 0
      return Math.min(longestSleepMs, nextAt === undefined ? longestSleepMs : nextAt - clock.now())
    } catch (error) {
      failures++
      const againInMs = Math.min(1000 * 2 ** (failures - 1), longestBackOffMs)
      log.error(`the ticker of ${name} failed`, { failures, againInMs, error })
      return againInMs
    }
  }
  const run = async () => {
    if (firstLookAfterMs > 0) await sleeper.sleep(firstLookAfterMs, { deep: false })
    while (!stopped) {
      sleeper.reset()
      const sleepMs = await attempt()
      // A wake-up must not turn the back-off of a failing loop into a busy loop.
      if (!stopped) await sleeper.sleep(sleepMs, { deep: failures > 0 })
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      sleeper.end()
      await running
    },
  }
}

/**
 * A sleep that a wake-up ends early; a deep one only ends by its time. A wake-up since `reset` makes the next
 * sleep end at once.
 */
const createSleeper = () => {
  let woken = false
  let asleep: { wakeUp(): void; deep: boolean } | undefined
  return {
    reset() {
      woken = false
    },
    wake() {
      woken = true
      if (asleep && !asleep.deep) asleep.wakeUp()
    },
    end() {
      asleep?.wakeUp()
    },
    sleep(ms: number, { deep }: { deep: boolean }): Promise<void> {
      if (ms <= 0 || (woken && !deep)) return Promise.resolve()
      return new Promise((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer)
          asleep = undefined
          resolve()
        }
        const timer = setTimeout(wakeUp, ms)
        asleep = { wakeUp, deep }
      })
    },
  }
}

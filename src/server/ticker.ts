import type { Core } from '../core/app/index.ts'

/** What makes time pass in a server: due jobs and deliveries are run until `stop`. */
export interface Ticker {
  /** Finishes the rounds and the jobs under way, long ones at their next step; nothing starts after them. */
  stop(): Promise<void>
}

/** The longest sleep, so that a corrected machine clock or a lease that ran out is noticed soon. */
const longestSleepMs = 1000
const longestBackOffMs = 30_000

/**
 * Runs jobs and sends deliveries, each in a loop of its own. Each loop takes up what is due, then sleeps until the next due
 * time or until the core says that work was committed; jobs go on in their lanes meanwhile, so that a run that renders for
 * a minute holds up nothing that falls due in that minute.
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
    // Once a second and not with every commit: a log in many small transactions would cost what it tells of.
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

/** What recurs and is missing is added before the first look. */
const lookAtJobs = ({ scheduler }: Core) => {
  let isComplete = false
  return async () => {
    if (!isComplete) await scheduler.addMissing()
    isComplete = true
    return (await scheduler.look()).nextAt
  }
}

/**
 * One loop. `round` answers when it is due next. An error is logged and backed off: a store that is away for a
 * minute must not end the process.
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

  /** Returns how long to sleep after it. */
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
      // What wakes a failing loop must not turn its back-off into a busy loop.
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

/** A sleep that can be cut short; a deep one by its end only. Woken since `reset`, it does not begin. */
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

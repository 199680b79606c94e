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
  if (core.isClosed) throw new Error('This Lettershop is closed: call createLettershop again.')
  const loops = [
    startLoop(core, 'jobs', lookAtJobs(core), { onWake: core.onWake, firstLookAfterMs }),
    startLoop(
      core,
      'deliveries',
      async () => {
        await core.webhooks.pump()
        return { nextAt: await core.webhooks.nextAt() }
      },
      { onWake: core.onWake, firstLookAfterMs },
    ),
    startLoop(core, 'live streams', lookAtStreams(core), {
      onWake: (listener) => core.live.onWake(listener),
      firstLookAfterMs,
    }),
    // Written once a second and not with every commit: many small transactions for the log would cost as much
    // as the calls that it records.
    startLoop(core, 'request log', () => core.services.requestLog.flush().then(noMore), {
      onWake: undefined,
      firstLookAfterMs,
    }),
    startLoop(core, 'security log', () => core.services.security.flush().then(noMore), {
      onWake: undefined,
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

const lookAtStreams =
  ({ live }: Core) =>
  async () => ({ restMs: await live.look(), nextAt: live.nextLookAt() })

/** Adds recurring jobs that are missing before the first round. */
const lookAtJobs = ({ scheduler }: Core) => {
  let isComplete = false
  return async () => {
    if (!isComplete) await scheduler.addMissing()
    isComplete = true
    return { nextAt: (await scheduler.look()).nextAt }
  }
}

/** What a round leaves to its loop. */
interface Round {
  /** When the next one is due; undefined where only a wake-up or the longest sleep ends. */
  nextAt?: number | undefined
  /** How long the loop rests although it is woken, in ms. */
  restMs?: number
}
const noMore = (): Round => ({})

interface LoopOptions {
  /** What else ends its sleep than the time. */
  onWake: ((listener: () => void) => () => void) | undefined
  firstLookAfterMs: number
}

/**
 * One loop. An error is logged and retried with back-off, because a
 * store that is unavailable for a minute must not end the process.
 */
const startLoop = (
  core: Core,
  name: string,
  round: () => Promise<Round>,
  { onWake, firstLookAfterMs }: LoopOptions,
): Ticker => {
  const { log, clock } = core.services
  const sleeper = createSleeper()
  const unsubscribe = onWake?.(() => sleeper.wake()) ?? (() => {})
  let stopped = false
  let failures = 0

  /** Runs one round; returns how long to sleep after it, in ms; a deep sleep does not end by a wake-up. */
  const attempt = async (): Promise<{ ms: number; deep: boolean }> => {
    try {
      const { nextAt, restMs = 0 } = await round()
      failures = 0
      if (restMs > 0) return { ms: restMs, deep: true }
      const ms = Math.min(longestSleepMs, nextAt === undefined ? longestSleepMs : nextAt - clock.now())
      return { ms, deep: false }
    } catch (error) {
      failures++
      const againInMs = Math.min(1000 * 2 ** (failures - 1), longestBackOffMs)
      log.error(`the ticker of ${name} failed`, { failures, againInMs, error })
      // A wake-up must not turn the back-off of a failing loop into a busy loop.
      return { ms: againInMs, deep: true }
    }
  }
  const run = async () => {
    if (firstLookAfterMs > 0) await sleeper.sleep(firstLookAfterMs, { deep: false })
    while (!stopped) {
      sleeper.reset()
      const { ms, deep } = await attempt()
      if (!stopped) await sleeper.sleep(ms, { deep })
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

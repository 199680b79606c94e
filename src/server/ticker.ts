import type { Core } from '../core/app/index.ts'

/** Runs due jobs and deliveries until `stop`. */
export interface Ticker {
  /** Resolves when all rounds and jobs have ended, long jobs at their next step. Nothing starts later. */
  stop(): Promise<void>
}

/** Maximum sleep, to notice corrected clocks and expired leases. */
const longestSleepMs = 1000
const longestBackOffMs = 30_000

/**
 * Runs jobs, deliveries, live streams and logs in separate loops. Each loop processes what is due, then
 * sleeps until the next due time or until work is committed. Jobs run in lanes independently of the loop, so
 * that a run that renders for a minute delays nothing else.
 */
export const startTicker = (core: Core, { firstLookAfterMs = 0 } = {}): Ticker => {
  if (core.isClosed) throw new Error('This Lettershop is closed: call createLettershop again.')
  const loops = [
    startLoop(core, 'jobs', jobsRound(core), { onWake: core.onWake, firstLookAfterMs }),
    startLoop(
      core,
      'deliveries',
      async () => {
        await core.webhooks.pump()
        return { nextAt: await core.webhooks.nextAt() }
      },
      { onWake: core.onWake, firstLookAfterMs },
    ),
    startLoop(core, 'live streams', streamsRound(core), {
      onWake: (listener) => core.live.onWake(listener),
      firstLookAfterMs,
    }),
    // Once a second instead of with every commit: many small transactions for the log would cost as much as
    // the logged calls.
    startLoop(core, 'request log', () => core.services.requestLog.flush().then(nothingDue), {
      onWake: undefined,
      firstLookAfterMs,
    }),
    startLoop(core, 'security log', () => core.services.security.flush().then(nothingDue), {
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

const streamsRound =
  ({ live }: Core) =>
  async () => ({ restMs: await live.look(), nextAt: live.nextLookAt() })

/** Adds missing recurring jobs before the first round. */
const jobsRound = ({ scheduler }: Core) => {
  let isComplete = false
  return async () => {
    if (!isComplete) await scheduler.addMissing()
    isComplete = true
    return { nextAt: (await scheduler.look()).nextAt }
  }
}

interface Round {
  /** When the next round is due; undefined if only a wake-up or the maximum sleep ends the wait. */
  nextAt?: number | undefined
  /** Minimum rest in ms, even if woken. */
  restMs?: number
}
const nothingDue = (): Round => ({})

interface LoopOptions {
  onWake: ((listener: () => void) => () => void) | undefined
  firstLookAfterMs: number
}

/** Starts a loop. Logs errors and retries with back-off: the store may be unavailable for a minute. */
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

  /** Runs a round; returns how long to sleep in ms, and whether wake-ups are ignored (`deep`). */
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
      log.error(`the loop for ${name} failed`, { failures, againInMs, error })
      // Deep, so that wake-ups don't turn back-off into a busy loop.
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

/** Deep sleep ignores wake-ups. A wake-up since `reset` ends the next sleep at once, unless it is deep. */
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

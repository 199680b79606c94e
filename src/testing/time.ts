import type { MemoryClock } from '../adapters/memory/clock.ts'
import type { Core } from '../core/app/index.ts'
import { gt } from '../core/kernel/query.ts'
import { everyone } from '../core/ports/store.ts'

/** The clock of a test. It moves only on request, and runs everything due on the way at its own time. */
export interface TestTime {
  /** ms since 1970. */
  now(): number
  /**
   * Moves to an instant (RFC 3339), or with `next-cutoff` to the earliest cutoff of a run with items. Throws
   * a `RangeError` if there is no such run, or if the instant is invalid or past.
   */
  advanceTo(target: string): Promise<void>
  /** Moves forward by milliseconds. */
  advanceBy(ms: number): Promise<void>
}

export const createTestTime = (core: Core, clock: MemoryClock): TestTime => {
  const advance = async (to: number): Promise<void> => {
    for (;;) {
      const nextAt = await settleNow(core)
      if (nextAt === undefined || nextAt > to) break
      // Due work that doesn't run waits for something else, so time moves on.
      if (nextAt <= clock.now()) break
      clock.set(nextAt)
    }
    if (to > clock.now()) clock.set(to)
    await settleNow(core)
  }
  return {
    now: () => clock.now(),
    advanceBy: (ms) => advance(clock.now() + ms),
    async advanceTo(target) {
      const to = target === 'next-cutoff' ? await nextCutoff(core) : Date.parse(target)
      if (Number.isNaN(to)) throw new RangeError(`Not a time: ${target}`)
      if (to < clock.now()) throw new RangeError(`${target} is past: the clock only moves forward.`)
      await advance(to)
    },
  }
}

/** Runs everything that is due; returns the next due time. */
const settleNow = async (core: Core): Promise<number | undefined> => {
  for (;;) {
    await core.webhooks.settle()
    const { ran, nextAt } = await core.scheduler.tick()
    if (ran > 0) continue
    const times = [nextAt, await core.webhooks.nextAt()].filter((time) => time !== undefined)
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** Returns the next cutoff in real time: test runs use their organisation's clock, which may be ahead. */
const nextCutoff = (core: Core): Promise<number> =>
  core.services.store.read(async (rows) => {
    const runs = await rows.runs.find(everyone, { status: 'OPEN', itemCount: gt(0) })
    const times: number[] = []
    for (const run of runs) {
      const organisation = await rows.organisations.get(everyone, run.organisationId)
      times.push(run.cutoffAt - (run.mode === 'test' ? (organisation?.testClockOffsetMs ?? 0) : 0))
    }
    if (times.length === 0) throw new RangeError('No open run holds items, so there is no next cutoff.')
    return Math.min(...times)
  })

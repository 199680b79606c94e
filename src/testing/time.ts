import type { MemoryClock } from '../adapters/memory/clock.ts'
import type { Core } from '../core/app/index.ts'
import { gt } from '../core/kernel/query.ts'
import { everyone } from '../core/ports/store.ts'

/**
 * The clock of a test: it stands still until it is moved, and what falls due on the way happens at its own
 * time.
 */
export interface TestTime {
  /** ms since 1970. */
  now(): number
  /**
   * To an instant (RFC 3339), or to the earliest cutoff of a run that holds items. Throws where there is
   * none.
   */
  advanceTo(target: string): Promise<void>
  /** By milliseconds. */
  advanceBy(ms: number): Promise<void>
}

export const createTestTime = (core: Core, clock: MemoryClock): TestTime => {
  const advance = async (to: number): Promise<void> => {
    for (;;) {
      const nextAt = await settleNow(core)
      if (nextAt === undefined || nextAt > to) break
      // What is due and does not run waits for something else; time must not stand still for it.
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

/** Runs everything that is due now; returns when something is due next. */
const settleNow = async (core: Core): Promise<number | undefined> => {
  for (;;) {
    await core.webhooks.settle()
    const { ran, nextAt } = await core.scheduler.tick()
    if (ran > 0) continue
    const times = [nextAt, await core.webhooks.nextAt()].filter((time) => time !== undefined)
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** In real time: a run of test mode is due by its organisation's test clock, which may be ahead. */
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

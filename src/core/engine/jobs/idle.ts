import { secondMs } from '../../kernel/time.ts'
import type { Store } from '../../ports/store.ts'

/** What a look at the jobs found: how many wait for each group of lanes, how many were lost, and when something falls due next. */
export interface Seen {
  production: number
  others: number
  clocks: number
  lost: number
  nextAt: number | undefined
}

/** A look is remembered no longer than this: what a lost process was running falls due without any change. */
const rememberedMs = secondMs

/**
 * A server looks with every commit that tells something, and most of them have nothing to do with jobs: after a look that found
 * nothing to do, the next is spared while no job has changed. Never where other processes may write.
 */
export const createIdleWatch = ({ generation }: Pick<Store, 'generation'>) => {
  let known: { generation: number; from: number; until: number } | undefined
  return {
    /** When to look next, where a look now would find nothing. */
    nextAt(now: number): number | undefined {
      if (!known || known.generation !== generation?.('jobs')) return undefined
      return now >= known.from && now < known.until ? known.until : undefined
    },
    async watch(now: number, look: () => Promise<Seen>): Promise<Seen> {
      // As of before the look: what changes during it is looked at again.
      const before = generation?.('jobs')
      known = undefined
      const seen = await look()
      const isIdle = seen.production + seen.others + seen.clocks + seen.lost === 0
      if (isIdle && before !== undefined) {
        known = {
          generation: before,
          from: now,
          until: Math.min(seen.nextAt ?? Infinity, now + rememberedMs),
        }
      }
      return seen
    },
  }
}

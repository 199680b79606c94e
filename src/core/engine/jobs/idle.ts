import { secondMs } from '../../kernel/time.ts'
import type { Store } from '../../ports/store.ts'

/**
 * How many due jobs wait for each group of lanes, how many leases have run out, and when the next job falls
 * due.
 */
export interface Seen {
  production: number
  others: number
  clocks: number
  lost: number
  nextAt: number | undefined
}

/** How long a result is reused: a lost process's jobs fall due without any change in the table. */
const rememberedMs = secondMs

/**
 * A server looks for due jobs after every commit with an event, although most add no job. After a look that
 * found nothing, the next ones are skipped while the table of jobs is unchanged; never where other processes
 * may write to it.
 */
export const createIdleWatch = ({ generation }: Pick<Store, 'generation'>) => {
  let known: { generation: number; from: number; until: number } | undefined
  return {
    /** When to look next (ms), where a look now would find nothing. */
    nextAt(now: number): number | undefined {
      if (!known || known.generation !== generation?.('jobs')) return undefined
      return now >= known.from && now < known.until ? known.until : undefined
    },
    async watch(now: number, look: () => Promise<Seen>): Promise<Seen> {
      // Taken before the look, so that changes during it cause another look.
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

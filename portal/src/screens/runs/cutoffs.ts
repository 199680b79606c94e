import type { components } from '../../api/types.gen.ts'

export type Cutoff = components['schemas']['RunCalendar']['data'][number]
type Entry = Pick<Cutoff, 'cutoffAt' | 'runStatus'>

/** True for a cutoff without a run yet, or with an open one; a run may have been closed by hand. */
export const isOpen = ({ runStatus }: Pick<Cutoff, 'runStatus'>): boolean =>
  runStatus === null || runStatus === 'OPEN'

/**
 * Returns the cutoff for new items after a run was closed early: the first entry after `cutoffAt` whose run
 * is open or not yet created. Undefined if `entries` has none.
 */
export const cutoffAfter = (entries: readonly Entry[], cutoffAt: string): string | undefined => {
  const later = entries.filter((entry) => entry.cutoffAt > cutoffAt)
  return later.find(isOpen)?.cutoffAt
}

/** Returns the first open cutoff after `nowMs`, not before the day `sendOn` if there is one. */
export const nextCutoff = <C extends Entry & Pick<Cutoff, 'day'>>(
  calendar: readonly C[],
  { sendOn }: { sendOn: string | null },
  nowMs: number,
): C | undefined =>
  calendar.find(
    (one) => isOpen(one) && Date.parse(one.cutoffAt) > nowMs && (sendOn === null || one.day >= sendOn),
  )

import type { components } from '../../api/types.gen.ts'

type Entry = Pick<components['schemas']['RunCalendar']['data'][number], 'cutoffAt' | 'runStatus'>

/**
 * Returns the cutoff for new items after a run was closed early: the next one that isn't used up. A cutoff is
 * used up if all its runs were closed. Undefined if none is near.
 */
export const cutoffAfter = (entries: readonly Entry[], cutoffAt: string): string | undefined => {
  const later = entries.filter((entry) => entry.cutoffAt > cutoffAt)
  return later.find(({ runStatus }) => runStatus === null || runStatus === 'OPEN')?.cutoffAt
}

import type { components } from '../../api/types.gen.ts'

type Entry = Pick<components['schemas']['RunCalendar']['data'][number], 'cutoffAt' | 'runStatus'>

/**
 * Returns the cutoff for new items after a run was closed early: the first entry after `cutoffAt` whose run
 * is open or not yet created. Undefined if `entries` has none.
 */
export const cutoffAfter = (entries: readonly Entry[], cutoffAt: string): string | undefined => {
  const later = entries.filter((entry) => entry.cutoffAt > cutoffAt)
  return later.find(({ runStatus }) => runStatus === null || runStatus === 'OPEN')?.cutoffAt
}

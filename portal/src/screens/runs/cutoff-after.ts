import type { components } from '../../api/types.gen.ts'

type Entry = Pick<components['schemas']['RunCalendar']['data'][number], 'cutoffAt' | 'runStatus'>

/**
 * The cutoff that items join after the run of this one was closed early: the next that is not used up itself.
 * One counts as used up where every run that the calendar has for it was closed. Undefined where none is near.
 */
export const cutoffAfter = (entries: readonly Entry[], cutoffAt: string): string | undefined => {
  const later = entries.filter((entry) => entry.cutoffAt > cutoffAt)
  return later.find(({ runStatus }) => runStatus === null || runStatus === 'OPEN')?.cutoffAt
}

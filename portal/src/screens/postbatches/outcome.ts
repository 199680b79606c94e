import { words as w } from 'words:postbatches'
import type { Schemas } from '../../api/client.ts'
import { session } from '../../api/session.svelte.ts'
import type { Plan } from './planned.svelte.ts'

type Kind = Schemas['Product']['kind'] | undefined

/** Returns what happens if a mailing is approved, as a headline: `1,284 letters, posted Tuesday 1 December`. */
export const outcomeOf = (
  { isTest }: Pick<Schemas['Postbatch'], 'isTest'>,
  pieces: number,
  kind: Kind,
  { cutoff }: Plan,
): string => {
  const values = { pieces, kind: kind ?? '' }
  if (isTest) return w().outcome.test(values)
  if (!cutoff) return w().outcome.counted(values)
  return w().outcome.posted({ ...values, day: cutoff.handedToCarrierOn })
}

/** Returns the sentence below that headline; undefined while the calendar is loading. */
export const arrivalOf = (
  { isTest }: Pick<Schemas['Postbatch'], 'isTest'>,
  { cutoff }: Plan,
): string | undefined => {
  if (!cutoff) return undefined
  const posted = cutoff.handedToCarrierOn
  const arrives = cutoff.deliveredOn
  if (isTest) return w().wouldPost({ posted, arrives })
  return session.pays
    ? w().arrives({ arrives })
    : w().readyToPrint({ cutoff: cutoff.cutoffAt, posted, arrives })
}

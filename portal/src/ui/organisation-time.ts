import { zone } from '../messages/time-zone.svelte.ts'

/** What the organisation's clock shows, as a field of type `datetime-local` holds it: to the minute. */
export const clockMinute = (at: number): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: zone.name })
    .format(at)
    .replace(' ', 'T')

/** The instant, RFC 3339, at which the organisation's clock shows what such a field holds. */
export const instantOf = (shown: string): string => {
  const asUtc = Date.parse(`${shown.slice(0, 16)}Z`)
  const after = (guess: number) => asUtc - (Date.parse(`${clockMinute(guess)}Z`) - guess)
  // The offset at the first guess may be that of the other side of a change of the clocks.
  return new Date(after(after(asUtc))).toISOString()
}

/** What the clock of a zone shows, as a field of type `datetime-local` holds it: to the minute. */
export const clockMinute = (timeZone: string | undefined, at: number): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(at)
    .replace(' ', 'T')

/** The instant, RFC 3339, at which the clock of a zone shows what such a field holds. */
export const instantOf = (timeZone: string | undefined, shown: string): string => {
  const asUtc = Date.parse(`${shown.slice(0, 16)}Z`)
  const after = (guess: number) => asUtc - (Date.parse(`${clockMinute(timeZone, guess)}Z`) - guess)
  // The offset at the first guess may be that of the other side of a change of the clocks.
  return new Date(after(after(asUtc))).toISOString()
}

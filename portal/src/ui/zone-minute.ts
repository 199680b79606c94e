/** Formats an instant for `datetime-local` in a time zone, to the minute. */
export const clockMinute = (timeZone: string | undefined, at: number): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(at)
    .replace(' ', 'T')

/** Converts a local time of a zone to an instant, RFC 3339. */
export const instantOf = (timeZone: string | undefined, localMinute: string): string => {
  const asUtc = Date.parse(`${localMinute.slice(0, 16)}Z`)
  const after = (guess: number) => asUtc - (Date.parse(`${clockMinute(timeZone, guess)}Z`) - guess)
  // The first guess may have the offset before a daylight-saving change.
  return new Date(after(after(asUtc))).toISOString()
}

/** Formats an instant for `datetime-local`: local time to the minute. */
export const localMinute = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

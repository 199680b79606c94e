/** Returns the sorted names of time zones, including `set`, which the browser may not know. */
export const timeZones = (set: string): string[] =>
  [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()

/** Returns the browser's time zone. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

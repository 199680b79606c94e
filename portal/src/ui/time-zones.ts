/** The time zones to choose among, by name; with the one that is set, which the browser may not know. */
export const timeZones = (set: string): string[] =>
  [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()

/** The time zone of the person's own computer. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

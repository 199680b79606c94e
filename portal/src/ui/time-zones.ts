/** The time zones to choose among, by name; with the one that is set, which the browser may not know. */
export const timeZones = (set: string): string[] =>
  [...new Set([set, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()

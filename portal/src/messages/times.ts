/** Cached, because creating a formatter is slow and lists use the same one for every row. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(key, formatter)
  return formatter
}

/** Returns the day of an instant in a time zone (by default the browser's), `YYYY-MM-DD`. */
export const dayIn = (timeZone: string | undefined, iso: string): string =>
  formatterOf('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(iso))

/** Returns a zone's local time at an instant, to compare zones. */
const clockIn = (timeZone: string | undefined, at: Date): string =>
  formatterOf('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/** Formats an instant in a time zone. A time of day names the zone if the browser's clock differs. */
export const writeTime = (
  language: string,
  zone: string | undefined,
  options: Intl.DateTimeFormatOptions,
  iso: string,
): string => {
  const at = new Date(iso)
  const timeZone = options.timeZone ?? zone
  const isElsewhere = options.hour !== undefined && clockIn(undefined, at) !== clockIn(timeZone, at)
  const named = isElsewhere ? { timeZoneName: 'short' as const } : {}
  return formatterOf(language, { ...named, ...options, timeZone }).format(at)
}

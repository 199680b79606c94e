/** Making one takes longer than all that it writes on a page, and a list writes the same for every row. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatterOf = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(key, formatter)
  return formatter
}

/** The day that an instant falls on in a time zone, as `YYYY-MM-DD`; in the browser's where it is undefined. */
export const dayIn = (timeZone: string | undefined, iso: string): string =>
  formatterOf('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(iso))

/** The clock of a zone at an instant, to tell whether two zones agree. */
const clockIn = (timeZone: string | undefined, at: Date): string =>
  formatterOf('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)

/**
 * A moment or its day as the language writes it, by the clock of a zone. A time of day names the zone where the
 * clock of this browser shows another.
 */
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

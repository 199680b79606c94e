/** RFC 3339 in UTC. */
export const toDateTime = (ms: number): string => new Date(ms).toISOString()
export const toDateTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toDateTime(ms))
export const fromDateTime = (text: string): number => Date.parse(text)

export const secondMs = 1000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DD` in an IANA time zone. */
export const dayIn = (timeZone: string, ms: number): string => {
  if (timeZone === 'UTC') return new Date(ms).toISOString().slice(0, 10)
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(ms)
}

/** `2026-01-06 10:00` in an IANA time zone. Callers name the zone. */
export const timeIn = (timeZone: string, ms: number): string => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${dayIn(timeZone, ms)} ${clock.format(ms)}`
}

/** True for an existing day `YYYY-MM-DD`. */
export const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

/** Years have four digits, so that days compare as text. */
const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'].map((day) => Date.parse(`${day}T00:00:00Z`)) as [
  number,
  number,
]

/** True for RFC 3339 on an existing day, with a four-digit year in UTC. */
export const isDateTime = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text))
    return false
  const ms = Date.parse(text)
  return isCalendarDay(text.slice(0, 10)) && ms >= firstDay && ms < lastDay + dayMs
}

/** Stays within the first and last day. `days` may be negative. */
export const addDays = (day: string, days: number): string => {
  const ms = Date.parse(`${day}T00:00:00Z`) + days * dayMs
  return new Date(Math.min(Math.max(ms, firstDay), lastDay)).toISOString().slice(0, 10)
}

/** Returns the canonical spelling; undefined for other text. `+01:00` would be wrong for half of the year. */
export const ianaTimeZone = (text: string): string | undefined => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(text)) return undefined
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    // Links such as Asia/Calcutta resolve to another name and are kept as written.
    return known.toLowerCase() === text.toLowerCase() ? known : text
  } catch {
    return undefined
  }
}

import type { components } from '../../../../../api/types.gen.ts'

type Calendar = components['schemas']['CatalogueCalendar']

type List = 'holidays' | 'closedOn' | 'openOn'

/** Sets a list of the calendar; omits an empty one. */
export const withList = <Name extends List>(
  calendar: Calendar,
  name: Name,
  list: NonNullable<Calendar[Name]>,
): Calendar => {
  const { [name]: _, ...others } = calendar
  return list.length > 0 ? { ...calendar, [name]: list } : (others as Calendar)
}

const toggled = (days: readonly string[] | undefined, day: string): string[] =>
  days?.includes(day) ? days.filter((one) => one !== day) : [...(days ?? []), day].sort()

/** The calendar's own setting for a day. */
export type OwnDay = 'closed' | 'open' | undefined
export const ownDay = ({ closedOn, openOn }: Calendar, day: string): OwnDay =>
  closedOn?.includes(day) ? 'closed' : openOn?.includes(day) ? 'open' : undefined

/** Closes a day, or opens a holiday; a second call reverts that. */
export const withDay = (calendar: Calendar, day: string, isHoliday: boolean): Calendar => {
  const own = ownDay(calendar, day)
  const list = own === 'closed' ? 'closedOn' : own === 'open' || isHoliday ? 'openOn' : 'closedOn'
  return withList(calendar, list, toggled(calendar[list], day))
}

const dayMs = 86_400_000

/** Returns all days of a period, inclusive; empty if it is invalid, reversed or longer than 366 days. */
export const daysBetween = (first: string, last: string): string[] => {
  const [from, to] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)]
  const length = Math.floor((to - from) / dayMs) + 1
  // A year may be incomplete while it is typed.
  if (!(length > 0 && length <= 366)) return []
  return Array.from({ length }, (_, at) => new Date(from + at * dayMs).toISOString().slice(0, 10))
}

/** Returns the same day in a later year; undefined if it doesn't exist. */
const yearsAfter = (day: string, by: number): string | undefined => {
  const later = `${Number(day.slice(0, 4)) + by}${day.slice(4)}`
  const at = new Date(`${later}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== later ? undefined : later
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Closes these days, also in later years. Skips weekdays without a cutoff, if known (Monday is 1). */
export const closedBetween = (
  calendar: Calendar,
  days: readonly string[],
  { years, weekdays }: { years: number; weekdays: readonly number[] | undefined },
): Calendar => {
  const all = days.flatMap((day) =>
    Array.from({ length: years }, (_, by) => yearsAfter(day, by)).flatMap((one) => one ?? []),
  )
  const closed = all.filter((day) => !weekdays || weekdays.includes(weekdayOf(day)))
  const openOn = calendar.openOn?.filter((day) => !closed.includes(day)) ?? []
  const closedOn = [...new Set([...(calendar.closedOn ?? []), ...closed])].sort()
  return withList(withList(calendar, 'openOn', openOn), 'closedOn', closedOn)
}

/** Returns the weeks of a month (`YYYY-MM`), Monday to Sunday; undefined outside the month. */
export const weeksOf = (month: string): (string | undefined)[][] => {
  const first = new Date(`${month}-01T00:00:00Z`)
  const before = (first.getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, at) => {
    const number = at - before + 1
    return number < 1 || number > count ? undefined : `${month}-${String(number).padStart(2, '0')}`
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

export const monthAfter = (month: string, by: number): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + by, 1)).toISOString().slice(0, 7)
}

import type { components } from '../../../../../api/types.gen.ts'

type Calendar = components['schemas']['CatalogueCalendar']

type List = 'holidays' | 'closedOn' | 'openOn'

/** A calendar with another list; one that is empty is not written. */
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

/** What a calendar says of a day by itself. */
export type OwnDay = 'closed' | 'open' | undefined
export const ownDay = ({ closedOn, openOn }: Calendar, day: string): OwnDay =>
  closedOn?.includes(day) ? 'closed' : openOn?.includes(day) ? 'open' : undefined

/** A calendar in which a day is closed that was not, or a holiday is open; a second time takes that back. */
export const withDay = (calendar: Calendar, day: string, isHoliday: boolean): Calendar => {
  const own = ownDay(calendar, day)
  const list = own === 'closed' ? 'closedOn' : own === 'open' || isHoliday ? 'openOn' : 'closedOn'
  return withList(calendar, list, toggled(calendar[list], day))
}

/** The weeks of a month, `YYYY-MM`, as days from Monday to Sunday; undefined beside the month. */
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

/** Another month, so many later. */
export const monthAfter = (month: string, by: number): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + by, 1)).toISOString().slice(0, 7)
}

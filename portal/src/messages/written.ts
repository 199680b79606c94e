import { preferences } from './preferences.svelte.ts'
import { zone } from './time-zone.svelte.ts'
import { dayIn, writeTime } from './times.ts'

/** Formats an instant in the organisation's time zone. */
export const written = (options: Intl.DateTimeFormatOptions, iso: string): string =>
  writeTime(preferences.locale, zone.name, options, iso)

/** Returns the day of an instant in the organisation's time zone, `YYYY-MM-DD`. */
export const dayOf = (iso: string): string => dayIn(zone.name, iso)

/** Formats a time of day in the organisation's time zone. */
export const timeOfDay = (iso: string): string => written({ hour: 'numeric', minute: '2-digit' }, iso)

/** Formats date and time without seconds, and without the year if it is the current one. */
export const moment = (iso: string): string => {
  const yearOf = (at: string) => dayOf(at).slice(0, 4)
  const year = yearOf(iso) === yearOf(new Date().toISOString()) ? undefined : 'numeric'
  return written({ year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso)
}

/** Formats a date `YYYY-MM-DD` such as Tue 1 Dec. */
export const weekday = (day: string): string =>
  written({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }, day)

/** Formats a date `YYYY-MM-DD` such as Tuesday 1 December. */
export const weekdayLong = (day: string): string =>
  written({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }, day)

/** Formats a time with its weekday. */
export const weekdayMoment = (iso: string): string =>
  written({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso)

const isToday = (iso: string): boolean => dayOf(iso) === dayOf(new Date().toISOString())

/** Formats a time, with its date unless it is today. */
export const nearTime = (iso: string): string => (isToday(iso) ? timeOfDay(iso) : moment(iso))

/** Formats a time with seconds and, unless it is today, its date: to compare with a program's log. */
export const secondsTime = (iso: string): string => {
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
  return written(isToday(iso) ? time : { month: 'short', day: 'numeric', ...time }, iso)
}

/** Formats an amount given in hundredths. */
export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat(preferences.locale, { style: 'currency', currency }).format(cents / 100)

/** Returns a currency's name (`Swiss francs`), or its code if unknown. */
export const nameOfCurrency = (currency: string): string =>
  new Intl.NumberFormat(preferences.language, { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency

export const count = (value: number): string => new Intl.NumberFormat(preferences.locale).format(value)

export const percent = (share: number): string =>
  new Intl.NumberFormat(preferences.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)

export const bytes = (size: number): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = size < 1000 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1)
  const value = size / 1000 ** power
  const format = { style: 'unit', unit: units[power]!, maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(preferences.locale, format).format(value)
}

/** A date with its year; the medium style of German would be `30.11.2026`. */
export const dayOptions = { year: 'numeric', month: 'short', day: 'numeric' } as const
export const day = (iso: string): string => written(dayOptions, iso)

const toTheSecond = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const
/** Formats an instant to the second with year and time zone, to find it in another server's log. */
export const second = (iso: string): string => written(toTheSecond, iso)
/** Formats an instant to the millisecond with time zone, to find it in a program's log. */
export const instant = (iso: string): string => written({ ...toTheSecond, fractionalSecondDigits: 3 }, iso)

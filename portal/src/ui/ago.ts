import { createSubscriber } from 'svelte/reactivity'
import { day, dayOf, preferences } from '../messages/index.svelte.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Interval at which shown times are updated. */
const updateMs = 15_000

/** One timer for all shown times. */
const follow = createSubscriber((update) => {
  const timer = setInterval(update, updateMs)
  return () => clearInterval(timer)
})

/** Number of calendar days from an instant to another, in the organisation's time zone. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / dayMs)

/** Returns a past or future instant relative to now, such as `5 min ago`; from a week on its date. */
export const ago = (iso: string): string => {
  follow()
  const now = Date.now()
  const ms = Date.parse(iso) - now
  const size = Math.abs(ms)
  const days = daysBetween(new Date(now).toISOString(), iso)
  if (Math.abs(days) >= 7) return day(iso)
  // Narrow German is “vor 2 m”, and narrow French “-2 min”.
  const style = preferences.language === 'en' ? 'narrow' : 'short'
  const relative = new Intl.RelativeTimeFormat(preferences.language, { numeric: 'auto', style })
  if (size < minuteMs) return relative.format(0, 'second')
  if (size < hourMs) return relative.format(Math.trunc(ms / minuteMs), 'minute')
  // A time of last night is given in hours until it is half a day old.
  if (days === 0 || size < dayMs / 2) return relative.format(Math.trunc(ms / hourMs), 'hour')
  return relative.format(days, 'day')
}

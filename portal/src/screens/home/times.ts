import { preferences, written } from '../../messages/index.svelte.ts'

const dayMs = 86_400_000

/** Formats a cutoff: with the weekday within six days, otherwise with the date. */
export const cutoffTime = (iso: string, nowMs: number): string => {
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const isSoon = Date.parse(iso) - nowMs < 6 * dayMs
  return written(
    isSoon ? { weekday: 'long', ...time } : { weekday: 'short', day: 'numeric', month: 'short', ...time },
    iso,
  )
}

/** Formats the time until an instant, such as “in 21 hours”. */
export const timeUntil = (iso: string, nowMs: number): string => {
  const minutes = Math.max(0, Math.round((Date.parse(iso) - nowMs) / 60_000))
  const format = new Intl.RelativeTimeFormat(preferences.locale)
  if (minutes < 90) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? format.format(hours, 'hour') : format.format(Math.round(hours / 24), 'day')
}

import { preferences } from '../../messages/index.svelte.ts'

/** Formats a month `YYYY-MM`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(preferences.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

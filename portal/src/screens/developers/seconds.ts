import { dayOf, moment, timeOfDay, written } from '../../messages/index.svelte.ts'

/** Formats an instant with seconds, to compare with a program's log. */
export const withSeconds = (iso: string): string =>
  written({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' }, iso)

/** Formats a future time, without the date if it is today. */
export const soon = (iso: string): string =>
  dayOf(iso) === dayOf(new Date().toISOString()) ? timeOfDay(iso) : moment(iso)

/** Formats a past time with seconds, without the date if it is today. */
export const clock = (iso: string): string =>
  dayOf(iso) === dayOf(new Date().toISOString())
    ? written({ hour: 'numeric', minute: '2-digit', second: '2-digit' }, iso)
    : withSeconds(iso)

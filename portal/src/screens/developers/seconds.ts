import { dayOf, moment, timeOfDay, written } from '../../messages/index.svelte.ts'

/** A moment with its seconds, to hold beside the log of a program. */
export const withSeconds = (iso: string): string =>
  written({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' }, iso)

/** When something comes: today only the time, else with its day. */
export const soon = (iso: string): string =>
  dayOf(iso) === dayOf(new Date().toISOString()) ? timeOfDay(iso) : moment(iso)

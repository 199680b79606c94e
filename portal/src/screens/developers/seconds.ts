import { moment, preferences } from '../../messages/index.svelte.ts'

/** A moment with its seconds, to hold beside the log of a program. */
export const withSeconds = (iso: string): string =>
  new Intl.DateTimeFormat(preferences.language, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(iso))

/** When something comes: today only the time, else with its day. */
export const soon = (iso: string): string => {
  const at = new Date(iso)
  if (at.toDateString() !== new Date().toDateString()) return moment(iso)
  return new Intl.DateTimeFormat(preferences.language, { hour: 'numeric', minute: '2-digit' }).format(at)
}

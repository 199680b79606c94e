/** Returns the first word of a name; the whole name if that is an initial. */
export const firstName = (name: string): string => {
  const [first = ''] = name.trim().split(/\s+/)
  return first.length < 2 || first.endsWith('.') ? name.trim() : first
}

/** Returns the part of the day in a time zone (by default the browser's). */
export const partOfDay = (at: Date, timeZone: string | undefined): 'morning' | 'afternoon' | 'evening' => {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at),
  )
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/**
 * An IANA time zone in its usual spelling, or undefined. Offsets such as `+01:00` are none: they would shift
 * the days of a whole season.
 */
export const ianaTimeZone = (text: string): string | undefined => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(text)) return undefined
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    // A link such as Asia/Calcutta resolves to another name and is kept as it was written.
    return known.toLowerCase() === text.toLowerCase() ? known : text
  } catch {
    return undefined
  }
}

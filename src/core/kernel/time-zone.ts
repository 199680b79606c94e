/**
 * The usual spelling of an IANA time zone; undefined for other text. Offsets such as `+01:00` are refused,
 * because they would be wrong for half of the year.
 */
export const ianaTimeZone = (text: string): string | undefined => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(text)) return undefined
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    // Links such as Asia/Calcutta resolve to another name and are kept as they were written.
    return known.toLowerCase() === text.toLowerCase() ? known : text
  } catch {
    return undefined
  }
}

/** No answer keeps a page waiting for longer: a proxy may write anything. */
const longestSeconds = 600

/** The seconds of a `Retry-After`; 0 where there is none, or a date, of which nothing is known. */
export const retryAfterSeconds = (header: string | null): number => {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) ? Math.min(longestSeconds, Math.max(0, seconds)) : 0
}

/** Upper limit, because a proxy may send any value. */
const longestSeconds = 600

/** Parses the seconds of `Retry-After`; 0 if it is missing or a date. */
export const retryAfterSeconds = (header: string | null): number => {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) ? Math.min(longestSeconds, Math.max(0, seconds)) : 0
}

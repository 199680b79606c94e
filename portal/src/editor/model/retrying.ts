const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Whether a retry may succeed: no answer, busy server, or signed out. */
export const passes = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500

/** Delay before an attempt (1-based): doubles up to a maximum, but is at least `retryAfterSeconds`. */
export const pauseMs = (attempt: number, retryAfterSeconds = 0): number =>
  Math.max(retryAfterSeconds * 1_000, Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)))

/** Defaults that the server adds (`src/core/template`); a test compares them with the schema. */
const defaults: Readonly<Record<string, unknown>> = {
  align: 'start',
  background: 'white',
  color: 'black',
  colors: '{}',
  errorCorrection: 'medium',
  fit: 'cover',
  lineHeight: 1.25,
  mark: 'none',
  maxLength: 200,
  overflow: 'error',
  page: 1,
  quietZone: 4,
  radius: 0,
  sample: '',
  stroke: 'black',
  strokeWidth: 0.25,
  type: 'text',
  value: '',
  variables: '{}',
  verticalAlign: 'top',
}

const isDefault = (key: string, value: unknown): boolean =>
  Object.hasOwn(defaults, key) &&
  defaults[key] === (typeof value === 'object' ? JSON.stringify(value) : value)

/**
 * Whether a stored value equals the sent one apart from defaults added by the server. Recognises a save whose
 * response was lost; a field that was removed but is still stored doesn't match.
 */
export const matchesSent = (stored: unknown, sent: unknown): boolean => {
  if (typeof sent !== 'object' || sent === null) return Object.is(stored, sent)
  if (typeof stored !== 'object' || stored === null) return false
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      stored.length === sent.length &&
      sent.every((value, index) => matchesSent(stored[index], value))
    )
  }
  const defined = Object.entries(sent).filter(([, value]) => value !== undefined)
  const keys = new Set(defined.map(([key]) => key))
  return (
    defined.every(([key, value]) => matchesSent((stored as Record<string, unknown>)[key], value)) &&
    Object.entries(stored).every(
      ([key, value]) => keys.has(key) || value === undefined || isDefault(key, value),
    )
  )
}

/** Limits of exports (`docs/limits.md`). */
export const exportLimits = {
  /** Days that a file is kept, by real time. */
  days: 7,
  /** Exports of one organisation and mode that are not finished. */
  unfinished: 10,
  filters: 20,
} as const

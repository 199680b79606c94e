/** The limits of a search (`docs/limits.md`). */
export const searchLimits = {
  /** Characters of what is looked for. */
  shortest: 2,
  longest: 120,
  /** Hits of each kind. */
  hits: 5,
  /** Items, the newest, among which part of a name is looked for. */
  namedItems: 100_000,
} as const

/** What `attention.get` looks at. */
export const attentionLimits = {
  /** Rows that are counted one by one. */
  rows: 10_000,
  /** Unfinished runs, the newest. */
  runs: 200,
  /** Remakes that wait, the oldest, and that failed, the newest. */
  remakes: 200,
  /** How long a failed import and a rejected item are told of. */
  importDays: 7,
  rejectedDays: 7,
} as const

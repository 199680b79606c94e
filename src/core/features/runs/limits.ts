/** Limits of what is said about a run in one request (`docs/limits.md`). */
export const runLimits = {
  /** Items of one exclusion, pieces of one report: what one transaction moves. */
  items: 100,
  reasonLength: 500,
  /** What has to be mended before a run is handed over: so many are named. */
  findings: 100,
  /** Designs that a run's proof shows. */
  proofDesigns: 20,
  calendarDays: 92,
  calendarDaysDefault: 30,
  /** How far ahead the first day may lie. */
  calendarAheadDays: 366,
  /** Cutoffs of one specification in one answer. */
  calendarCutoffs: 200,
} as const

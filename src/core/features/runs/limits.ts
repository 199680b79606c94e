import { returnCodeLimits } from '../products/catalogue/entries/return-code-entry.ts'

/** Limits of one request about a run (`docs/limits.md`). */
export const runLimits = {
  /** Items of an exclusion and pieces of a report are changed in one transaction. */
  items: 100,
  /** Pieces of a remake, which are in one file. */
  remakePieces: 1000,
  remakeSpans: 100,
  remakeCodes: 500,
  remakes: 100,
  /** Wrong rows of a list that an answer names. */
  remakeRows: 100,
  returns: 500,
  returnCodeLength: 500,
  /** Wrong pieces that an answer names. */
  returnErrors: 100,
  ...returnCodeLimits,
  reasonLength: 500,
  findings: 100,
  /** Statuses in the history of a run, which may fail repeatedly. */
  history: 100,
  proofDesigns: 20,
  /** Bytes of all parts joined into one file for an office printer. Memory holds them three times. */
  officePdfBytes: 64 * 1024 * 1024,
  runsOfPrinter: 50,
  calendarDays: 92,
  calendarDaysDefault: 30,
  calendarAheadDays: 366,
  calendarCutoffs: 200,
} as const

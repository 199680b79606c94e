import { returnCodeLimits } from '../products/catalogue/entries/return-code-entry.ts'

/** Limits of one request about a run (`docs/limits.md`). */
export const runLimits = {
  /** Items of an exclusion and pieces of a report, all changed in one transaction. */
  items: 100,
  /** Pieces of a remake, which are in one file, and spans and codes that name them. */
  remakePieces: 1000,
  remakeSpans: 100,
  remakeCodes: 500,
  remakes: 100,
  /** Wrong rows of a list that an answer names. */
  remakeRows: 100,
  /** Codes of a report of returned mail. */
  returns: 500,
  returnCodeLength: 500,
  /** Wrong pieces that an answer names. */
  returnErrors: 100,
  ...returnCodeLimits,
  reasonLength: 500,
  /** Findings of a run that is not ready for hand-over. */
  findings: 100,
  /** Statuses in the history of a run, which may fail repeatedly. */
  history: 100,
  /** Designs in the proof of a run. */
  proofDesigns: 20,
  /** Bytes of all parts joined into one file for an office printer. Memory holds them three times. */
  officePdfBytes: 64 * 1024 * 1024,
  /** Runs of a printer in an answer. */
  runsOfPrinter: 50,
  calendarDays: 92,
  calendarDaysDefault: 30,
  /** Maximum days until the first day. */
  calendarAheadDays: 366,
  calendarCutoffs: 200,
} as const
